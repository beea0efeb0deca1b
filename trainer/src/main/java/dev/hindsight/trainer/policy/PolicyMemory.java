package dev.hindsight.trainer.policy;

/// A copy of a policy's memory of every agent between two ticks. Immutable: for any thread.
///
/// Consecutive copies from one policy share unchanged data: an episode in a key/value cache takes
/// its memory once, however many copies there are.
public interface PolicyMemory {
  /// Bytes that are freed with this copy.
  long bytes();

  /// Bytes that this copy is the first to hold and that later copies of the same episode share.
  default long shared() {
    return 0;
  }

  /// The memory of a policy without memory.
  record Nothing() implements PolicyMemory {
    @Override
    public long bytes() {
      return 0;
    }
  }
}
