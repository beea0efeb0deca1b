package dev.hindsight.trainer.condition;

import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.List;

/// A small recording of three agents with spelled-out numbers, so that a test can state the
/// expected answer directly.
final class ConditionSample {
  static final int AGENTS = 3;
  static final int TICKS = 12;

  private ConditionSample() {}

  /// `speed` is tick + agent / 2, `gear` is tick times agent, `removed` from tick 6 for agent 1.
  static MemoryRollout rollout() {
    return new MemoryRollout("test", AGENTS, TICKS, 2)
        .with("speed", Dtype.F4, (t, a) -> t + a / 2.0, AGENTS)
        .with("gear", Dtype.I4, (t, a) -> t * a, AGENTS)
        .with("removed", Dtype.BOOL, (t, a) -> a == 1 && t >= 6 ? 1 : 0, AGENTS)
        .with("value", Dtype.F4, (t, a) -> t == 4 && a == 2 ? Double.NaN : a, AGENTS)
        .with("observation", Dtype.F4, (t, i) -> 100 * t + i, AGENTS, 4)
        .with("action", Dtype.I4, (t, a) -> Math.floorDiv(t, 3), AGENTS)
        .with("trial", Dtype.I4, (t, i) -> Math.floorDiv(t, 6))
        .with("attention/layer0", Dtype.F4, (t, i) -> i, AGENTS, 2, 2)
        .with("state_hash", Dtype.I8, (t, i) -> 7)
        .with(
            new ObservationLayout(
                List.of(
                    new ObservationLayout.Segment(
                        "ego", 0, List.of(4), List.of("x", "y", "speed", "near")))));
  }

  static Signals signals(MemoryRollout rollout) {
    return Signals.of(rollout, List.of(new PolicySignals(), new ChannelSignals()));
  }

  static Vocabulary vocabulary() {
    return signals(rollout()).vocabulary();
  }

  static ConditionHits hits(String text) {
    Signals signals = signals(rollout());
    return ConditionScan.of(
        Condition.of(text, signals.vocabulary()), signals, Progress.SILENT, new Cancellation());
  }

  /// The hits as text: `6:1 7:1`, tick and agent; a condition about ticks has agent 0.
  static String found(String text) {
    ConditionHits conditionHits = hits(text);
    StringBuilder found = new StringBuilder();
    for (int tick = 0; tick < conditionHits.ticks(); tick++) {
      for (int agent = 0; agent < conditionHits.agents(); agent++) {
        if (conditionHits.at(tick, agent)) {
          found.append(found.isEmpty() ? "" : " ").append(tick).append(':').append(agent);
        }
      }
    }
    return found.toString();
  }

  static ConditionError fault(String text) {
    return switch (Condition.check(text, vocabulary())) {
      case Condition.CheckResult.Invalid invalid -> invalid.fault();
      case Condition.CheckResult.Valid _ -> throw new AssertionError(text + " is a condition");
    };
  }
}
