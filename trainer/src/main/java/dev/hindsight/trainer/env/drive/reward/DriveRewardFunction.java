package dev.hindsight.trainer.env.drive.reward;

import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.drive.reward.DriveTotals.Event;
import dev.hindsight.trainer.env.drive.simulation.Bodies;
import dev.hindsight.trainer.env.drive.simulation.ContactRule;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig.DynamicsModel;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig.ReferenceVariant;
import dev.hindsight.trainer.outcome.EventBits;

/// Rewards the result of an agent's move. Hot loop: no allocation.
public final class DriveRewardFunction {
  /// Reward of a change of velocity, per m/s²: for smoothness, in the classic preset and model.
  private static final float ROUGHNESS = -0.0002f;

  /// Reward for heading straight along a lane, before its weight.
  private static final float ALONG = 0.0025f;

  private final DriveConfig config;
  private final ContactRule contactRule;
  private final GoalTracker goals;
  private final int egos;
  private final boolean smooth;
  private final boolean adaptive;

  /// @param egos number of agents whose actions count; the rest are co-players
  public DriveRewardFunction(
      DriveConfig config, ContactRule contactRule, GoalTracker goals, int egos) {
    this.egos = egos;
    this.config = config;
    this.contactRule = contactRule;
    this.goals = goals;
    adaptive = config.preset() == ReferenceVariant.ADAPTIVE;
    smooth = !adaptive && config.dynamics() == DynamicsModel.CLASSIC;
  }

  /// Rewards a change of velocity.
  ///
  /// @param vx velocity before the move
  /// @param vy velocity before the move
  public void motion(
      Bodies b, EpisodeState episodeState, StepBuffer buffer, int agent, float vx, float vy) {
    episodeState.logs.ticks[agent]++;
    if (smooth) {
      float dx = b.vx[agent] - vx;
      float dy = b.vy[agent] - vy;
      float reward = ROUGHNESS * (float) Math.sqrt(dx * dx + dy * dy) / config.dt();
      buffer.reward[agent] += reward;
      episodeState.logs.episodeReturn[agent] += reward;
    }
  }

  /// Checks an agent's new position: contacts, goal, lane.
  public void arrival(Bodies b, EpisodeState episodeState, StepBuffer buffer, int agent) {
    int before = b.collision[agent];
    boolean stood = b.stopped[agent] == 1;
    contactRule.update(b, agent);
    count(episodeState, buffer, agent, before, b.collision[agent]);
    // The fork also forgives the very contact that stops an agent.
    boolean pardoned = adaptive && (config.quirks() ? b.stopped[agent] == 1 : stood);
    if (b.collision[agent] != ContactRule.NOTHING && !pardoned) {
      penalize(b, episodeState, buffer, agent);
    }
    float speed = (float) Math.sqrt(b.vx[agent] * b.vx[agent] + b.vy[agent] * b.vy[agent]);
    goals.check(b, episodeState, buffer, agent, speed);
    if (config.rewards().laneAlign() > 0) {
      lane(b, episodeState, buffer, agent, speed);
    }
    episodeState.logs.alignedTicks[agent] += b.laneAligned[agent];
  }

  private void count(EpisodeState episodeState, StepBuffer buffer, int agent, int before, int now) {
    if (now == before || now == ContactRule.NOTHING) {
      return;
    }
    boolean vehicle = now == ContactRule.VEHICLE;
    buffer.event[agent] |= vehicle ? EventBits.COLLISION : EventBits.OFFROAD;
    if (agent < egos) {
      episodeState.totals.count(vehicle ? Event.COLLISIONS : Event.OFFROAD);
    }
  }

  private void penalize(Bodies b, EpisodeState episodeState, StepBuffer buffer, int agent) {
    boolean vehicle = b.collision[agent] == ContactRule.VEHICLE;
    float weight =
        vehicle ? episodeState.collisionWeight[agent] : episodeState.offroadWeight[agent];
    buffer.reward[agent] += weight;
    episodeState.logs.episodeReturn[agent] += weight;
    episodeState.logs.collisionTicks[agent] += vehicle ? 1 : 0;
    episodeState.logs.offroadTicks[agent] += vehicle ? 0 : 1;
    if (config.quirks() || b.respawns[agent] == 0) {
      b.collidedBeforeGoal[agent] = 1;
    }
  }

  /// Rewards following the direction of a lane. (GIGAFLOW: Cusumano-Towner et al., 2025.)
  private void lane(
      Bodies b, EpisodeState episodeState, StepBuffer buffer, int agent, float speed) {
    float cos = b.laneCos[agent];
    double angle = StrictMath.acos(Math.min(Math.max(cos, -1f), 1f));
    float against = Math.min(cos, 0);
    float speeding = config.rewards().velocityAlign() * Math.min(cos * speed, 0);
    float along = (float) (ALONG * (1 - angle / (Math.PI / 2)));
    float reward = config.rewards().laneAlign() * config.dt() * (against + speeding + along);
    buffer.reward[agent] += reward;
    episodeState.logs.episodeReturn[agent] += reward;
  }
}
