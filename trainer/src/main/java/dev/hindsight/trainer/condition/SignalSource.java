package dev.hindsight.trainer.condition;

import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import java.util.List;
import java.util.Map;

/// A source of names for conditions. To add one: a class, and a line in a list of sources.
/// Stateless.
public interface SignalSource {
  /// The names it offers for a recording.
  List<SignalSpec> offers(Rollout rollout);

  /// Names that it offers only for other recordings, each with what this one lacks, as a sentence.
  default Map<String, String> lacking(Rollout rollout) {
    return Map.of();
  }

  /// The values of an offered name. Expensive values are computed here, or at first use.
  ///
  /// @throws dev.hindsight.trainer.Problem if they cannot be computed
  Signal open(Rollout rollout, String name, Cancellation cancellation);
}
