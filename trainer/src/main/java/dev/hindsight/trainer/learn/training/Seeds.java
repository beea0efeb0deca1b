package dev.hindsight.trainer.learn.training;

/// All randomness of a run as a function of its seed and of where in the run it is wanted: a run
/// that goes on from a checkpoint draws what it would have drawn.
///
/// The finaliser of SplitMix64 (Steele, Lea and Flood, 2014), once for each part of the key.
public record Seeds(long run) {
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  /// What randomness is for.
  public enum Purpose {
    /// First weights.
    WEIGHTS(1),
    /// Worlds.
    ENVIRONMENT(2),
    /// Draws of actions.
    ACTIONS(3),
    /// Rows of a step.
    ROWS(4);

    private final long salt;

    Purpose(long salt) {
      this.salt = salt;
    }
  }

  /// @param update number of the update
  /// @param index which one of several
  public long of(Purpose purpose, long update, long index) {
    long z = mix(run + GOLDEN);
    z = mix(z ^ purpose.salt * GOLDEN);
    z = mix(z ^ (update + 1) * GOLDEN);
    return mix(z ^ (index + 1) * GOLDEN);
  }

  private static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
