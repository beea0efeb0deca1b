package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;

/// B segments of T ticks, to be looked at all at once.
///
/// @param rows B
/// @param ticks T
/// @param observation `[B * T, D]`
/// @param position `[B, T]` int64: ticks since the episode of a tick began, from 0
/// @param episode `[B, T]` int32: which episode of its row a tick belongs to
/// @param removed `[B, T]` bool: true where the agent was in limbo
public record SegmentBatch(
    int rows, int ticks, NDArray observation, NDArray position, NDArray episode, NDArray removed) {
  /// From what was recorded, row after row.
  ///
  /// @param observation `[B * T * D]`
  /// @param terminal `[B * T]`, see [EpisodeIndex]
  /// @param removed `[B * T]`, 1 in limbo
  public static SegmentBatch of(
      NDManager manager,
      int rows,
      int ticks,
      float[] observation,
      byte[] terminal,
      byte[] removed) {
    EpisodeIndex index = EpisodeIndex.of(terminal, rows, ticks);
    long numbers = observation.length / ((long) rows * ticks);
    Shape shape = new Shape(rows, ticks);
    return new SegmentBatch(
        rows,
        ticks,
        manager.create(observation, new Shape((long) rows * ticks, numbers)),
        manager.create(index.position(), shape),
        manager.create(index.episode(), shape),
        manager.create(removed, shape).neq(0));
  }
}
