package dev.hindsight.trainer.scene;

import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Arrays;
import java.util.Optional;

/// Notices when something begins, tick after tick. One owner thread.
///
/// A goal is reached when `goal_reached` (or, where there is none, `removed`) rises, or when an
/// agent's `goal` moves within a trial. What the last action of a trial did is not seen any more,
/// the next row shows the next trial; but a trial that ended before its time ended because the last
/// agents arrived, and those were rewarded.
final class TallyEvents {
  private static final int VEHICLE = 1;
  private static final int OFFROAD = 2;

  private final int agents;
  private final int timeoutTicks;
  private final Optional<Channel> goalReached;
  private final Optional<Channel> goal;
  private final Optional<Channel> collision;
  private final Optional<Channel> reward;
  private final int[] row;
  private final float[] goalRow;
  private final float[] goalBefore;
  private final int[] collisionBefore;
  private final boolean[] reached;
  private final boolean[] collided;
  private boolean first = true;
  private int goals;
  private int collisions;
  private int offroad;

  TallyEvents(Rollout rollout) {
    agents = rollout.manifest().agents();
    timeoutTicks = rollout.manifest().trials().timeoutTicks();
    goalReached =
        numbers(rollout, "goal_reached", agents).or(() -> numbers(rollout, "removed", agents));
    goal = numbers(rollout, "goal", 2 * agents);
    collision = numbers(rollout, "collision", agents);
    reward = numbers(rollout, "reward", agents);
    row = new int[agents];
    goalRow = new float[2 * agents];
    goalBefore = new float[2 * agents];
    collisionBefore = new int[agents];
    reached = new boolean[agents];
    collided = new boolean[agents];
  }

  private static Optional<Channel> numbers(Rollout rollout, String name, int count) {
    return rollout.channel(name).filter(channel -> channel.rowLength() == count);
  }

  int agents() {
    return agents;
  }

  boolean tellGoals() {
    return goalReached.isPresent();
  }

  boolean tellCollisions() {
    return collision.isPresent();
  }

  int goals() {
    return goals;
  }

  int collisions() {
    return collisions;
  }

  int offroad() {
    return offroad;
  }

  /// Agents that in this trial have reached their goal and were in no vehicle collision.
  int scoring() {
    int scoring = 0;
    for (int agent = 0; agent < agents; agent++) {
      scoring += reached[agent] && !collided[agent] ? 1 : 0;
    }
    return scoring;
  }

  void beginTrial() {
    Arrays.fill(reached, false);
    Arrays.fill(collided, false);
    Arrays.fill(collisionBefore, 0);
    first = true;
  }

  void see(int tick) {
    collision.ifPresent(channel -> seeCollisions(channel, tick));
    goalReached.ifPresent(channel -> seeGoals(channel, tick));
    goal.ifPresent(channel -> seeGoalMoves(channel, tick));
    first = false;
  }

  /// @param last the trial's last tick
  /// @param ticks how many it took
  void endTrial(int last, int ticks) {
    if (ticks < timeoutTicks && goalReached.isPresent()) {
      for (int agent = 0; agent < agents; agent++) {
        int index = agent;
        if (!reached[agent] && reward.map(c -> c.value(last, index) > 0).orElse(true)) {
          reached[agent] = true;
          goals++;
        }
      }
    }
  }

  private void seeCollisions(Channel channel, int tick) {
    channel.read(tick, 0, row, agents);
    for (int agent = 0; agent < agents; agent++) {
      if (row[agent] != collisionBefore[agent]) {
        collisions += row[agent] == VEHICLE ? 1 : 0;
        offroad += row[agent] == OFFROAD ? 1 : 0;
      }
      collided[agent] |= row[agent] == VEHICLE;
      collisionBefore[agent] = row[agent];
    }
  }

  private void seeGoals(Channel channel, int tick) {
    channel.read(tick, 0, row, agents);
    for (int agent = 0; agent < agents; agent++) {
      if (row[agent] != 0 && !reached[agent]) {
        reached[agent] = true;
        goals++;
      }
    }
  }

  private void seeGoalMoves(Channel channel, int tick) {
    channel.read(tick, 0, goalRow, goalRow.length);
    for (int agent = 0; agent < agents && !first; agent++) {
      boolean moved =
          goalRow[2 * agent] != goalBefore[2 * agent]
              || goalRow[2 * agent + 1] != goalBefore[2 * agent + 1];
      if (moved) {
        reached[agent] = true;
        goals++;
      }
    }
    System.arraycopy(goalRow, 0, goalBefore, 0, goalRow.length);
  }
}
