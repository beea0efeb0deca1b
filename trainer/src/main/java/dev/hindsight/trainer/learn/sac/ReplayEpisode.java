package dev.hindsight.trainer.learn.sac;

import java.nio.FloatBuffer;
import java.util.Arrays;

/// Steps of one agent, one after the other, with what was seen after the last of them: what the sum
/// of n rewards may run over. One owner thread.
///
/// A step is whole when what was seen after it is known, or when nothing comes after it.
final class ReplayEpisode {
  private final int numbers;

  /// Which life of the environments it belongs to, from 0.
  final long generation;

  /// Discount factor of its agent.
  final double discount;

  private float[] observation;
  private int[] action = new int[16];
  private float[] reward = new float[16];
  private int length;
  private boolean acted;
  private boolean terminated;

  /// @param numbers D
  ReplayEpisode(int numbers, long generation, double discount) {
    this.numbers = numbers;
    this.generation = generation;
    this.discount = discount;
    this.observation = new float[(action.length + 1) * numbers];
  }

  /// Whole steps.
  int length() {
    return length;
  }

  /// Whether nothing comes after the last step: what it is worth is its reward alone.
  boolean terminated() {
    return terminated;
  }

  /// The agent sees something: what it did last is whole.
  ///
  /// @return whether a step became whole
  boolean see(FloatBuffer seen, int from) {
    boolean whole = acted;
    if (acted) {
      length++;
      acted = false;
    }
    seen.get(from, observation, length * numbers, numbers);
    return whole;
  }

  /// The agent does something about what it saw.
  void act(int what, float brought) {
    if (length == action.length) {
      action = Arrays.copyOf(action, 2 * length);
      reward = Arrays.copyOf(reward, 2 * length);
      observation = Arrays.copyOf(observation, (2 * length + 1) * numbers);
    }
    action[length] = what;
    reward[length] = brought;
    acted = true;
  }

  /// Nothing comes after what the agent did last.
  ///
  /// @return whether a step became whole
  boolean terminate() {
    boolean whole = acted;
    if (acted) {
      length++;
      acted = false;
      Arrays.fill(observation, length * numbers, (length + 1) * numbers, 0);
    }
    terminated = true;
    return whole;
  }

  /// Writes n steps down as one row of a batch.
  ///
  /// @param t the first of them
  /// @param n how many; all whole
  void copy(int t, int n, ReplayBatch into, int row) {
    double sum = 0;
    double factor = 1;
    for (int k = 0; k < n; k++) {
      sum += factor * reward[t + k];
      factor *= discount;
    }
    boolean ends = t + n == length && terminated;
    into.observation(row).put(observation, t * numbers, numbers);
    into.later(row).put(observation, (t + n) * numbers, numbers);
    into.set(row, action[t], (float) sum, ends ? 0 : (float) factor);
  }
}
