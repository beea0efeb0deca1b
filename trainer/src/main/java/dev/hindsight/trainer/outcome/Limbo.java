package dev.hindsight.trainer.outcome;

import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;
import java.util.Optional;

/// Which agents are in limbo: off the map until the trial ends, according to the column `removed`
/// for the world before a tick's action. Without that column no agent is in limbo. Any thread.
public final class Limbo {
  private final Rollout rollout;
  private final Optional<AgentColumn> removed;

  /// For a recording.
  public Limbo(Rollout rollout) {
    this.rollout = rollout;
    removed = AgentColumn.of(rollout, "removed");
  }

  /// Whether the recording has the column.
  public boolean isRecorded() {
    return removed.isPresent();
  }

  /// Whether an agent is in limbo at a tick.
  public boolean at(int tick, int agent) {
    return removed.isPresent() && removed.get().is(tick, agent);
  }

  /// Number of agents in limbo.
  public int count(int tick) {
    return removed.isPresent() ? removed.get().count(tick) : 0;
  }

  /// For an agent in limbo, the tick of the trial at which it entered limbo.
  public int since(int tick, int agent) {
    TrialIndex trials = rollout.trials();
    int start = trials.start(trials.stretchAt(tick));
    int first = tick;
    while (first > start && at(first - 1, agent)) {
      first--;
    }
    return first - start;
  }
}
