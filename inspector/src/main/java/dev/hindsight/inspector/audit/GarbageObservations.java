package dev.hindsight.inspector.audit;

import dev.hindsight.trainer.SplitMix64;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.observation.Quantity;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.Limbo;
import dev.hindsight.trainer.parity.ObservationSequence;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.ArrayList;
import java.util.List;

/// Makes wrong observations that no encoder can refuse: observations of other agents at other ticks
/// on the map, borrowed whole, assembled from parts, or with measures moved to the ends of their
/// ranges. Whole numbers (kinds, words, flags, the slots of one-hots and of neighbours) are
/// borrowed with their row, never made up. Seeded.
final class GarbageObservations {
  /// The number of rows to borrow from.
  private static final int DONORS = 64;

  private final List<float[]> donors = new ArrayList<>();
  private final ObservationLayout layout;
  private final boolean[] measured;
  private final float[] least;
  private final float[] most;
  private long state = 7;

  /// Kinds of garbage.
  private enum Kind {
    /// Another row.
    BORROWED,
    /// Every segment, and every row of a table, from another row.
    MIXED,
    /// The same, with measures at or between the ends of their ranges.
    MOVED
  }

  /// @param rollout with whole observations, in which an agent is on the map at some tick
  GarbageObservations(Rollout rollout) {
    int size = AgentColumn.widthOf(rollout, "observation");
    layout =
        AgentColumn.observation(rollout).isPresent()
            ? rollout.manifest().observation()
            : new ObservationLayout(
                List.of(new Segment("observation", 0, List.of(size), List.of())));
    borrow(rollout, size);
    measured = new boolean[size];
    least = new float[size];
    most = new float[size];
    for (int i = 0; i < size && !donors.isEmpty(); i++) {
      measure(i);
    }
  }

  private void borrow(Rollout rollout, int size) {
    Channel observation = rollout.channel("observation").orElseThrow();
    Limbo limbo = new Limbo(rollout);
    int agents = rollout.manifest().agents();
    for (int tried = 0; tried < 64 * DONORS && donors.size() < DONORS; tried++) {
      int tick = below(rollout.ticks());
      int agent = below(agents);
      if (!limbo.at(tick, agent)) {
        float[] row = new float[size];
        observation.read(tick, agent * size, row, size);
        donors.add(row);
      }
    }
  }

  /// Whether there is any row to borrow.
  boolean possible() {
    return !donors.isEmpty();
  }

  private void measure(int at) {
    Segment segment = layout.segmentOf(at).orElseThrow();
    Quantity quantity = segment.quantity(segment.featureOf(at - segment.offset()));
    least[at] = Float.POSITIVE_INFINITY;
    most[at] = Float.NEGATIVE_INFINITY;
    for (float[] donor : donors) {
      measured[at] |= donor[at] != Math.rint(donor[at]);
      least[at] = Math.min(least[at], donor[at]);
      most[at] = Math.max(most[at], donor[at]);
    }
    measured[at] &= quantity.words().isEmpty();
    if (!quantity.range().isEmpty()) {
      least[at] = quantity.range().getFirst().floatValue();
      most[at] = quantity.range().getLast().floatValue();
    }
  }

  private int below(int n) {
    state += SplitMix64.GAMMA;
    return (int) (SplitMix64.unit(SplitMix64.mix(state)) * n);
  }

  /// A garbage observation, `[D]`; the kinds take turns.
  ///
  /// @param turn counts through the kinds
  float[] row(int turn) {
    Kind kind = Kind.values()[Math.floorMod(turn, Kind.values().length)];
    float[] row = donors.get(below(donors.size())).clone();
    if (kind == Kind.BORROWED) {
      return row;
    }
    for (Segment segment : layout.segments()) {
      for (int r = 0; r < segment.rows(); r++) {
        int from = segment.offset() + r * segment.rowLength();
        System.arraycopy(donors.get(below(donors.size())), from, row, from, segment.rowLength());
      }
    }
    for (int i = 0; kind == Kind.MOVED && i < row.length; i++) {
      if (measured[i]) {
        row[i] =
            switch (below(4)) {
              case 0 -> least[i];
              case 1 -> most[i];
              case 2 -> least[i] + (most[i] - least[i]) * below(1024) / 1024;
              default -> row[i];
            };
      }
    }
    return row;
  }

  /// An agent's observations, with garbage at the ticks in limbo.
  ObservationSequence disturbed(ObservationSequence observationSequence) {
    float[] other = observationSequence.observation().clone();
    int size = observationSequence.numbers();
    for (int t = 0; t < observationSequence.ticks(); t++) {
      if (!observationSequence.passage().live(t)) {
        System.arraycopy(row(t), 0, other, t * size, size);
      }
    }
    return new ObservationSequence(
        observationSequence.from(), other, observationSequence.passage());
  }
}
