/// The stored data of runs: the ledger that never loses one, and each run's folder with its
/// configuration, checkpoints and metrics.
@NullMarked
package dev.hindsight.trainer.run.ledger;

import org.jspecify.annotations.NullMarked;
