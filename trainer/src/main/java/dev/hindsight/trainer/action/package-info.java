/// What an agent can do, how a recording describes it, and what one action is in words.
@NullMarked
package dev.hindsight.trainer.action;

import org.jspecify.annotations.NullMarked;
