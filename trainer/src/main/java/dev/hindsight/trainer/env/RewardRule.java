package dev.hindsight.trainer.env;

/// What an environment pays for what happens, worked out of the columns and the declared knobs: a
/// second time, apart from the environment's own code.
public interface RewardRule {
  /// Fills what an agent's reward of a tick may be.
  ///
  /// @return whether the columns tell
  boolean of(int tick, int agent, RewardRange rewardRange);

  /// What may be paid: parts that are known to a rounding, and a range for those that are not.
  /// Overwritten tick by tick; one owner thread.
  final class RewardRange {
    /// Least that all may come to.
    public double least;

    /// Most.
    public double most;

    /// Part of it that is for a goal.
    public double goal;

    /// Part of it that is for contacts.
    public double penalty;

    /// Nothing is paid.
    public void clear() {
      least = 0;
      most = 0;
      goal = 0;
      penalty = 0;
    }

    /// Adds a part that is known.
    public void add(double part) {
      least += part;
      most += part;
    }

    /// Adds a part that lies between two numbers, in any order.
    public void between(double one, double other) {
      least += Math.min(one, other);
      most += Math.max(one, other);
    }

    /// How far a reward lies outside, signed; 0 where it fits.
    public double off(double reward) {
      double slack = 2e-4 * (1 + Math.max(Math.abs(least), Math.abs(most)));
      return reward < least - slack ? reward - least : reward > most + slack ? reward - most : 0;
    }
  }
}
