package dev.hindsight.trainer.env.drive.simulation;

import java.util.ArrayList;
import java.util.List;

/// Weights that every reset draws for each agent, and which of them the agent observes.
///
/// @param kind which weights are drawn
/// @param collision range of the reward for a vehicle collision
/// @param offroad range of the reward for leaving the road
/// @param goal range of the reward for a goal
/// @param entropy range of the weight of the policy's entropy, for training
/// @param discount range of the discount factor, for training
public record RewardConditioning(
    Kind kind, Range collision, Range offroad, Range goal, Range entropy, Range discount) {

  /// Which weights are drawn.
  public enum Kind {
    /// None: weights are the configured rewards.
    NONE,
    /// The three reward weights.
    REWARD,
    /// The entropy weight.
    ENTROPY,
    /// The discount factor.
    DISCOUNT,
    /// All five.
    ALL
  }

  /// Whether the reward weights are drawn and observed.
  public boolean onRewards() {
    return kind == Kind.REWARD || kind == Kind.ALL;
  }

  /// Whether the entropy weight is drawn and observed.
  public boolean onEntropy() {
    return kind == Kind.ENTROPY || kind == Kind.ALL;
  }

  /// Whether the discount factor is drawn and observed.
  public boolean onDiscount() {
    return kind == Kind.DISCOUNT || kind == Kind.ALL;
  }

  /// Numbers this adds to the ego segment of an observation.
  public int features() {
    return (onRewards() ? 3 : 0) + (onEntropy() ? 1 : 0) + (onDiscount() ? 1 : 0);
  }

  /// The names of these numbers, in order.
  public List<String> names() {
    List<String> names = new ArrayList<>();
    if (onRewards()) {
      names.addAll(List.of("collision_weight", "offroad_weight", "goal_weight"));
    }
    if (onEntropy()) {
      names.add("entropy_weight");
    }
    if (onDiscount()) {
      names.add("discount_weight");
    }
    return names;
  }

  /// From low to high, both included.
  public record Range(float low, float high) {
    /// Only this value.
    public static Range only(float value) {
      return new Range(value, value);
    }

    /// @param unit uniform in `[0, 1]`
    public float at(float unit) {
      return unit * (high - low) + low;
    }
  }
}
