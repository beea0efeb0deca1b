/// What an agent can do, how a recording describes its actions, and actions in words.
@NullMarked
package dev.hindsight.trainer.action;

import org.jspecify.annotations.NullMarked;
