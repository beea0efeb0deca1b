/// The rules by which workers that collect trajectories and a learner exchange batches without
/// deceiving each other.
@NullMarked
package dev.hindsight.trainer.fleet;

import org.jspecify.annotations.NullMarked;
