/// How reward is carried back in time: advantages as training computes them, also for views that
/// explain them.
@NullMarked
package dev.hindsight.trainer.advantage;

import org.jspecify.annotations.NullMarked;
