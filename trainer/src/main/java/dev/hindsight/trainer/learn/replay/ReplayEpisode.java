package dev.hindsight.trainer.learn.replay;

import dev.hindsight.trainer.learn.training.ObservationStore;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationPacking;
import java.util.Arrays;
import java.util.List;

/// Consecutive steps of one agent, with the observation after the last one: sums of n rewards run
/// over one of these. One owner thread.
///
/// A step is complete when the observation after it is known, or when the episode ends with it.
/// Observations are kept packed, each segment in its own type.
public final class ReplayEpisode {
  /// No episode: stands where a buffer holds none.
  static final ReplayEpisode NONE =
      new ReplayEpisode(new ObservationPacking(new ObservationLayout(List.of())), 0, 0);

  private final ObservationPacking packing;

  /// Generation of its environments, from 0.
  final long generation;

  /// Discount factor of its agent.
  final double discount;

  private byte[] observation;
  private int[] action = new int[16];
  private float[] reward = new float[16];

  /// Places of its starts in a buffer that has such.
  private int[] places = new int[0];

  private int length;
  private boolean acted;
  private boolean terminated;

  /// @param packing of the observations of its environment
  /// @param generation of its environments, from 0
  /// @param discount factor of its agent
  public ReplayEpisode(ObservationPacking packing, long generation, double discount) {
    this.packing = packing;
    this.generation = generation;
    this.discount = discount;
    this.observation = room(action.length + 1);
  }

  private byte[] room(int observations) {
    return new byte[Math.multiplyExact(observations, packing.bytes())];
  }

  private int at(int step) {
    return step * packing.bytes();
  }

  /// Number of complete steps.
  int length() {
    return length;
  }

  /// Number of steps that begin n complete ones.
  int starts(int n) {
    return Math.max(0, length - n + 1);
  }

  /// Bytes that it takes.
  long bytes() {
    return observation.length
        + (long) (Integer.BYTES + Float.BYTES) * action.length
        + (long) Integer.BYTES * places.length;
  }

  /// Where the buffer keeps a start.
  int place(int start) {
    return places[start];
  }

  /// Notes where the buffer keeps a start.
  void place(int start, int at) {
    if (start >= places.length) {
      places = Arrays.copyOf(places, Math.max(16, 2 * start));
    }
    places[start] = at;
  }

  /// Whether the last step ended the episode for good, so that no value follows.
  boolean terminated() {
    return terminated;
  }

  /// Adds an observation, which completes the previous step.
  ///
  /// @return whether a step became complete
  public boolean see(ObservationStore seen, int index) {
    boolean whole = acted;
    if (acted) {
      length++;
      acted = false;
    }
    seen.copy(index, observation, at(length));
    return whole;
  }

  /// Adds an action on the last observation.
  public void act(int what, float brought) {
    if (length == action.length) {
      action = Arrays.copyOf(action, 2 * length);
      reward = Arrays.copyOf(reward, 2 * length);
      byte[] grown = room(2 * length + 1);
      System.arraycopy(observation, 0, grown, 0, observation.length);
      observation = grown;
    }
    action[length] = what;
    reward[length] = brought;
    acted = true;
  }

  /// Ends the episode with the last action.
  ///
  /// @return whether a step became complete
  public boolean terminate() {
    boolean whole = acted;
    if (acted) {
      length++;
      acted = false;
      Arrays.fill(observation, at(length), at(length + 1), (byte) 0);
    }
    terminated = true;
    return whole;
  }

  /// Writes n steps as one row of a batch.
  ///
  /// @param t the first of them
  /// @param n number of steps; all complete
  void copy(int t, int n, ReplayBatch into, int row) {
    double sum = 0;
    double factor = 1;
    for (int k = 0; k < n; k++) {
      sum += factor * reward[t + k];
      factor *= discount;
    }
    boolean ends = t + n == length && terminated;
    into.observe(row, packing, observation, at(t), at(t + n));
    into.set(row, action[t], (float) sum, ends ? 0 : (float) factor);
  }
}
