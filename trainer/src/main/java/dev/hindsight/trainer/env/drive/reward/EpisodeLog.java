package dev.hindsight.trainer.env.drive.reward;

import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.drive.simulation.Bodies;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig.GoalBehavior;
import dev.hindsight.trainer.env.drive.simulation.Roster;
import dev.hindsight.trainer.env.drive.simulation.TrafficParticipant;

/// Sums up an episode and its trials, as the reference does in its log. Allocates nothing.
public final class EpisodeLog {
  private final DriveConfig config;
  private final int egos;
  private final int others;
  private final int experts;

  public EpisodeLog(DriveConfig config, Roster roster) {
    this.config = config;
    egos = roster.egos(config.casting());
    others = roster.others().size();
    experts =
        (int)
            roster.others().stream()
                .filter(o -> o.role() == TrafficParticipant.Role.EXPERT)
                .count();
  }

  /// Adds the egos' results in the episode so far.
  public void add(Bodies b, EpisodeState episodeState, DriveTotals totals) {
    for (int a = 0; a < egos; a++) {
      AgentLogs logs = episodeState.logs;
      boolean collided = logs.collisionTicks[a] > 0;
      boolean offroad = logs.offroadTicks[a] > 0;
      totals.add(DriveMetric.EPISODE_RETURN, logs.episodeReturn[a]);
      totals.add(DriveMetric.EPISODE_LENGTH, logs.ticks[a]);
      totals.add(DriveMetric.GOALS_REACHED_THIS_EPISODE, logs.goalsReached[a]);
      totals.add(DriveMetric.GOALS_SAMPLED_THIS_EPISODE, logs.goalsSampled[a]);
      totals.add(DriveMetric.OFFROAD_RATE, offroad ? 1 : 0);
      totals.add(DriveMetric.COLLISION_RATE, collided ? 1 : 0);
      totals.add(DriveMetric.OFFROAD_PER_AGENT, logs.offroadTicks[a]);
      totals.add(DriveMetric.COLLISIONS_PER_AGENT, logs.collisionTicks[a]);
      totals.add(DriveMetric.LANE_ALIGNMENT_RATE, alignment(b, logs, a));
      totals.add(DriveMetric.SPEED_AT_GOAL, logs.speedAtGoal[a]);
      totals.add(DriveMetric.DNF_RATE, !collided && !offroad && fraction(logs, a) < 1 ? 1 : 0);
      totals.add(DriveMetric.ACTIVE_AGENT_COUNT, b.agents);
      totals.add(DriveMetric.EXPERT_STATIC_AGENT_COUNT, experts);
      totals.add(DriveMetric.STATIC_AGENT_COUNT, others);
      totals.add(DriveMetric.AVG_COLLISION_WEIGHT, episodeState.collisionWeight[a]);
      totals.add(DriveMetric.AVG_OFFROAD_WEIGHT, episodeState.offroadWeight[a]);
      totals.add(DriveMetric.AVG_GOAL_WEIGHT, episodeState.goalWeight[a]);
      totals.add(DriveMetric.AVG_ENTROPY_WEIGHT, episodeState.entropyWeight[a]);
      totals.add(DriveMetric.AVG_DISCOUNT_WEIGHT, episodeState.discountWeight[a]);
      totals.add(DriveMetric.N, 1);
      if (!trials()) {
        totals.add(DriveMetric.SCORE, solved(b, logs, a));
      }
    }
  }

  /// Writes the score of every agent, co-players included, in the trial that is over.
  public void score(Bodies b, EpisodeState episodeState, StepBuffer buffer) {
    for (int a = 0; a < b.agents; a++) {
      buffer.trialScore[a] = trials() ? clean(b, a) : solved(b, episodeState.logs, a);
    }
  }

  private static int clean(Bodies b, int agent) {
    return b.goalReached[agent] == 1 && b.collidedThisTrial[agent] == 0 ? 1 : 0;
  }

  /// Adds the trial that just ended, in trial mode.
  ///
  /// @param ticks its duration
  public void addTrial(Bodies b, EpisodeState episodeState, int ticks) {
    for (int a = 0; a < egos; a++) {
      int reached = b.goalReached[a];
      int clean = clean(b, a);
      episodeState.totals.add(DriveMetric.N_TRIALS_COMPLETED, 1);
      episodeState.totals.add(DriveMetric.TRIAL_TOTAL_LENGTH, ticks);
      episodeState.totals.add(
          reached == 1 ? DriveMetric.N_TRIALS_GOAL_REACHED : DriveMetric.N_TRIALS_TIMED_OUT, 1);
      episodeState.totals.add(DriveMetric.SCORE, clean / (double) config.limits().trials());
      episodeState.totals.addTrial(episodeState.trial, reached, clean);
    }
  }

  /// Adds an episode outside trial mode as a single trial.
  public void addOnlyTrial(Bodies b, EpisodeState episodeState) {
    for (int a = 0; a < egos; a++) {
      int reached = episodeState.logs.goalsReached[a] > 0 ? 1 : 0;
      episodeState.totals.addTrial(0, reached, solved(b, episodeState.logs, a));
    }
  }

  private boolean trials() {
    return config.goals().behavior() == GoalBehavior.TRIAL;
  }

  /// The reference takes the last tick's value for the whole episode.
  private double alignment(Bodies b, AgentLogs logs, int agent) {
    return config.quirks()
        ? b.laneAligned[agent]
        : logs.alignedTicks[agent] / (double) Math.max(1, logs.ticks[agent]);
  }

  private float fraction(AgentLogs logs, int agent) {
    float goals = trials() ? config.limits().trials() : logs.goalsSampled[agent];
    return logs.goalsReached[agent] / goals;
  }

  /// 1 if an agent reached most of its goals and touched nothing that counts.
  private int solved(Bodies b, AgentLogs logs, int agent) {
    int sampled = logs.goalsSampled[agent];
    float threshold = sampled == 2 ? 0.5f : sampled < 5 ? 0.8f : 0.9f;
    boolean touched =
        config.goals().behavior() == GoalBehavior.RESPAWN
            ? b.collidedBeforeGoal[agent] == 1
            : logs.collisionTicks[agent] > 0;
    return fraction(logs, agent) > threshold && !touched ? 1 : 0;
  }
}
