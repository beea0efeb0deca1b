/// Tests of actions and their descriptions.
@NullMarked
package dev.hindsight.trainer.action;

import org.jspecify.annotations.NullMarked;
