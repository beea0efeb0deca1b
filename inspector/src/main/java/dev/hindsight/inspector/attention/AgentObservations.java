package dev.hindsight.inspector.attention;

import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;

/// An agent's observations over some ticks, in the form a network takes.
public final class AgentObservations {
  private AgentObservations() {}

  /// Returns `[n * D]`; the recording must have observations.
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
