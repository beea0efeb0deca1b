package dev.hindsight.trainer.outcome;

import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;
import java.util.Optional;

/// Who is in limbo: off the map until the trial ends, as the column `removed` says of the world
/// before a tick's action. A recording without that column has none in limbo. Any thread.
public final class Limbo {
  private final Rollout rollout;
  private final Optional<AgentColumn> removed;

  /// Of a recording.
  public Limbo(Rollout rollout) {
    this.rollout = rollout;
    removed = AgentColumn.of(rollout, "removed");
  }

  /// Whether the recording tells.
  public boolean isRecorded() {
    return removed.isPresent();
  }

  /// Whether an agent is in limbo in the world of a tick.
  public boolean at(int tick, int agent) {
    return removed.isPresent() && removed.get().is(tick, agent);
  }

  /// How many agents are.
  public int count(int tick) {
    return removed.isPresent() ? removed.get().count(tick) : 0;
  }

  /// The tick of the trial in whose world it began for an agent that is in limbo now.
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
