package dev.hindsight.inspector.attention;

import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;

/// What an agent saw over some ticks, as a network takes it.
public final class AgentObservations {
  private AgentObservations() {}

  /// `[n * D]`, of a recording that has observations.
  public static float[] of(Rollout rollout, int agent, Span ticks) {
    Channel observation = rollout.channel("observation").orElseThrow();
    int numbers = observation.rowLength() / rollout.manifest().agents();
    float[] seen = new float[ticks.ticks() * numbers];
    float[] row = new float[numbers];
    for (int tick = ticks.from(); tick < ticks.to(); tick++) {
      observation.read(tick, agent * numbers, row, numbers);
      System.arraycopy(row, 0, seen, (tick - ticks.from()) * numbers, numbers);
    }
    return seen;
  }
}
