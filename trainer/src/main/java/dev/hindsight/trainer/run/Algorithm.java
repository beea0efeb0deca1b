package dev.hindsight.trainer.run;

import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Tensor;
import java.util.List;
import java.util.Map;

/// A policy being trained: weights, optimiser and environments, between two updates. One owner
/// thread.
///
/// All it will ever do follows from its task and its state: two of the same task and state go on
/// with the same bits, on the same machine with the same threads.
public interface Algorithm extends AutoCloseable {
  /// Updates done so far, those before a restored state included.
  long updates();

  /// Updates the task asks for in all.
  long updatesInAll();

  /// One update: act, learn, measure.
  ///
  /// @throws dev.hindsight.trainer.Problem where something is not finite, saying where it began;
  ///   the state must then not be kept
  UpdateReport update();

  /// Id of the [dev.hindsight.trainer.policy.PolicyType] that the weights are of.
  String policy();

  /// The weights, as a policy's checkpoint holds them.
  List<Tensor> weights();

  /// What else going on needs: the optimiser's memory. Names begin with [Checkpoint#OPTIMISER].
  List<Tensor> optimiser();

  /// Begins with weights from elsewhere, before the first update.
  ///
  /// @throws dev.hindsight.trainer.Problem if they do not fit
  void adopt(Checkpoint parent);

  /// Goes on from a state.
  ///
  /// @param tensors of [#weights()] and [#optimiser()], by name
  /// @param updatesDone as [#updates()] was then
  void restore(Map<String, Tensor> tensors, long updatesDone);

  /// From now on tells, once a tick, of the first of some conditions that begins to hold; of none
  /// where there are none.
  ///
  /// @param conditions in the language of breakpoints
  /// @throws dev.hindsight.trainer.Problem if one is no condition here; those armed before stay
  void arm(List<String> conditions, BreakpointListener breakpointListener);

  /// Changes the learning rate from the next update on: it is what the schedule says, times this.
  void scaleLearningRate(double factor);

  @Override
  void close();
}
