package dev.hindsight.trainer.learn.net;

/// A network over whole segments: every tick of every segment at once, gradients included.
///
/// May hold on the device what never changes. One owner thread.
@FunctionalInterface
public interface SegmentForward extends AutoCloseable {
  /// @return heads for `[B * T]` ticks, row after row; they live as long as the scope around
  LogitsAndValues run(NamedWeights namedWeights, SegmentBatch batch);

  /// Frees what it holds; most hold nothing.
  @Override
  default void close() {}
}
