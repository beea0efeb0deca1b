package dev.hindsight.trainer.learn.replay;

import dev.hindsight.trainer.learn.training.ObservationStore;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationPacking;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/// Consecutive steps of one agent, or of a group that decides together, with the observation after
/// the last one: sums of n rewards run over one of these. One owner thread.
///
/// A step is complete when the observation after it is known, or when the episode ends with it.
/// Observations are kept packed, each segment in its own type; those of the members of a group one
/// after the other.
///
/// For networks with memory it also keeps the ticks in limbo between the steps, which their memory
/// sees, and, if wanted, the recurrent state with which the policy acted at each tick. Such an
/// episode begins where the memory was empty.
public final class ReplayEpisode {
  /// No episode: stands where a buffer holds none.
  static final ReplayEpisode NONE =
      new ReplayEpisode(new ObservationPacking(new ObservationLayout(List.of())), 0, 0);

  /// Index of an observation that consists of zeros.
  public static final int NOTHING = -1;

  private static final int[] CONSECUTIVE = {};

  /// Steps there is room for at first.
  private static final int FIRST = 16;

  private final ObservationPacking packing;
  private final StepSizes sizes;
  private final SequenceSizes sequences;

  private final ReplayOrigin origin;

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

  /// `[T + 1]` the tick of each step and of the observation after the last one; empty if only steps
  /// are kept, which are their own ticks then.
  private int[] tick;

  /// `[ticks * s]`, the recurrent state before each tick.
  private float[] state = new float[0];

  /// Number of ticks kept, where they are not the steps.
  private int ticks;

  /// `[ticks * M]`, which members were in limbo.
  private final BitSet limbo = new BitSet();

  /// The tick at which each step was made, since its environments were created; empty while they
  /// follow each other without a gap.
  private int[] made = CONSECUTIVE;

  /// `[T]` how often each start was drawn, and the low bits of the number of the batch that drew it
  /// last.
  private int[] draws = new int[FIRST];

  private int[] drawn = new int[FIRST];

  private int length;
  private boolean acted;
  private boolean terminated;
  private StoredEpisodeEnd end = StoredEpisodeEnd.UNFINISHED;

