/// The interface between runs and algorithms: what a run requires of an algorithm, and what the
/// algorithm reports. Uses neither DJL nor a toolkit.
@NullMarked
package dev.hindsight.trainer.run;

import org.jspecify.annotations.NullMarked;
