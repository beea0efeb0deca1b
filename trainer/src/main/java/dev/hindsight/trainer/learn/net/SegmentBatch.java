package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import dev.hindsight.trainer.attention.MemoryLayout;
import dev.hindsight.trainer.attention.MemoryRules.MaskRule;
import java.util.Optional;

/// B segments of T ticks, processed at once.
///
/// @param rows B
/// @param ticks T
/// @param observation `[B * T, D]`
/// @param position `[B, T]` int64: ticks since the start of the tick's episode, from 0
/// @param episode `[B, T]` int32: episode of a tick within its row
/// @param removed `[B, T]` bool: true if the agent was in limbo, or all members of a group
/// @param mask which ticks of its episode a query may look at
/// @param window number of most recent keys a query looks at, its own included; 0 for no limit
/// @param replayed if they are sequences from a replay buffer; networks without memory do not read
///   it
public record SegmentBatch(
    int rows,
    int ticks,
    NDArray observation,
    NDArray position,
    NDArray episode,
    NDArray removed,
    MaskRule mask,
    int window,
    Optional<ReplayedTicks> replayed) {
  /// Segments that are not from a replay buffer.
  public SegmentBatch(
      int rows,
      int ticks,
      NDArray observation,
      NDArray position,
      NDArray episode,
      NDArray removed,
      MaskRule mask,
      int window) {
    this(rows, ticks, observation, position, episode, removed, mask, window, Optional.empty());
  }

  /// With the correct mask: a query may look at itself and at all earlier ticks of its episode.
  public SegmentBatch(
      int rows,
      int ticks,
      NDArray observation,
      NDArray position,
      NDArray episode,
      NDArray removed) {
    this(rows, ticks, observation, position, episode, removed, MaskRule.CAUSAL, 0);
  }

  /// Segments of one tick each, with which episodes begin.
  ///
  /// @param observation `[N, D]`
  public static SegmentBatch single(NDArray observation) {
    NDManager manager = observation.getManager();
    Shape shape = new Shape(observation.getShape().get(0), 1);
    return new SegmentBatch(
        Math.toIntExact(shape.get(0)),
        1,
        observation,
        manager.zeros(shape, DataType.INT64),
        manager.zeros(shape, DataType.INT32),
        manager.zeros(shape, DataType.BOOLEAN));
  }

  /// Sequences from a replay buffer.
  public SegmentBatch with(ReplayedTicks other) {
    return new SegmentBatch(
        rows, ticks, observation, position, episode, removed, mask, window, Optional.of(other));
  }

  /// The same ticks of other agents.
  ///
  /// @param other `[B * T, D]`
  SegmentBatch with(NDArray other) {
    return new SegmentBatch(rows, ticks, other, position, episode, removed, mask, window, replayed);
  }

  /// The segments of each of the M members of groups, whose observations and recurrent states stand
  /// side by side: those of the first row's members first. Chosen ticks are those of all members,
  /// member by member within each.
  ///
  /// @return `[B * M, T]`
  SegmentBatch ofMembers(int members) {
    long numbers = observation.getShape().get(1) / members;
    int all = Math.multiplyExact(rows, members);
    NDArray each =
        observation
            .reshape(new Shape(rows, ticks, members, numbers))
            .transpose(0, 2, 1, 3)
            .reshape(new Shape((long) all * ticks, numbers));
    return new SegmentBatch(
        all,
        ticks,
        each,
        repeated(position, members),
        repeated(episode, members),
        replayed
            .flatMap(ReplayedTicks::limbo)
            .map(limbo -> limbo.transpose(0, 2, 1).reshape(new Shape((long) rows * members, ticks)))
            .orElseGet(() -> repeated(removed, members)),
        mask,
        window,
        replayed.map(own -> ofMembers(own, members)));
  }

  /// @param each `[B, T]`
  /// @return `[B * M, T]`
  private NDArray repeated(NDArray each, int members) {
    return each.reshape(new Shape(rows, 1, ticks))
        .broadcast(new Shape(rows, members, ticks))
        .reshape(new Shape((long) rows * members, ticks));
  }

  private ReplayedTicks ofMembers(ReplayedTicks own, int members) {
    long[] chosen = own.chosen().toLongArray();
    long[] each = new long[Math.multiplyExact(chosen.length, members)];
    for (int k = 0; k < chosen.length; k++) {
      long row = chosen[k] / ticks;
      for (int member = 0; member < members; member++) {
        each[k * members + member] = (row * members + member) * ticks + chosen[k] % ticks;
      }
    }
    return new ReplayedTicks(
        observation.getManager().create(each),
        own.burnIn(),
        own.memory()
            .map(state ->
                state.reshape(
                    new Shape((long) rows * members, state.getShape().get(1) / members))));
  }

  /// The segments of one member of groups, whose observations and recurrent states stand side by
  /// side.
  ///
  /// @param member index in the group
  SegmentBatch ofMember(int member, int members) {
    return new SegmentBatch(
        rows,
        ticks,
        part(observation, member, members),
        position,
        episode,
        replayed
            .flatMap(ReplayedTicks::limbo)
            .map(limbo -> limbo.get(new NDIndex().addAllDim().addAllDim().addIndices(member)))
            .orElse(removed),
        mask,
        window,
        replayed.map(own ->
            new ReplayedTicks(
                own.chosen(),
                own.burnIn(),
                own.memory().map(state -> part(state, member, members)))));
  }

  private static NDArray part(NDArray all, int member, int members) {
    long numbers = all.getShape().get(1) / members;
    return all.get(new NDIndex().addAllDim().addSliceDim(member * numbers, (member + 1) * numbers));
  }

  /// The same, but every row begins with an empty memory.
  public SegmentBatch withEmptyMemory() {
    return replayed
        .map(ticks -> with(new ReplayedTicks(ticks.chosen(), ticks.burnIn(), Optional.empty())))
        .orElse(this);
  }

  /// The rows of the ticks whose outputs are wanted.
  ///
  /// @param each `[B * T, w]`
  /// @return `[K, w]`, or all of them if none were chosen
  public NDArray chosen(NDArray each) {
    return replayed.map(ticks -> each.get(new NDIndex("{}", ticks.chosen()))).orElse(each);
  }

  /// Makes a batch from recorded data, row by row.
  ///
  /// @param observation `[B * T * D]`
  /// @param ended `[B * T]`, see [EpisodeIndex]
  /// @param removed `[B * T]`, 1 in limbo
  public static SegmentBatch of(
      NDManager manager, int rows, int ticks, float[] observation, byte[] ended, byte[] removed) {
    EpisodeIndex index = EpisodeIndex.of(ended, rows, ticks);
    long numbers = observation.length / ((long) rows * ticks);
    Shape shape = new Shape(rows, ticks);
    return new SegmentBatch(
        rows,
        ticks,
        EngineMemory.array(manager, observation, new Shape((long) rows * ticks, numbers)),
        manager.create(index.position(), shape),
        manager.create(index.episode(), shape),
        manager.create(removed, shape).neq(0));
  }

  /// One segment with a given memory layout.
  ///
  /// @param observation `[T * D]`
  public static SegmentBatch of(NDManager manager, float[] observation, MemoryLayout layout) {
    int ticks = layout.ticks();
    Shape row = new Shape(1, ticks);
    return new SegmentBatch(
        1,
        ticks,
        EngineMemory.array(manager, observation, new Shape(ticks, observation.length / ticks)),
        manager.create(layout.position(), row),
        manager.create(layout.episode(), row),
        manager.create(layout.hidden(), row).neq(0),
        layout.mask(),
        layout.window());
  }
}
