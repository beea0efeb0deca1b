package dev.hindsight.inspector.audit;

import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.learn.ppo.RecordedLoss;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Optional;

/// The loss of training, over a stretch of what was recorded, with and without garbage in limbo.
final class LimboLoss {
  /// Ticks from the first in limbo on, and as many before: a loss is a mean over any ticks.
  private static final int REACH = 128;

  private LimboLoss() {}

  /// A loss that is another one.
  ///
  /// @param tick the first in limbo
  record LossDifference(int tick, double size) {}

  static Optional<LossDifference> check(Rollout rollout, int agent) {
    EpisodeFlags episodeFlags = EpisodeFlags.of(rollout, agent);
    int limbo = 0;
    while (limbo < episodeFlags.ticks() && episodeFlags.live(limbo)) {
      limbo++;
    }
    Optional<AgentColumn> logits = AgentColumn.ofAnyWidth(rollout, "logits");
    Optional<AgentColumn> action =
        AgentColumn.of(rollout, "action").filter(c -> c.channel().spec().type() == Dtype.I4);
    if (limbo == episodeFlags.ticks() || logits.isEmpty() || action.isEmpty()) {
      return Optional.empty();
    }
    int from = Math.max(0, limbo - REACH);
    int ticks = Math.min(episodeFlags.ticks(), limbo + REACH) - from;
    int actions = logits.get().width();
    RecordedLoss.Row row = new RecordedLoss.Row(ticks, actions);
    float[] one = new float[actions];
    for (int t = 0; t < ticks; t++) {
      logits.get().channel().read(from + t, agent * actions, one, actions);
      System.arraycopy(one, 0, row.logits(), t * actions, actions);
      row.action()[t] = Math.clamp(action.get().integer(from + t, agent), 0, actions - 1);
      row.values()[t] = finite(rollout, "value", from + t, agent);
      row.logProb()[t] = finite(rollout, "log_prob", from + t, agent);
      row.returns()[t] = row.values()[t] + finite(rollout, "reward", from + t, agent);
      row.removed()[t] = episodeFlags.removed()[from + t];
    }
    double before = RecordedLoss.of(row);
    row.disturbLimbo();
    double after = RecordedLoss.of(row);
    return before == after || (Double.isNaN(before) && Double.isNaN(after))
        ? Optional.empty()
        : Optional.of(new LossDifference(limbo, Math.abs(after - before)));
  }

  private static float finite(Rollout rollout, String name, int tick, int agent) {
    double value = AgentColumn.of(rollout, name).map(c -> c.value(tick, agent)).orElse(0.0);
    return Double.isFinite(value) ? (float) value : 0;
  }
}
