package dev.hindsight.trainer.run;

import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Tensor;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A policy in training: weights, optimiser and environments, between two updates. One owner
/// thread.
///
/// Its task and its state determine everything it does: two algorithms with the same task and state
/// continue with the same bits, on the same machine with the same number of threads.
public interface Algorithm extends AutoCloseable {
  /// Number of completed updates, including those before a restored state.
  long updates();

  /// Total number of updates of the task.
  long updatesInAll();

  /// Runs one update: acts, learns, measures.
  ///
  /// @throws dev.hindsight.trainer.Problem if a number is not finite, naming where it first
  ///   occurred; the state must then not be saved
  UpdateReport update();

  /// Id of the weights' [dev.hindsight.trainer.policy.PolicyType].
  String policy();

  /// The weights, as a policy's checkpoint holds them.
  List<Tensor> weights();

  /// The other state needed to resume: the optimiser's memory. Names begin with
  /// [Checkpoint#OPTIMISER].
  List<Tensor> optimiser();

  /// Starts from another checkpoint's weights; call it before the first update.
  ///
  /// @throws dev.hindsight.trainer.Problem if they do not fit
  void adopt(Checkpoint parent);

  /// Restores a state.
  ///
  /// @param tensors of [#weights()] and [#optimiser()], by name
  /// @param updatesDone value of [#updates()] in that state
  void restore(Map<String, Tensor> tensors, long updatesDone);

  /// From now on reports, at most once per tick, the first of some conditions that begins to hold;
  /// an empty list ends this.
  ///
  /// @param conditions in the language of breakpoints
  /// @throws dev.hindsight.trainer.Problem if a text is not a condition here; the previous
  ///   conditions then stay armed
  void arm(List<String> conditions, BreakpointListener breakpointListener);

  /// From now on reports the progress within updates.
  ///
  /// @param progress must return at once and allocate nothing
  void follow(UpdateProgress progress);

  /// Changes settings from the next update on.
  ///
  /// @param settings every knob; only those of [AlgorithmType#live] may differ from before
  void change(SettingValues settings);

  /// Changes the learning rate from the next update on: the schedule's rate is multiplied by the
  /// factor.
  void scaleLearningRate(double factor);

  /// The books of its workers; empty if it has none.
  default Optional<FleetBooks> books() {
    return Optional.empty();
  }

  /// The state of its workers now, also within an update; empty if it has none.
  default Optional<FleetState> fleet() {
    return Optional.empty();
  }

  /// Ends a worker as if its process had died: a fresh one collects its batch again.
  ///
  /// @param worker from 0, one of [#fleet]
  default void kill(int worker) {}

  /// Lets a worker finish the batch that it owes; then a fresh one takes its place.
  ///
  /// @param worker from 0, one of [#fleet]
  default void drain(int worker) {}

  /// Tells workers in other processes that the run has ended, so that they end, too: otherwise they
  /// wait for a learner that goes on from its checkpoint. Only [#close] may follow.
  default void endWorkers() {}

  /// The buckets in which episodes ended in the last update, in order; empty if no setting of the
  /// environment is randomised.
  default List<BucketEpisodes> buckets() {
    return List.of();
  }

  @Override
  void close();
}
