package dev.hindsight.trainer.learn.net;

/// A network's forward pass over whole segments: every tick of every segment at once, with
/// gradients.
///
/// May keep constants on the device. One owner thread.
@FunctionalInterface
public interface SegmentForward extends AutoCloseable {
  /// @return heads for `[B * T]` ticks, row after row, or for the chosen ones; they live as long as
  ///   the surrounding scope
  LogitsAndValues run(NamedWeights namedWeights, SegmentBatch batch);

  /// Frees its resources; most have none.
  @Override
  default void close() {}
}
