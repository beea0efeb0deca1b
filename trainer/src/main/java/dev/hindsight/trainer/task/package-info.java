/// Work off the caller's thread: the only place that makes threads.
@NullMarked
package dev.hindsight.trainer.task;

import org.jspecify.annotations.NullMarked;
