package dev.hindsight.trainer.condition;

import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import java.util.List;
import java.util.Map;

/// Where names of conditions come from. To add one: a class, and a line in a list of sources.
/// Stateless.
public interface SignalSource {
  /// The names it has for a recording.
  List<SignalSpec> offers(Rollout rollout);

  /// Names it has for other recordings, each with what this one lacks, as a sentence.
  default Map<String, String> lacking(Rollout rollout) {
    return Map.of();
  }

  /// The values of a name it offers. What is dear to compute is computed here, or when it is first
  /// asked for.
  ///
  /// @throws dev.hindsight.trainer.Problem if it cannot be computed
  Signal open(Rollout rollout, String name, Cancellation cancellation);
}
