package dev.hindsight.trainer.learn.replay;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import dev.hindsight.trainer.learn.net.HostArray;
import dev.hindsight.trainer.learn.net.ReplayedTicks;
import dev.hindsight.trainer.learn.net.SegmentBatch;
import dev.hindsight.trainer.observation.ObservationPacking;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// N sequences of T steps from the replay buffer, in memory that a network reads; T is 1 for single
/// steps. Allocated once, refilled for each step of learning; one owner thread.
///
/// K = N * T; the steps of a sequence follow one another.
public final class ReplayBatch implements AutoCloseable {
  /// N.
  public final int rows;

  private final StepSizes sizes;
  private final SequenceSizes sequences;

  /// `[N]` where sequences come from, and their first steps.
  private final ReplayEpisode[] episode;

  private final int[] start;

  /// The ticks of all sequences: observations and positions in their episodes. Grown as needed.
  private HostArray window;

  private HostArray position;
  private HostArray chunk;
  private HostArray removed;
  private HostArray limbo;
  private final float[] tickNumbers;

  /// `[K]` int64, the ticks at which outputs are wanted.
  private final HostArray now;

  private final HostArray next;

  /// `[N, s]`
  private final HostArray state;

  private final int numbers;
  private final NDManager manager;
  private final HostArray observation;
  private final HostArray later;
  private final HostArray action;
  private final HostArray reward;
  private final HostArray bootstrap;
  private final HostArray weight;
  private final HostArray live;

  /// `[K, 1]` zeros, without memory: every tick is the first of its episode, and not in limbo.
  private final List<HostArray> firstTicks;

  private final FloatBuffer observations;
  private final FloatBuffer laters;
  private final float[] one;
  private final int[] from;
  private long drawn;

  /// Steps of one agent with discrete actions.
  ///
  /// @param rows N
  /// @param numbers D
  public ReplayBatch(NDManager manager, int rows, int numbers) {
    this(manager, rows, numbers, StepSizes.LONE);
  }

  /// @param rows N
  /// @param numbers D, of one member's observation
  /// @param sizes of the steps
  public ReplayBatch(NDManager manager, int rows, int numbers, StepSizes sizes) {
    this(manager, rows, numbers, sizes, SequenceSizes.SINGLE);
  }

  /// @param rows N
  /// @param numbers D, of one member's observation
  /// @param sizes of the steps
  /// @param sequences T, and what a network with memory reads
  public ReplayBatch(
      NDManager manager, int rows, int numbers, StepSizes sizes, SequenceSizes sequences) {
    this.rows = rows;
    this.numbers = numbers;
    this.sizes = sizes;
    this.sequences = sequences;
    this.manager = manager;
    long all = (long) sizes.members() * numbers;
    long steps = steps();
    long seen = sequences.remembers() ? 1 : steps;
    observation = new HostArray(manager, DataType.FLOAT32, seen, all);
    later = new HostArray(manager, DataType.FLOAT32, seen, all);
    action =
        sizes.numbers() == 0
            ? new HostArray(manager, DataType.INT64, steps, 1)
            : new HostArray(manager, DataType.FLOAT32, steps, sizes.width());
    reward = new HostArray(manager, DataType.FLOAT32, steps);
    bootstrap = new HostArray(manager, DataType.FLOAT32, steps);
    weight = new HostArray(manager, DataType.FLOAT32, steps);
    live = new HostArray(manager, DataType.FLOAT32, steps);
    long alone = sequences.remembers() ? 1 : steps;
    firstTicks =
        List.of(
            new HostArray(manager, DataType.INT64, alone, 1),
            new HostArray(manager, DataType.INT32, alone, 1),
            new HostArray(manager, DataType.BOOLEAN, alone, 1));
    observations = observation.bytes().asFloatBuffer();
    laters = later.bytes().asFloatBuffer();
    one = new float[numbers];
    from = new int[rows];
    episode = new ReplayEpisode[rows];
    Arrays.fill(episode, ReplayEpisode.NONE);
    start = new int[rows];
    tickNumbers = new float[Math.toIntExact(all)];
    long kept = sequences.remembers() ? steps : 1;
    now = new HostArray(manager, DataType.INT64, kept);
    next = new HostArray(manager, DataType.INT64, kept);
    state = new HostArray(manager, DataType.FLOAT32, rows, Math.max(1, sequences.state()));
    window = new HostArray(manager, DataType.FLOAT32, 1);
    position = new HostArray(manager, DataType.INT64, 1);
    chunk = new HostArray(manager, DataType.INT32, 1);
    removed = new HostArray(manager, DataType.BOOLEAN, 1);
    limbo = new HostArray(manager, DataType.BOOLEAN, 1);
  }

  /// K.
  public int steps() {
    return Math.multiplyExact(rows, sequences.length());
  }

  /// T.
  public int length() {
    return sequences.length();
  }

