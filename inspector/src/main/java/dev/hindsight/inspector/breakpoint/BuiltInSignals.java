package dev.hindsight.inspector.breakpoint;

import dev.hindsight.inspector.credit.CreditSignals;
import dev.hindsight.inspector.mask.AttentionSignals;
import dev.hindsight.inspector.scores.EventSignals;
import dev.hindsight.inspector.scores.ScoreSignals;
import dev.hindsight.trainer.condition.ChannelSignals;
import dev.hindsight.trainer.condition.PolicySignals;
import dev.hindsight.trainer.condition.SignalSource;
import dev.hindsight.trainer.condition.Signals;
import dev.hindsight.trainer.rollout.Rollout;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The one list of what conditions may ask a recording about: to add something, write a
/// [SignalSource] and a line here.
public final class BuiltInSignals {
  private BuiltInSignals() {}

  /// In the order in which names are given: of two sources with the same name the first has it.
  public static List<SignalSource> all(Optional<Path> checkpoint) {
    return List.of(
        new EventSignals(),
        new ScoreSignals(),
        new PolicySignals(),
        new CreditSignals(),
        new AttentionSignals(checkpoint),
        new ChannelSignals());
  }

  /// Everything there is to ask about in a recording.
  public static Signals of(Rollout rollout) {
    return of(rollout, Optional.empty());
  }

  /// As [#of(Rollout)], with a checkpoint of the user's choice.
  public static Signals of(Rollout rollout, Optional<Path> checkpoint) {
    return Signals.of(rollout, all(checkpoint));
  }
}
