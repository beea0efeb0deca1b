package dev.hindsight.trainer.env.drive.reward;

import java.util.Locale;

/// Quantities summed over agents and episodes, named and ordered as in the reference's log.
enum DriveMetric {
  EPISODE_RETURN,
  EPISODE_LENGTH,
  SCORE,
  GOALS_REACHED_THIS_EPISODE,
  GOALS_SAMPLED_THIS_EPISODE,
  OFFROAD_RATE,
  COLLISION_RATE,
  /// Derived: goals reached per goal.
  COMPLETION_RATE,
  OFFROAD_PER_AGENT,
  COLLISIONS_PER_AGENT,
  /// Neither touched anything nor reached every goal.
  DNF_RATE,
  /// Number of summed (agent, episode) pairs, the divisor of the other sums.
  N,
  LANE_ALIGNMENT_RATE,
  SPEED_AT_GOAL,
  ACTIVE_AGENT_COUNT,
  EXPERT_STATIC_AGENT_COUNT,
  STATIC_AGENT_COUNT,
  AVG_COLLISION_WEIGHT,
  AVG_OFFROAD_WEIGHT,
  AVG_GOAL_WEIGHT,
  AVG_ENTROPY_WEIGHT,
  AVG_DISCOUNT_WEIGHT,
  N_TRIALS_COMPLETED,
  N_TRIALS_GOAL_REACHED,
  N_TRIALS_TIMED_OUT,
  TRIAL_TOTAL_LENGTH;

  static final int COUNT = values().length;

  /// The reference's name.
  String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
