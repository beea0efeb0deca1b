package dev.hindsight.trainer.env.drive.reward;

import dev.hindsight.trainer.env.RecordedTicks;
import dev.hindsight.trainer.env.RewardRule;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EventBits;
import dev.hindsight.trainer.rollout.Channel;
import java.util.Optional;

/// The rewards of driving: goals, ticks in contact, following a lane, and a small penalty for rough
/// driving in the classic preset. It reads the world after an action from the next row; if a
/// trial's end or a respawn has overwritten it, the parts that depend on it become ranges.
public final class DriveRewardRule implements RewardRule {
  private static final int VEHICLE = 1;

  // Written out here too: a rule that took the simulator's numbers could not find a wrong one.
  private static final double ROUGHNESS = -0.0002;
  private static final double ALONG = 0.0025;

  /// Largest acceleration of an agent in m/s², with a margin.
  private static final double HARDEST = 6;

  private final RecordedTicks recording;
  private final Optional<AgentColumn> velocity;
  private final Optional<AgentColumn> collision;
  private final Optional<AgentColumn> stopped;
  private final Optional<AgentColumn> ghost;
  private final Optional<AgentColumn> laneCos;
  private final Optional<Channel> observation;
  private final int size;
  private final int collisionAt;
  private final int offroadAt;
  private final int goalAt;
  private final boolean quirks;
  private final boolean adaptive;
  private final boolean smooth;
  private final boolean respawns;
  private final boolean stopsAtGoal;
  private final double dt;
  private final double laneAlign;
  private final double laneSpeed;

  /// @param recording of exactly this version of the environment
  public DriveRewardRule(RecordedTicks recording) {
    this.recording = recording;
    velocity = recording.column("velocity", 2);
    collision = recording.column("collision", 1);
    stopped = recording.column("stopped", 1);
    ghost = recording.column("ghost", 1);
    laneCos = recording.column("lane_cos", 1);
    observation = recording.rollout().channel("observation");
    size =
        AgentColumn.observation(recording.rollout()).isPresent()
            ? AgentColumn.widthOf(recording.rollout(), "observation")
            : 0;
    collisionAt = weight("collision_weight");
    offroadAt = weight("offroad_weight");
    goalAt = weight("goal_weight");
    quirks = recording.word("reference_quirks").equals("true");
    adaptive = recording.word("preset").equals("adaptive");
    smooth = !adaptive && recording.word("dynamics_model").equals("classic");
    respawns = recording.word("goal_behavior").equals("respawn");
    stopsAtGoal = recording.word("goal_behavior").equals("stop");
    dt = recording.number("dt").orElse(recording.rollout().manifest().tickSeconds());
    laneAlign = recording.number("reward_lane_align").orElse(0);
    laneSpeed = recording.number("reward_vel_align").orElse(0);
  }

  private int weight(String name) {
    for (Segment segment : recording.rollout().manifest().observation().segments()) {
      int at = segment.names().indexOf(name);
      if (size > 0 && segment.shape().size() == 1 && at >= 0) {
        return segment.offset() + at;
      }
    }
    return -1;
  }

  private double weight(int at, String knob, int tick, int agent) {
    return at >= 0 && observation.isPresent()
        ? observation.get().value(tick, agent * size + at)
        : recording.number(knob).orElse(0);
  }

  @Override
  public boolean of(int tick, int agent, RewardRange rewardRange) {
    if (velocity.isEmpty() || collision.isEmpty() || stopped.isEmpty()) {
      return false;
    }
    rewardRange.clear();
    if (recording.limbo(tick, agent)) {
      return true;
    }
    boolean trial = recording.word("goal_behavior").equals("trial");
    if (recording.trialEnds(tick) && !trial) {
      // Without trials, this tick shows the next episode instead of being simulated.
      return true;
    }
    boolean after = velocity.get().hasRow(tick + 1) && collision.get().hasRow(tick + 1);
    if (!after || recording.moved(tick + 1)) {
      return false;
    }
    boolean whole = !recording.trialEnds(tick);
    boolean goal = recording.goal(tick, agent);
    contacts(tick, agent, whole, rewardRange);
    goal(tick, agent, goal, rewardRange);
    boolean halted =
        goal || stops(tick, agent, whole) || recording.contact(tick, agent) || turned(tick, agent);
    // In the reference a goal erases the tick's earlier rewards.
    boolean wipes = quirks && goal && !recording.word("goal_behavior").equals("generate_new");
    if (wipes) {
      rewardRange.clear();
      rewardRange.goal = weight(goalAt, "reward_goal", tick, agent);
      rewardRange.add(rewardRange.goal);
    } else if (smooth) {
      rough(tick, agent, whole && !halted, rewardRange);
    }
    if (stopsAtGoal && quirks && !adaptive && stopped.orElseThrow().value(tick, agent) != 0) {
      // There the goal is paid again at every tick, which erases the rest; the audit of scores
      // reports this.
      double paidAgain = weight(goalAt, "reward_goal", tick, agent);
      rewardRange.least = Math.min(rewardRange.least, paidAgain);
      rewardRange.most = Math.max(rewardRange.most, paidAgain);
    }
    lane(tick, agent, whole && !halted, rewardRange);
    return true;
  }

