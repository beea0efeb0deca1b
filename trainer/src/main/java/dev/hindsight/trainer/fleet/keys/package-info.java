/// The certificates by which the processes of a fleet know each other: made once, read by learner
/// and workers, and checked to be readable by their owner alone.
@NullMarked
package dev.hindsight.trainer.fleet.keys;

import org.jspecify.annotations.NullMarked;
