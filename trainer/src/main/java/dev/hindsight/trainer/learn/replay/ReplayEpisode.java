package dev.hindsight.trainer.learn.replay;

import dev.hindsight.trainer.learn.training.ObservationStore;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationPacking;
import java.util.Arrays;
import java.util.List;

/// Consecutive steps of one agent, or of a group that decides together, with the observation after
/// the last one: sums of n rewards run over one of these. One owner thread.
///
/// A step is complete when the observation after it is known, or when the episode ends with it.
/// Observations are kept packed, each segment in its own type; those of the members of a group one
/// after the other.
public final class ReplayEpisode {
  /// No episode: stands where a buffer holds none.
  static final ReplayEpisode NONE =
      new ReplayEpisode(new ObservationPacking(new ObservationLayout(List.of())), 0, 0);

  /// Steps there is room for at first.
  private static final int FIRST = 16;

  private final ObservationPacking packing;
  private final StepSizes sizes;

  /// Generation of its environments, from 0.
  final long generation;

  /// Discount factor of its agent.
  final double discount;

  private byte[] observation;
  private float[] reward = new float[FIRST];

  /// `[T]`, empty if actions are numbers.
  private int[] action;

  /// `[T * M * k]`, empty if actions are discrete.
  private float[] numbers;

  /// Places of its starts in a buffer that has such.
  private int[] places = new int[0];

  private int length;
  private boolean acted;
  private boolean terminated;

  /// An episode of one agent with discrete actions.
  ///
  /// @param packing of the observations of its environment
  /// @param generation of its environments, from 0
  /// @param discount factor of its agent
  public ReplayEpisode(ObservationPacking packing, long generation, double discount) {
    this(packing, StepSizes.LONE, generation, discount);
  }

  /// @param packing of the observations of its environment
  /// @param sizes of its steps
  /// @param generation of its environments, from 0
  /// @param discount factor of its agents
  public ReplayEpisode(
      ObservationPacking packing, StepSizes sizes, long generation, double discount) {
    this.packing = packing;
    this.sizes = sizes;
    this.generation = generation;
    this.discount = discount;
    this.observation = room(FIRST + 1);
    this.action = new int[sizes.numbers() == 0 ? FIRST : 0];
    this.numbers = new float[FIRST * sizes.width()];
  }

  private byte[] room(int observations) {
    return new byte[Math.multiplyExact(observations, at(1))];
  }

  private int at(int step) {
    return step * sizes.members() * packing.bytes();
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
        + (long) Float.BYTES * (reward.length + numbers.length)
        + (long) Integer.BYTES * (action.length + places.length);
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
    boolean whole = complete();
    seen.copy(index, observation, at(length));
    return whole;
  }

  /// Adds what the members of a group observe, which completes the previous step.
  ///
  /// @param indices `[M]`
  /// @return whether a step became complete
  public boolean see(ObservationStore seen, int[] indices) {
    boolean whole = complete();
    for (int member = 0; member < indices.length; member++) {
      seen.copy(indices[member], observation, at(length) + member * packing.bytes());
    }
    return whole;
  }

  private boolean complete() {
    boolean whole = acted;
    length += acted ? 1 : 0;
    acted = false;
    return whole;
  }

  /// Adds an action on the last observation.
  ///
  /// @param what index of the joint action of all members
  /// @param brought sum of the members' rewards
  public void act(int what, float brought) {
    grow();
    action[length] = what;
    reward[length] = brought;
    acted = true;
  }

  /// Adds an action of numbers on the last observation.
  ///
  /// @param what `[M * k]`, copied
  /// @param brought sum of the members' rewards
  public void act(float[] what, float brought) {
    grow();
    System.arraycopy(what, 0, numbers, length * sizes.width(), sizes.width());
    reward[length] = brought;
    acted = true;
  }

  private void grow() {
    if (length == reward.length) {
      action = Arrays.copyOf(action, 2 * action.length);
      numbers = Arrays.copyOf(numbers, 2 * numbers.length);
      reward = Arrays.copyOf(reward, 2 * length);
      byte[] grown = room(2 * length + 1);
      System.arraycopy(observation, 0, grown, 0, observation.length);
      observation = grown;
    }
  }

  /// Ends the episode with the last action.
  ///
  /// @return whether a step became complete
  public boolean terminate() {
    boolean whole = complete();
    if (whole) {
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
    if (sizes.numbers() == 0) {
      into.act(row, action[t]);
    } else {
      into.act(row, numbers, t * sizes.width());
    }
    into.set(row, (float) sum, ends ? 0 : (float) factor);
  }
}
