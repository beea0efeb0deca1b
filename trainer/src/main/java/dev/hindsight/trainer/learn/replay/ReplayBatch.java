package dev.hindsight.trainer.learn.replay;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import dev.hindsight.trainer.learn.net.HostArray;
import dev.hindsight.trainer.observation.ObservationPacking;
import java.nio.FloatBuffer;
import java.util.List;

/// N steps from the replay buffer, in memory that a network reads. Allocated once, refilled for
/// each step; one owner thread.
public final class ReplayBatch implements AutoCloseable {
  /// N.
  public final int rows;

  private final StepSizes sizes;
  private final int numbers;
  private final HostArray observation;
  private final HostArray later;
  private final HostArray action;
  private final HostArray reward;
  private final HostArray bootstrap;
  private final HostArray weight;
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
    this.rows = rows;
    this.numbers = numbers;
    this.sizes = sizes;
    long all = (long) sizes.members() * numbers;
    observation = new HostArray(manager, DataType.FLOAT32, rows, all);
    later = new HostArray(manager, DataType.FLOAT32, rows, all);
    action =
        sizes.numbers() == 0
            ? new HostArray(manager, DataType.INT64, rows, 1)
            : new HostArray(manager, DataType.FLOAT32, rows, sizes.width());
    reward = new HostArray(manager, DataType.FLOAT32, rows);
    bootstrap = new HostArray(manager, DataType.FLOAT32, rows);
    weight = new HostArray(manager, DataType.FLOAT32, rows);
    observations = observation.bytes().asFloatBuffer();
    laters = later.bytes().asFloatBuffer();
    one = new float[numbers];
    from = new int[rows];
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

  /// @param importance weight of a row in the critics' loss
  void weigh(int row, float importance) {
    weight.bytes().putFloat(row * Float.BYTES, importance);
  }

  /// `[N, M * D]`
  public NDArray observation() {
    return observation.onDevice();
  }

  /// `[N, M * D]`, observations after the n steps.
  public NDArray later() {
    return later.onDevice();
  }

  /// `[N, 1]` int64, the index of the joint action, member 0 slowest; or `[N, M * k]` numbers.
  public NDArray action() {
    return action.onDevice();
  }

  /// `[N]`
  public NDArray reward() {
    return reward.onDevice();
  }

  /// `[N]`
  public NDArray bootstrap() {
    return bootstrap.onDevice();
  }

  /// `[N]`
  public NDArray weight() {
    return weight.onDevice();
  }

  @Override
  public void close() {
    List.of(observation, later, action, reward, bootstrap, weight).forEach(HostArray::close);
  }
}
