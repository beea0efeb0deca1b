/// Evaluates a policy while it is trained, and finds checkpoints for runs.
@NullMarked
package dev.hindsight.trainer.learn.evaluation;

import org.jspecify.annotations.NullMarked;
