package dev.hindsight.trainer.learn.training;

import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.run.BreakpointListener;
import dev.hindsight.trainer.run.FleetBooks;
import dev.hindsight.trainer.run.FleetState;
import dev.hindsight.trainer.run.UpdateProgress;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Where the trajectories of an update come from: a collection in the learner's own thread, or the
/// workers of a fleet. One owner thread.
public interface TrajectorySource extends AutoCloseable {
  /// Fills the learner's trajectories.
  ///
  /// @param update number of the update, from 0
  /// @throws dev.hindsight.trainer.Problem if a number is not finite
  CollectionReport collect(long update);

  /// What a resumed run needs to go on with the same bits; empty if it begins with new
  /// environments.
  ///
  /// @param updates number of updates done
  List<Tensor> state(long updates);

  /// Goes on from a checkpoint.
  ///
  /// @param tensors of [#state], by name
  /// @param updates number of updates done
  void restore(Map<String, Tensor> tensors, long updates);

  /// As [dev.hindsight.trainer.run.Algorithm#arm].
  void arm(List<String> conditions, BreakpointListener breakpointListener);

  /// As [dev.hindsight.trainer.run.Algorithm#follow].
  void follow(UpdateProgress progress);

  /// The learner has learned from the trajectories: its weights have a new version.
  default void learned() {}

  /// Rows of the trajectories that were collected with weights too old to learn from as they are,
  /// and whose advantages must be weighed as in V-trace.
  default int[] rowsToCorrect() {
    return new int[0];
  }

  /// Rows of the trajectories that were collected with older weights than the learner's, and are to
  /// be learned from around the learner's own policy; those of [#rowsToCorrect] may be among them.
  default int[] olderRows() {
    return new int[0];
  }

  /// Adds metrics of the last collection, by name as in docs/metrics.md.
  default void addTo(Map<String, Double> metrics) {}

  /// The books of the workers; empty without workers.
  default Optional<FleetBooks> books() {
    return Optional.empty();
  }

  /// As [dev.hindsight.trainer.run.Algorithm#fleet].
  default Optional<FleetState> fleet() {
    return Optional.empty();
  }

  /// As [dev.hindsight.trainer.run.Algorithm#kill].
  default void kill(int worker) {}

  /// As [dev.hindsight.trainer.run.Algorithm#drain].
  default void drain(int worker) {}

  /// As [dev.hindsight.trainer.run.Algorithm#endWorkers].
  default void endWorkers() {}

  @Override
  void close();
}
