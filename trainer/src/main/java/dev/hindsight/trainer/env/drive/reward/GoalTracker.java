package dev.hindsight.trainer.env.drive.reward;

import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.drive.reward.DriveTotals.Event;
import dev.hindsight.trainer.env.drive.simulation.Bodies;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig.GoalBehavior;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig.ReferenceVariant;
import dev.hindsight.trainer.env.drive.simulation.LanePoints;
import dev.hindsight.trainer.env.drive.simulation.Roster;
import dev.hindsight.trainer.env.drive.simulation.TrafficParticipant;
import dev.hindsight.trainer.outcome.EventBits;

/// Sees when agents reach their goals, pays them and does what the goal behaviour says: stop,
/// leave, respawn or draw a new goal. Hot loop: no allocation.
public final class GoalTracker {
  private final DriveConfig config;
  private final Roster roster;
  private final LanePoints points;
  private final int egos;

  public GoalTracker(DriveConfig config, Roster roster, LanePoints points) {
    this.config = config;
    this.roster = roster;
    this.points = points;
    this.egos = roster.egos(config.casting());
  }

  /// Rewards an agent at its goal and applies the goal behaviour.
  ///
  /// @param speed m/s, not negative
  void check(Bodies b, EpisodeState episodeState, StepBuffer buffer, int agent, float speed) {
    float dx = b.goalX[agent] - b.x[agent];
    float dy = b.goalY[agent] - b.y[agent];
    boolean there =
        (float) Math.sqrt(dx * dx + dy * dy) < config.goals().radius()
            && speed <= config.goals().maxSpeed();
    if (!there || b.goalPaid[agent] == 1) {
      return;
    }
    b.arrived[agent] = 1;
    episodeState.logs.speedAtGoal[agent] = speed;
    switch (config.goals().behavior()) {
      case RESPAWN -> {
        if (b.isGhost(agent)) {
          payAgain(b, episodeState, buffer, agent);
        } else {
          pay(b, episodeState, buffer, agent);
        }
      }
      case GENERATE_NEW -> {
        give(episodeState, buffer, agent, episodeState.goalWeight[agent]);
        reached(b, episodeState, buffer, agent);
        drawGoal(b, episodeState, agent);
      }
      case STOP -> {
        pay(b, episodeState, buffer, agent);
        // In PufferDrive 2.0 the goal is paid again at every later tick.
        b.goalPaid[agent] = config.quirks() && config.preset() == ReferenceVariant.CLASSIC ? 0 : 1;
        b.stopped[agent] = 1;
        b.stop(agent);
      }
      case TRIAL -> {
        pay(b, episodeState, buffer, agent);
        b.goalPaid[agent] = 1;
        b.remove(agent);
        b.stop(agent);
      }
    }
  }

  /// Returns agents that reached their goal to their start, where they continue as ghosts.
  public void respawn(Bodies b, EpisodeState episodeState) {
    if (config.goals().behavior() != GoalBehavior.RESPAWN) {
      return;
    }
    for (int a = 0; a < b.agents; a++) {
      if (b.arrived[a] == 1) {
        b.respawns[a]++;
        respawn(b, a, episodeState.tick);
      }
    }
  }

  /// The reference returns ghosts to frame 0 whatever frame they started from, and clears their
  /// record.
  private void respawn(Bodies b, int agent, int tick) {
    TrafficParticipant trafficParticipant = roster.actor(agent);
    int frame = config.quirks() ? 0 : config.casting().initSteps();
    b.x[agent] = trafficParticipant.x()[frame];
    b.y[agent] = trafficParticipant.y()[frame];
    b.face(agent, trafficParticipant.heading()[frame]);
    b.vx[agent] = trafficParticipant.vx()[frame];
    b.vy[agent] = trafficParticipant.vy()[frame];
    b.respawnTick[agent] = tick;
    b.arrived[agent] = 0;
    b.leaveLane(agent);
    b.stopped[agent] = 0;
    b.removed[agent] = 0;
    b.steering[agent] = 0;
    b.accelerationLong[agent] = 0;
    b.accelerationLat[agent] = 0;
    if (config.quirks()) {
      b.collidedBeforeGoal[agent] = 0;
    }
  }

  /// In the reference a goal erases the tick's other rewards and the return so far.
  private void pay(Bodies b, EpisodeState episodeState, StepBuffer buffer, int agent) {
    float weight = episodeState.goalWeight[agent];
    if (config.quirks()) {
      buffer.reward[agent] = weight;
      episodeState.logs.episodeReturn[agent] = weight;
    } else {
      give(episodeState, buffer, agent, weight);
    }
    reached(b, episodeState, buffer, agent);
    b.goalReached[agent] = 1;
  }

  private void payAgain(Bodies b, EpisodeState episodeState, StepBuffer buffer, int agent) {
    float scale = config.preset() == ReferenceVariant.ADAPTIVE ? episodeState.goalWeight[agent] : 1;
    give(episodeState, buffer, agent, config.rewards().postRespawn() * scale);
    b.goalPaid[agent] = 1;
  }

  private static void give(EpisodeState episodeState, StepBuffer buffer, int agent, float reward) {
    buffer.reward[agent] += reward;
    episodeState.logs.episodeReturn[agent] += reward;
  }

  private void reached(Bodies b, EpisodeState episodeState, StepBuffer buffer, int agent) {
    episodeState.logs.goalsReached[agent]++;
    if (b.goalReached[agent] == 0) {
      buffer.event[agent] |= EventBits.GOAL;
    }
    if (b.goalReached[agent] == 0 && agent < egos) {
      episodeState.totals.count(Event.GOALS);
    }
  }

  /// Draws a lane point ahead; if there is none, the first goal of another agent; without other
  /// agents, the goal stays and is not paid again.
  private void drawGoal(Bodies b, EpisodeState episodeState, int agent) {
    episodeState.logs.goalsSampled[agent]++;
    int point = points.ahead(b, agent, config.goals().targetDistance());
    if (point != LanePoints.NONE) {
      b.goalX[agent] = points.x()[point];
      b.goalY[agent] = points.y()[point];
    } else if (b.agents > 1) {
      TrafficParticipant another = roster.actor((roster.actor(agent).object() + 1) % b.agents);
      b.goalX[agent] = another.goalX();
      b.goalY[agent] = another.goalY();
    } else {
      b.goalPaid[agent] = 1;
      b.goalReached[agent] = 1;
    }
  }
}
