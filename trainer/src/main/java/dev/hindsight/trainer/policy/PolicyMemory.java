package dev.hindsight.trainer.policy;

/// A copy of what a policy remembers of every agent, between two ticks. Immutable: for any thread.
///
/// Copies that one policy makes one after the other share what has not changed since: an episode in
/// a key/value cache costs its slots once, however many copies there are of it.
public interface PolicyMemory {
  /// Bytes that are free again as soon as this copy is given up.
  long bytes();

  /// Bytes it is the first to hold, and that later copies of the same episode hold as well.
  default long shared() {
    return 0;
  }

  /// Of a policy that remembers nothing.
  record Nothing() implements PolicyMemory {
    @Override
    public long bytes() {
      return 0;
    }
  }
}
