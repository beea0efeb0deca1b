package dev.hindsight.trainer.learn.training;

import dev.hindsight.trainer.SplitMix64;

/// All randomness of a run as a function of its seed and of where in the run it is wanted: a run
/// that goes on from a checkpoint draws what it would have drawn.
///
/// The finaliser of SplitMix64 (Steele, Lea and Flood, 2014), once for each part of the key.
public record Seeds(long run) {
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
    long z = SplitMix64.mix(run + SplitMix64.GAMMA);
    z = SplitMix64.mix(z ^ purpose.salt * SplitMix64.GAMMA);
    z = SplitMix64.mix(z ^ (update + 1) * SplitMix64.GAMMA);
    return SplitMix64.mix(z ^ (index + 1) * SplitMix64.GAMMA);
  }
}
