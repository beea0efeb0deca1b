/// Tests of what an agent can do and how that is told.
@NullMarked
package dev.hindsight.trainer.action;

import org.jspecify.annotations.NullMarked;
