/// Workers that collect trajectories while a learner learns, in one process or in several, and the
/// rules by which they exchange batches without deceiving each other; the only package that uses
/// Apache Pekko.
@NullMarked
package dev.hindsight.trainer.fleet;

import org.jspecify.annotations.NullMarked;
