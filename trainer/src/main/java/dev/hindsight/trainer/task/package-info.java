/// Runs work off the caller's thread; the only package that creates threads.
@NullMarked
package dev.hindsight.trainer.task;

import org.jspecify.annotations.NullMarked;