  /// Unpacks the observations before a step and after the n steps.
  ///
  /// @param packed holds both
  /// @param before index of the first byte of the one
  /// @param after index of the first byte of the other
  void observe(int row, ObservationPacking packing, byte[] packed, int before, int after) {
    for (int member = 0; member < sizes.members(); member++) {
      int to = (row * sizes.members() + member) * numbers;
      packing.unpack(packed, before + member * packing.bytes(), one, 0);
      observations.put(to, one);
      packing.unpack(packed, after + member * packing.bytes(), one, 0);
      laters.put(to, one);
    }
  }

  /// @param done index of the joint action
  void act(int row, int done) {
    action.bytes().putLong(row * Long.BYTES, done);
  }

  /// @param done numbers of actions
  /// @param from index of the first of the row's
  void act(int row, float[] done, int from) {
    for (int i = 0; i < sizes.width(); i++) {
      action.bytes().putFloat((row * sizes.width() + i) * Float.BYTES, done[from + i]);
    }
  }

  /// @param brought discounted sum of the n rewards
  /// @param discount of the value after them; 0 if no value follows
  void set(int row, float brought, float discount) {
    reward.bytes().putFloat(row * Float.BYTES, brought);
    bootstrap.bytes().putFloat(row * Float.BYTES, discount);
    live.bytes().putFloat(row * Float.BYTES, 1);
  }

  /// Empties a step: the sequence has ended before.
  ///
  /// @param step index among K
  void leaveEmpty(int step) {
    set(step, 0, 0);
    live.bytes().putFloat(step * Float.BYTES, 0);
    int width = sizes.members() * numbers;
    for (int i = 0; i < width && !sequences.remembers(); i++) {
      observations.put(step * width + i, 0);
      laters.put(step * width + i, 0);
    }
    if (sizes.numbers() == 0) {
      act(step, 0);
      return;
    }
    for (int i = 0; i < sizes.width(); i++) {
      action.bytes().putFloat((step * sizes.width() + i) * Float.BYTES, 0);
    }
  }

  /// Notes from where a row was drawn, for the ticks around its steps.
  void from(int row, ReplayEpisode owner, int first) {
    episode[row] = owner;
    start[row] = first;
  }

  /// Which draw of its buffer filled it, from 1; 0 if the buffer does not count them.
  long drawn() {
    return drawn;
  }

  /// Notes which draw fills it.
  void drawn(long draw) {
    drawn = draw;
  }

  /// The place in the buffer from which a row was drawn.
  int from(int row) {
    return from[row];
  }

  /// Notes from where a row was drawn.
  void from(int row, int place) {
    from[row] = place;
  }

  /// @param importance weight of a row's steps in the critics' loss
  void weigh(int row, float importance) {
    for (int k = 0; k < sequences.length(); k++) {
      weight.bytes().putFloat((row * sequences.length() + k) * Float.BYTES, importance);
    }
  }

  /// What networks read at the steps, and at those n later.
  ///
  /// @param now with outputs for all K steps
  /// @param later with outputs for the observations after the n steps
  public record Readings(SegmentBatch now, SegmentBatch later) {}

  /// The observations for networks. Make them in the scope of a step.
  ///
  /// Without memory every step stands alone. With memory a row holds the B ticks before its first
  /// step, or all that its policy attended to, as far as the episode has that many, and all ticks,
  /// in limbo too, up to the last observation that one of its steps needs. Rows have as many ticks
  /// before their first steps as the one that has most, and are as long as the longest one.
  ///
  /// @param n number of steps whose rewards are summed
  public Readings readings(int n) {
    if (!sequences.remembers()) {
      return new Readings(single(observation()), single(later()));
    }
    int before = 0;
    for (int row = 0; row < rows; row++) {
      before = Math.max(before, sequences.before(episode[row].tick(start[row])));
    }
    int ticks = 0;
    for (int row = 0; row < rows; row++) {
      ticks = Math.max(ticks, lastTick(row, n) - firstTick(row, before) + 1);
    }
    grow(Math.multiplyExact(rows, ticks));
    for (int row = 0; row < rows; row++) {
      fill(row, ticks, before, n);
    }
    Shape shape = new Shape(rows, ticks);
    SegmentBatch all =
        new SegmentBatch(
            rows,
            ticks,
            first(window, (long) rows * ticks * tickNumbers.length)
                .reshape((long) rows * ticks, tickNumbers.length),
            first(position, (long) rows * ticks).reshape(shape),
            first(chunk, (long) rows * ticks).reshape(shape),
            first(removed, (long) rows * ticks).reshape(shape));
    Optional<NDArray> memory =
        sequences.state() == 0 ? Optional.empty() : Optional.of(state.onDevice().duplicate());
    Optional<NDArray> resting =
        sizes.members() == 1
            ? Optional.empty()
            : Optional.of(
                first(limbo, (long) rows * ticks * sizes.members())
                    .reshape(new Shape(rows, ticks, sizes.members())));
    return new Readings(
        all.with(new ReplayedTicks(now.onDevice(), before, memory, resting)),
        all.with(new ReplayedTicks(next.onDevice(), before, memory, resting)));
  }

