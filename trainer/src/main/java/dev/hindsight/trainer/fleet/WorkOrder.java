package dev.hindsight.trainer.fleet;

import dev.hindsight.trainer.fleet.EpisodeLedger.BatchId;

/// What a worker is asked to collect, once it has asked for work.
///
/// @param batch id of the batch
/// @param update number of the update that it is for
/// @param policy the weights to act with: their version is the batch's tag
record WorkOrder(BatchId batch, long update, PolicySnapshot policy) {
  /// Weights that never change.
  ///
  /// @param version number of updates they have learned from
  /// @param weights one flat vector; not to be written to
  record PolicySnapshot(long version, float[] weights) {}
}
