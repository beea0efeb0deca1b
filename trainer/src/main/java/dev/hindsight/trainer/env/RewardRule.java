package dev.hindsight.trainer.env;

/// Computes the reward an environment pays from the recorded columns and the knobs, independently
/// of the environment's own code.
public interface RewardRule {
  /// Computes the range of an agent's reward at a tick.
  ///
  /// @return whether the columns suffice
  boolean of(int tick, int agent, RewardRange rewardRange);

  /// A range of possible rewards: parts that are known up to rounding, and ranges for the others.
  /// Overwritten tick by tick; one owner thread.
  final class RewardRange {
    /// Smallest total.
    public double least;

    /// Largest total.
    public double most;

    /// The part for a goal.
    public double goal;

    /// The part for contacts.
    public double penalty;

    /// Resets to 0.
    public void clear() {
      least = 0;
      most = 0;
      goal = 0;
      penalty = 0;
    }

    /// Adds a known part.
    public void add(double part) {
      least += part;
      most += part;
    }

    /// Adds a part between two numbers, given in any order.
    public void between(double one, double other) {
      least += Math.min(one, other);
      most += Math.max(one, other);
    }

    /// Signed distance of a reward from the range; 0 if it is inside, infinite if it is not a
    /// number.
    public double off(double reward) {
      if (Double.isNaN(reward)) {
        return Double.POSITIVE_INFINITY;
      }
      double slack = 2e-4 * (1 + Math.max(Math.abs(least), Math.abs(most)));
      return reward < least - slack ? reward - least : reward > most + slack ? reward - most : 0;
    }
  }
}