  /// Number of steps that its buffer had ever stored when it began.
  private long stored;

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
    this(packing, sizes, SequenceSizes.SINGLE, generation, discount);
  }

  /// @param packing of the observations of its environment
  /// @param sizes of its steps
  /// @param sequences what is kept for networks with memory
  /// @param generation of its environments, from 0
  /// @param discount factor of its agents
  public ReplayEpisode(
      ObservationPacking packing,
      StepSizes sizes,
      SequenceSizes sequences,
      long generation,
      double discount) {
    this(packing, sizes, sequences, new ReplayOrigin(generation, 0, 0), discount);
  }

  /// @param packing of the observations of its environment
  /// @param sizes of its steps
  /// @param sequences what is kept for networks with memory
  /// @param origin where it was played
  /// @param discount factor of its agents
  public ReplayEpisode(
      ObservationPacking packing,
      StepSizes sizes,
      SequenceSizes sequences,
      ReplayOrigin origin,
      double discount) {
    this.packing = packing;
    this.sizes = sizes;
    this.sequences = sequences;
    this.tick = new int[sequences.remembers() ? FIRST + 1 : 0];
    this.origin = origin;
    this.discount = discount;
    this.observation = room(FIRST + 1);
    this.action = new int[sizes.numbers() == 0 ? FIRST : 0];
    this.numbers = new float[FIRST * sizes.width()];
  }

  private byte[] room(int observations) {
    return new byte[Math.multiplyExact(observations, at(1))];
  }

  private int at(int row) {
    return row * sizes.members() * packing.bytes();
  }

  /// The tick of a step, or of the observation after the last one.
  int tick(int step) {
    return sequences.remembers() ? tick[step] : step;
  }

  /// Adds a tick for the observation that comes now.
  private int add() {
    if (!sequences.remembers()) {
      return length;
    }
    if (at(ticks + 1) > observation.length) {
      observation = Arrays.copyOf(observation, room(2 * ticks + 1).length);
    }
    return ticks++;
  }

  /// Adds a tick for the next step.
  private int addStep() {
    int added = add();
    if (sequences.remembers()) {
      tick = length == tick.length ? Arrays.copyOf(tick, 2 * length) : tick;
      tick[length] = added;
    }
    return added;
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
        + (long) Float.BYTES * (reward.length + numbers.length + state.length)
        + (long) Integer.BYTES * (action.length + places.length + tick.length)
        + (long) Integer.BYTES * (made.length + draws.length + drawn.length)
        + (limbo.isEmpty() ? 0 : limbo.size() / Byte.SIZE);
  }

  /// Where it was played.
  ReplayOrigin origin() {
    return origin;
  }

  /// Why it is over.
  StoredEpisodeEnd end() {
    return end;
  }

  /// Says why it is over.
  public void end(StoredEpisodeEnd why) {
    end = why;
  }

  /// Number of steps that its buffer had ever stored when it began.
  long stored() {
    return stored;
  }

  void stored(long before) {
    stored = before;
  }

  /// The reward of a step.
  float reward(int step) {
    return reward[step];
  }

  /// Says at which tick the last action was taken, since the environments were created.
  public void made(int at) {
    if (made.length == 0) {
      if (at == origin.tick() + length) {
        return;
      }
      made = new int[reward.length];
      for (int step = 0; step < length; step++) {
        made[step] = origin.tick() + step;
      }
    }
    made = made.length < reward.length ? Arrays.copyOf(made, reward.length) : made;
    made[length] = at;
  }

  /// The tick at which each complete step was made; empty if they follow each other without a gap.
  int[] made() {
    return Arrays.copyOf(made, Math.min(made.length, length));
  }

  /// Counts that a batch draws a start.
  void draw(int start, long batch) {
    draws[start]++;
    drawn[start] = (int) batch;
  }

  /// How often a start was drawn.
  int draws(int start) {
    return draws[start];
  }

  /// How many batches ago a start was drawn; it was drawn at all.
  int since(int start, long batch) {
    return (int) batch - drawn[start];
  }

  /// Restores how often a start was drawn, and how long ago.
  void restoreDraws(int start, int count, int since, long batch) {
    draws[start] = count;
    drawn[start] = (int) batch - since;
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
    int added = addStep();
    seen.copy(index, observation, at(added));
    return whole;
  }

  /// Adds what the members of a group observe, which completes the previous step.
  ///
  /// @param indices `[M]`
  /// @return whether a step became complete
  public boolean see(ObservationStore seen, int[] indices) {
    boolean whole = complete();
    put(seen, indices, addStep());
    return whole;
  }

  /// Adds a tick in limbo, if it keeps such: a step's successor is the next one outside limbo.
  ///
  /// @param indices `[M]`; [#NOTHING] for a member that observes zeros
  /// @param resting `[M]`, 1 for a member in limbo
  public void rest(ObservationStore seen, int[] indices, byte[] resting) {
    if (sequences.remembers()) {
      int added = add();
      put(seen, indices, added);
      for (int member = 0; member < resting.length; member++) {
        limbo.set(added * sizes.members() + member, resting[member] != 0);
      }
    }
  }

  /// Whether a member was in limbo at a tick.
  boolean rested(int which, int member) {
    return limbo.get(which * sizes.members() + member);
  }

  /// Notes the recurrent state before the last tick, if it keeps such.
  ///
  /// @param from index of the first of its numbers
  public void remember(float[] states, int from) {
    int numbersOfOne = sequences.state();
    if (numbersOfOne > 0) {
      int to = (ticks - 1) * numbersOfOne;
      if (to + numbersOfOne > state.length) {
        state = Arrays.copyOf(state, Math.max(FIRST * numbersOfOne, 2 * to));
      }
      System.arraycopy(states, from, state, to, numbersOfOne);
    }
  }

  private void put(ObservationStore seen, int[] indices, int added) {
    for (int member = 0; member < indices.length; member++) {
      if (indices[member] == NOTHING) {
        continue;
      }
      seen.copy(indices[member], observation, at(added) + member * packing.bytes());
    }
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
    if (terminated) {
      throw new IllegalStateException("the episode is over after " + length + " steps");
    }
    if (length == reward.length) {
      action = Arrays.copyOf(action, 2 * action.length);
      numbers = Arrays.copyOf(numbers, 2 * numbers.length);
      reward = Arrays.copyOf(reward, 2 * length);
      draws = Arrays.copyOf(draws, reward.length);
      drawn = Arrays.copyOf(drawn, reward.length);
      if (!sequences.remembers()) {
        observation = Arrays.copyOf(observation, room(2 * length + 1).length);
      }
    }
  }

  /// Ends the episode with the last action.
  ///
  /// @return whether a step became complete
  public boolean terminate() {
    boolean whole = complete();
    if (whole) {
      int added = addStep();
      Arrays.fill(observation, at(added), at(added + 1), (byte) 0);
    }
    terminated = true;
    return whole;
  }

  /// Writes a sequence as one row of a batch: each of its steps with the n rewards from there on.
  /// Steps behind the last one that begins n complete ones are left empty.
  ///
  /// @param t its first step
  /// @param n number of steps whose rewards are summed; from t on, so many are complete
  void copy(int t, int n, ReplayBatch into, int row) {
    for (int k = 0; k < sequences.length(); k++) {
      if (t + k < starts(n)) {
        step(t + k, n, into, row * sequences.length() + k);
      } else {
        into.leaveEmpty(row * sequences.length() + k);
      }
    }
    if (sequences.remembers()) {
      into.from(row, this, t);
    }
  }

  private void step(int t, int n, ReplayBatch into, int row) {
    double sum = 0;
    double factor = 1;
    for (int k = 0; k < n; k++) {
      sum += factor * reward[t + k];
      factor *= discount;
    }
    boolean ends = t + n == length && terminated;
    if (!sequences.remembers()) {
      into.observe(row, packing, observation, at(t), at(t + n));
    }
    if (sizes.numbers() == 0) {
      into.act(row, action[t]);
    } else {
      into.act(row, numbers, t * sizes.width());
    }
    into.set(row, (float) sum, ends ? 0 : (float) factor);
  }

  /// Copies the observation of a tick.
  ///
  /// @param which index of the tick
  /// @param into gets the numbers of all members
  void observe(int which, float[] into, int from) {
    int numbersOfOne = packing.numbers();
    for (int member = 0; member < sizes.members(); member++) {
      packing.unpack(
          observation, at(which) + member * packing.bytes(), into, from + member * numbersOfOne);
    }
  }

  /// One number of the recurrent state before a tick.
  float recall(int which, int number) {
    return state[which * sequences.state() + number];
  }

  /// Numbers of all recurrent states kept.
  int states() {
    return ticks * sequences.state();
  }

  /// Copies all recurrent states.
  void states(float[] into, int from) {
    System.arraycopy(state, 0, into, from, Math.min(state.length, states()));
  }

  /// Replaces all recurrent states; there is room for them, as for those of the ticks it has seen.
  void restoreStates(float[] all, int from) {
    state = state.length < states() ? new float[states()] : state;
    System.arraycopy(all, from, state, 0, states());
  }
}
