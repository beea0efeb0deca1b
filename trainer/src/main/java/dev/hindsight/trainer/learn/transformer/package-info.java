/// The trial transformer: attention over an agent's whole episode except limbo, in three forms that
/// must agree.
@NullMarked
package dev.hindsight.trainer.learn.transformer;

import org.jspecify.annotations.NullMarked;
