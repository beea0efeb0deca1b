package dev.hindsight.trainer.learn.training;

import dev.hindsight.trainer.observation.ObservationPacking;
import java.util.Arrays;

/// The final observations of the episodes that ended at their time limit while trajectories were
/// collected. They are few, so they are kept apart from the ticks. Grows to the most that were ever
/// kept at once; one owner thread.
public final class FinalObservations {
  private static final int NONE = -1;
  private static final int OF_BLOCK = 16;

  /// `[R * T]` place of a tick's final observation, or [#NONE].
  private final int[] place;

  private final PackedObservations kept;
  private int count;

  /// @param ticks R * T
  FinalObservations(int ticks, ObservationPacking packing) {
    this.place = new int[ticks];
    this.kept = new PackedObservations(packing, OF_BLOCK);
    clear();
  }

  void clear() {
    Arrays.fill(place, NONE);
    count = 0;
  }

  /// Keeps the final observation of a tick.
  ///
  /// @param at index of the tick
  /// @param from index of its first number
  public void put(int at, float[] observation, int from) {
    kept.put(count, observation, from);
    place[at] = count++;
  }

  /// All that are kept.
  public ObservationStore all() {
    return kept;
  }

  /// Whether a tick has a final observation.
  boolean has(int at) {
    return place[at] != NONE;
  }

  /// Index of a tick's final observation in [#all()].
  public int index(int at) {
    if (place[at] == NONE) {
      throw new IllegalArgumentException("no time limit at " + at);
    }
    return place[at];
  }
}
