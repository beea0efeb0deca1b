package dev.hindsight.trainer.run;

import dev.hindsight.trainer.SplitMix64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// All randomness of a run as a function of its seed and the place in the run: a run resumed from a
/// checkpoint draws the same numbers as one that was not interrupted.
///
/// The finaliser of SplitMix64 (Steele, Lea and Flood, 2014), once for each part of the key.
public record Seeds(long run) {
  /// What random numbers are for.
  public enum Purpose {
    /// Initial weights.
    WEIGHTS(1),
    /// Environments.
    ENVIRONMENT(2),
    /// Draws of actions.
    ACTIONS(3),
    /// Choice of rows for a step.
    ROWS(4),
    /// Random actions under which observations are measured.
    SCALES(5);

    private final long salt;

    Purpose(long salt) {
      this.salt = salt;
    }
  }

  /// @param update number of the update
  /// @param index for several of the same purpose
  public long of(Purpose purpose, long update, long index) {
    long z = SplitMix64.mix(run + SplitMix64.GAMMA);
    z = SplitMix64.mix(z ^ purpose.salt * SplitMix64.GAMMA);
    z = SplitMix64.mix(z ^ (update + 1) * SplitMix64.GAMMA);
    return SplitMix64.mix(z ^ (index + 1) * SplitMix64.GAMMA);
  }

  /// Those of some seeds that environments of the run have.
  ///
  /// @param updates number of updates of the run
  /// @param environments number of environments at a time
  public List<Long> trainedOn(Set<Long> some, long updates, int environments) {
    Set<Long> found = new LinkedHashSet<>();
    for (long update = 0; !some.isEmpty() && update <= updates; update++) {
      for (int e = 0; e < environments; e++) {
        long seed = of(Purpose.ENVIRONMENT, update, e);
        if (some.contains(seed)) {
          found.add(seed);
        }
      }
    }
    return List.copyOf(found);
  }
}