  private boolean stops(int tick, int agent, boolean whole) {
    return !whole
        || recording.limbo(tick + 1, agent)
        || stopped.orElseThrow().value(tick, agent) != stopped.orElseThrow().value(tick + 1, agent);
  }

  /// Whether the agent was put back to its start.
  private boolean turned(int tick, int agent) {
    boolean isGhost = ghost.isPresent() && ghost.get().value(tick, agent) != 0;
    boolean willBe = ghost.isPresent() && ghost.get().value(tick + 1, agent) != 0;
    return isGhost || willBe;
  }

  private void contacts(int tick, int agent, boolean whole, RewardRange rewardRange) {
    int state = (int) collision.orElseThrow().value(tick + 1, agent);
    int event = recording.event(tick, agent);
    double vehicle = weight(collisionAt, "reward_vehicle_collision", tick, agent);
    double edge = weight(offroadAt, "reward_offroad_collision", tick, agent);
    boolean stood = stopped.orElseThrow().value(tick, agent) != 0;
    boolean standing = stopped.orElseThrow().value(tick + 1, agent) != 0;
    double weight = 0;
    boolean sure = true;
    if ((event & EventBits.COLLISION) != 0) {
      weight = vehicle;
    } else if ((event & EventBits.OFFROAD) != 0) {
      weight = edge;
    } else if (whole) {
      weight = state == 0 ? 0 : state == VEHICLE ? vehicle : edge;
    } else {
      // A continuing contact is no event, and the next trial has overwritten it.
      int before = (int) collision.orElseThrow().value(tick, agent);
      weight = before == 0 ? 0 : before == VEHICLE ? vehicle : edge;
      sure = before == 0;
    }
    if (adaptive && stood) {
      weight = 0;
    } else if (adaptive && quirks && (standing || !whole)) {
      sure = false;
    }
    if (sure) {
      rewardRange.add(weight);
      rewardRange.penalty = weight;
    } else {
      rewardRange.between(0, weight);
    }
  }

  private void goal(int tick, int agent, boolean goal, RewardRange rewardRange) {
    double weight = weight(goalAt, "reward_goal", tick, agent);
    if (goal) {
      rewardRange.goal = weight;
      rewardRange.add(weight);
    } else if (respawns && ghost.isPresent() && ghost.get().value(tick, agent) != 0) {
      double paidAgain = recording.number("reward_goal_post_respawn").orElse(0);
      rewardRange.between(0, paidAgain * (adaptive ? weight : 1));
    }
  }

  private double speed(int tick, int agent) {
    return Math.hypot(
        velocity.orElseThrow().value(tick, agent, 0), velocity.orElseThrow().value(tick, agent, 1));
  }

  private void rough(int tick, int agent, boolean sure, RewardRange rewardRange) {
    AgentColumn v = velocity.orElseThrow();
    if (sure) {
      double dx = v.value(tick + 1, agent, 0) - v.value(tick, agent, 0);
      double dy = v.value(tick + 1, agent, 1) - v.value(tick, agent, 1);
      rewardRange.add(ROUGHNESS * Math.hypot(dx, dy) / dt);
    } else {
      rewardRange.between(0, ROUGHNESS * (2 * speed(tick, agent) / dt + HARDEST));
    }
  }

  private void lane(int tick, int agent, boolean sure, RewardRange rewardRange) {
    if (laneAlign <= 0) {
      return;
    }
    if (sure && laneCos.isPresent()) {
      double cos = laneCos.get().value(tick + 1, agent);
      double along = ALONG * (1 - Math.acos(Math.clamp(cos, -1.0, 1.0)) / (Math.PI / 2));
      double fast = laneSpeed * Math.min(cos * speed(tick + 1, agent), 0);
      rewardRange.add(laneAlign * dt * (Math.min(cos, 0) + fast + along));
    } else {
      double fastest = speed(tick, agent) + HARDEST * dt;
      rewardRange.between(
          laneAlign * dt * ALONG, -laneAlign * dt * (1 + ALONG + laneSpeed * fastest));
    }
  }
}
