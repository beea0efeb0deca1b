package dev.hindsight.trainer.learn.training;

import java.nio.FloatBuffer;
import java.util.Arrays;

/// The final observations of the episodes that ended at their time limit while trajectories were
/// collected. They are few, so they are kept apart from the ticks. Grows to the most that were ever
/// kept at once; one owner thread.
public final class FinalObservations {
  private static final int NONE = -1;

  private final int numbers;

  /// `[R * T]` place of a tick's final observation, or [#NONE].
  private final int[] place;

  private float[] kept = new float[0];
  private int count;

  /// @param ticks R * T
  /// @param numbers D
  FinalObservations(int ticks, int numbers) {
    this.numbers = numbers;
    this.place = new int[ticks];
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
    if ((count + 1) * numbers > kept.length) {
      kept = Arrays.copyOf(kept, Math.max(2 * kept.length, 16 * numbers));
    }
    System.arraycopy(observation, from, kept, count * numbers, numbers);
    place[at] = count++;
  }

  /// All that are kept, one after the other.
  public FloatBuffer all() {
    return FloatBuffer.wrap(kept);
  }

  /// Index of the first number of a tick's final observation in [#all()].
  public int from(int at) {
    if (place[at] == NONE) {
      throw new IllegalArgumentException("no time limit at " + at);
    }
    return place[at] * numbers;
  }
}
