package dev.hindsight.inspector.breakpoint;

import dev.hindsight.inspector.advantage.AdvantageSignals;
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

/// The one list of signals that conditions may use: to add one, write a [SignalSource] and a line
/// here.
public final class BuiltInSignals {
  private BuiltInSignals() {}

  /// In order of priority: of two sources with the same name, the first wins.
  public static List<SignalSource> all(Optional<Path> checkpoint) {
    return List.of(
        new EventSignals(),
        new ScoreSignals(),
        new PolicySignals(),
        new AdvantageSignals(),
        new AttentionSignals(checkpoint),
        new ChannelSignals());
  }

  /// All signals of a recording.
  public static Signals of(Rollout rollout) {
    return of(rollout, Optional.empty());
  }

  /// As [#of(Rollout)], with a checkpoint the user chose.
  public static Signals of(Rollout rollout, Optional<Path> checkpoint) {
    return Signals.of(rollout, all(checkpoint));
  }
}
