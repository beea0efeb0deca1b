package dev.hindsight.trainer.fleet;

import java.util.concurrent.atomic.AtomicLong;

/// The version of the learner's weights: the number of updates they have learned from. It only
/// grows, and every increment returns another number. Any thread; no reader ever sees it fall.
///
/// Every batch carries the version that its worker read when it began to collect.
public final class VersionRegistry {
  private final AtomicLong version;

  /// Starts at 0.
  public VersionRegistry() {
    this(0);
  }

  /// Goes on from a checkpoint.
  ///
  /// @param version at least 0
  public VersionRegistry(long version) {
    this.version = new AtomicLong(version);
  }

  /// The present version.
  public long current() {
    return version.get();
  }

  /// Makes the next version.
  ///
  /// @return the new version, which no other call returns
  public long increment() {
    return version.incrementAndGet();
  }
}
