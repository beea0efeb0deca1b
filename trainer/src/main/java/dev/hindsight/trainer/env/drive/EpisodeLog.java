package dev.hindsight.trainer.env.drive;

import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.drive.DriveConfig.GoalBehavior;

/// Sums up an episode, as the reference does in its log, and the trials in it. Allocates nothing.
final class EpisodeLog {
  private final DriveConfig config;
  private final int egos;
  private final int others;
  private final int experts;

  EpisodeLog(DriveConfig config, Roster roster) {
    this.config = config;
    egos = egos(config, roster);
    others = roster.others().size();
    experts = (int) roster.others().stream().filter(o -> o.role() == Actor.Role.EXPERT).count();
  }

  /// The first so many agents whose doings count; the rest are co-players.
  static int egos(DriveConfig config, Roster roster) {
    int agents = roster.agents().size();
    int asked = config.casting().egos();
    return asked == 0 ? agents : Math.min(asked, agents);
  }

  /// Adds what the egos did in the episode so far.
  void add(Bodies b, Ledger ledger, DriveTotals totals) {
    for (int a = 0; a < egos; a++) {
      AgentLogs logs = ledger.logs;
      boolean collided = logs.collisionTicks[a] > 0;
      boolean offroad = logs.offroadTicks[a] > 0;
      totals.add(Metric.EPISODE_RETURN, logs.episodeReturn[a]);
      totals.add(Metric.EPISODE_LENGTH, logs.ticks[a]);
      totals.add(Metric.GOALS_REACHED_THIS_EPISODE, logs.goalsReached[a]);
      totals.add(Metric.GOALS_SAMPLED_THIS_EPISODE, logs.goalsSampled[a]);
      totals.add(Metric.OFFROAD_RATE, offroad ? 1 : 0);
      totals.add(Metric.COLLISION_RATE, collided ? 1 : 0);
      totals.add(Metric.OFFROAD_PER_AGENT, logs.offroadTicks[a]);
      totals.add(Metric.COLLISIONS_PER_AGENT, logs.collisionTicks[a]);
      totals.add(Metric.LANE_ALIGNMENT_RATE, alignment(b, logs, a));
      totals.add(Metric.SPEED_AT_GOAL, logs.speedAtGoal[a]);
      totals.add(Metric.DNF_RATE, !collided && !offroad && fraction(logs, a) < 1 ? 1 : 0);
      totals.add(Metric.ACTIVE_AGENT_COUNT, b.agents);
      totals.add(Metric.EXPERT_STATIC_AGENT_COUNT, experts);
      totals.add(Metric.STATIC_AGENT_COUNT, others);
      totals.add(Metric.AVG_COLLISION_WEIGHT, ledger.collisionWeight[a]);
      totals.add(Metric.AVG_OFFROAD_WEIGHT, ledger.offroadWeight[a]);
      totals.add(Metric.AVG_GOAL_WEIGHT, ledger.goalWeight[a]);
      totals.add(Metric.AVG_ENTROPY_WEIGHT, ledger.entropyWeight[a]);
      totals.add(Metric.AVG_DISCOUNT_WEIGHT, ledger.discountWeight[a]);
      totals.add(Metric.N, 1);
      if (!trials()) {
        totals.add(Metric.SCORE, solved(b, logs, a));
      }
    }
  }

  /// Says what every agent, co-players too, scored in the trial that is over.
  void score(Bodies b, Ledger ledger, StepBuffer buffer) {
    for (int a = 0; a < b.agents; a++) {
      buffer.trialScore[a] = trials() ? clean(b, a) : solved(b, ledger.logs, a);
    }
  }

  private static int clean(Bodies b, int agent) {
    return b.goalReached[agent] == 1 && b.collidedThisTrial[agent] == 0 ? 1 : 0;
  }

  /// Adds the trial that just ended, in trial mode.
  ///
  /// @param ticks how long it took
  void addTrial(Bodies b, Ledger ledger, int ticks) {
    for (int a = 0; a < egos; a++) {
      int reached = b.goalReached[a];
      int clean = clean(b, a);
      ledger.totals.add(Metric.N_TRIALS_COMPLETED, 1);
      ledger.totals.add(Metric.TRIAL_TOTAL_LENGTH, ticks);
      ledger.totals.add(reached == 1 ? Metric.N_TRIALS_GOAL_REACHED : Metric.N_TRIALS_TIMED_OUT, 1);
      ledger.totals.add(Metric.SCORE, clean / (double) config.limits().trials());
      ledger.totals.addTrial(ledger.trial, reached, clean);
    }
  }

  /// Adds an episode outside trial mode as the one trial it is.
  void addOnlyTrial(Bodies b, Ledger ledger) {
    for (int a = 0; a < egos; a++) {
      int reached = ledger.logs.goalsReached[a] > 0 ? 1 : 0;
      ledger.totals.addTrial(0, reached, solved(b, ledger.logs, a));
    }
  }

  private boolean trials() {
    return config.goals().behavior() == GoalBehavior.TRIAL;
  }

  /// The reference takes the last tick's word for the whole episode.
  private double alignment(Bodies b, AgentLogs logs, int agent) {
    return config.quirks()
        ? b.laneAligned[agent]
        : logs.alignedTicks[agent] / (double) Math.max(1, logs.ticks[agent]);
  }

  private float fraction(AgentLogs logs, int agent) {
    float goals = trials() ? config.limits().trials() : logs.goalsSampled[agent];
    return logs.goalsReached[agent] / goals;
  }

  /// 1 where an agent reached most of its goals and touched nothing that counts.
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
