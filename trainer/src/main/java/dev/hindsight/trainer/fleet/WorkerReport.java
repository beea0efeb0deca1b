package dev.hindsight.trainer.fleet;

import dev.hindsight.trainer.fleet.EpisodeLedger.BatchCounts;
import dev.hindsight.trainer.fleet.EpisodeLedger.BatchId;
import dev.hindsight.trainer.learn.training.CollectionReport;
import dev.hindsight.trainer.learn.training.Trajectories;
import dev.hindsight.trainer.policy.Tensor;
import java.util.List;

/// What a worker puts into the learner's queue.
sealed interface WorkerReport {
  /// A whole batch. Its trajectories belong to the learner until it gives the worker the next
  /// order.
  ///
  /// @param id of the batch
  /// @param update number of the update that it is for
  /// @param version of the policy, as read when the collection began
  /// @param trajectories the data
  /// @param results what was measured while collecting
  /// @param counts what became of episodes
  /// @param state what the worker needs to go on from here after an interruption
  /// @param created the update for which its environments were created
  record Collected(
      BatchId id,
      long update,
      long version,
      Trajectories trajectories,
      CollectionReport results,
      BatchCounts counts,
      List<Tensor> state,
      long created)
      implements WorkerReport {}

  /// The worker has ended before it could deliver.
  ///
  /// @param worker from 0
  /// @param generation of the worker
  /// @param startedSince episodes that began since its last batch
  /// @param stepsSince agent steps since its last batch
  /// @param cause what went wrong
  record Failed(
      int worker, int generation, long startedSince, long stepsSince, RuntimeException cause)
      implements WorkerReport {}
}
