package dev.hindsight.inspector.recompute;

import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;

/// Reads agents' observations. Requires a recording with complete observations.
final class ObservationReader {
  private final Channel observation;
  private final int agents;
  private final int ticks;
  private final int size;

  ObservationReader(Rollout rollout) {
    observation = rollout.channel("observation").orElseThrow();
    agents = rollout.manifest().agents();
    ticks = rollout.ticks();
    size = observation.rowLength() / agents;
  }

  /// D.
  int size() {
    return size;
  }

  /// An agent's observations over a span, `[n * D]`, with rows replaced by [RowSubstitution].
  float[] of(RowSubstitution rowSubstitution, int agent, Span span) {
    float[] numbers = new float[span.ticks() * size];
    float[] row = new float[size];
    for (int t = 0; t < span.ticks(); t++) {
      RowSubstitution.Place place = rowSubstitution.swap().in(span.from() + t, agent);
      int tick = Math.clamp(place.tick(), 0, ticks - 1);
      observation.read(tick, place.agent() * size, row, size);
      System.arraycopy(row, 0, numbers, t * size, size);
    }
    return numbers;
  }

  /// The observations of all agents at a tick, `[M * D]`.
  float[] ofAll(RowSubstitution rowSubstitution, int tick) {
    float[] numbers = new float[agents * size];
    for (int agent = 0; agent < agents; agent++) {
      System.arraycopy(
          of(rowSubstitution, agent, new Span(tick, tick + 1)), 0, numbers, agent * size, size);
    }
    return numbers;
  }
}