  /// As [SegmentBatch#single], without allocating anything.
  private SegmentBatch single(NDArray seen) {
    return new SegmentBatch(
        steps(),
        1,
        seen,
        firstTicks.get(0).onDevice(),
        firstTicks.get(1).onDevice(),
        firstTicks.get(2).onDevice());
  }

  /// Copied, into memory that the engine aligns like its own results: some of its kernels round
  /// differently for other alignments.
  private static NDArray first(HostArray array, long count) {
    return array.onDevice(count).duplicate();
  }

  private void grow(int ticks) {
    if (position.bytes().capacity() < ticks * Long.BYTES) {
      List.of(window, position, chunk, removed, limbo).forEach(HostArray::close);
      int room = Math.multiplyExact(ticks, 5) / 4;
      window = new HostArray(manager, DataType.FLOAT32, (long) room * tickNumbers.length);
      position = new HostArray(manager, DataType.INT64, room);
      chunk = new HostArray(manager, DataType.INT32, room);
      removed = new HostArray(manager, DataType.BOOLEAN, room);
      limbo = new HostArray(manager, DataType.BOOLEAN, (long) room * sizes.members());
    }
  }

  /// Fills the ticks of a row; those outside its episode are zeros in limbo.
  ///
  /// @param ticks of each row
  /// @param before ticks of each row before its first step
  private void fill(int row, int ticks, int before, int n) {
    ReplayEpisode owner = episode[row];
    int first = firstTick(row, before);
    int last = lastTick(row, n);
    for (int t = 0; t < ticks; t++) {
      int tick = first + t;
      boolean exists = tick >= 0 && tick <= last;
      if (exists) {
        owner.observe(tick, tickNumbers, 0);
      } else {
        Arrays.fill(tickNumbers, 0);
      }
      int at = row * ticks + t;
      window.bytes().asFloatBuffer().put(at * tickNumbers.length, tickNumbers);
      int begin = exists ? sequences.attention().first(tick) : 0;
      position.bytes().putLong(at * Long.BYTES, exists ? tick - begin : 0);
      chunk.bytes().putInt(at * Integer.BYTES, begin);
      boolean all = true;
      for (int member = 0; member < sizes.members(); member++) {
        boolean rests = !exists || owner.rested(tick, member);
        all &= rests;
        limbo.bytes().put(at * sizes.members() + member, (byte) (rests ? 1 : 0));
      }
      removed.bytes().put(at, (byte) (all ? 1 : 0));
    }
    FloatBuffer states = state.bytes().asFloatBuffer();
    for (int i = 0; i < sequences.state(); i++) {
      states.put(row * sequences.state() + i, first > 0 ? owner.recall(first, i) : 0);
    }
    for (int k = 0; k < sequences.length(); k++) {
      int step = start[row] + k;
      boolean exists = step < owner.starts(n);
      int none = row * ticks + before;
      int at = (row * sequences.length() + k) * Long.BYTES;
      now.bytes().putLong(at, exists ? row * ticks + owner.tick(step) - first : none);
      next.bytes().putLong(at, exists ? row * ticks + owner.tick(step + n) - first : none);
    }
  }

  /// The tick with which a row begins; below 0 where the episode begins later.
  private int firstTick(int row, int before) {
    return episode[row].tick(start[row]) - before;
  }

  /// The tick of the last observation that a row's steps need.
  private int lastTick(int row, int n) {
    int last = Math.min(start[row] + sequences.length(), episode[row].starts(n)) - 1;
    return episode[row].tick(last + n);
  }

  /// `[K]`, 1 for a step, 0 behind the end of a sequence.
  public NDArray live() {
    return live.onDevice();
  }

  /// Whether a step exists.
  ///
  /// @param step index among K
  public boolean isLive(int step) {
    return live.bytes().getFloat(step * Float.BYTES) > 0;
  }

  /// `[K, M * D]`, without memory.
  public NDArray observation() {
    return observation.onDevice();
  }

  /// `[K, M * D]`, observations after the n steps, without memory.
  public NDArray later() {
    return later.onDevice();
  }

  /// `[K, 1]` int64, the index of the joint action, member 0 slowest; or `[K, M * k]` numbers.
  public NDArray action() {
    return action.onDevice();
  }

  /// `[K]`
  public NDArray reward() {
    return reward.onDevice();
  }

  /// `[K]`
  public NDArray bootstrap() {
    return bootstrap.onDevice();
  }

  /// `[K]`
  public NDArray weight() {
    return weight.onDevice();
  }

  @Override
  public void close() {
    List.of(observation, later, action, reward, bootstrap, weight, live).forEach(HostArray::close);
    firstTicks.forEach(HostArray::close);
    List.of(window, position, chunk, removed, limbo, now, next, state).forEach(HostArray::close);
  }
}
