package dev.hindsight.inspector.scores;

import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Optional;

/// Events of recordings that do not hold them: what is so in the world after an action and was not
/// before it. What a trial's last action did nobody sees; whom it paid has reached the goal.
///
/// A goal is reached when `goal_reached` rises; without that channel when `removed` does, unless a
/// contact is the reason.
final class DerivedHappenings implements Happenings {
  /// Less is no goal: the reference pays up to 0.00025 a tick for keeping to a lane.
  private static final double PAID = 0.01;

  private static final int VEHICLE = 1;
  private static final int EDGE = 2;

  private final Optional<Channel> goalReached;
  private final Optional<Channel> removed;
  private final Optional<Channel> collision;
  private final Optional<Channel> reward;
  private final int[] before;

  DerivedHappenings(Rollout rollout) {
    int agents = rollout.manifest().agents();
    goalReached = column(rollout, "goal_reached", agents);
    removed = column(rollout, "removed", agents);
    collision = column(rollout, "collision", agents);
    reward = column(rollout, "reward", agents);
    before = new int[agents];
  }

  private static Optional<Channel> column(Rollout rollout, String name, int agents) {
    return rollout.channel(name).filter(channel -> channel.rowLength() == agents);
  }

  @Override
  public void read(int tick, Place place, int[] events) {
    java.util.Arrays.fill(events, 0);
    switch (place) {
      case WITHIN -> {
        contacts(tick, events);
        goals(tick, events);
      }
      case LAST -> paid(tick, events);
      case CUT_OFF -> {}
    }
  }

  private void contacts(int tick, int[] events) {
    if (collision.isEmpty()) {
      return;
    }
    collision.get().read(tick, 0, before, before.length);
    collision.get().read(tick + 1, 0, events, events.length);
    for (int agent = 0; agent < events.length; agent++) {
      int now = events[agent];
      boolean begins = now != before[agent];
      events[agent] =
          !begins
              ? 0
              : now == VEHICLE ? StepBuffer.COLLISION : now == EDGE ? StepBuffer.OFFROAD : 0;
    }
  }

  private void goals(int tick, int[] events) {
    Optional<Channel> told = goalReached.or(() -> removed);
    if (told.isEmpty()) {
      return;
    }
    Channel channel = told.get();
    for (int agent = 0; agent < events.length; agent++) {
      boolean rises = channel.integer(tick, agent) == 0 && channel.integer(tick + 1, agent) != 0;
      boolean excused = goalReached.isEmpty() && events[agent] != 0;
      events[agent] |= rises && !excused ? StepBuffer.GOAL : 0;
    }
  }

  private void paid(int tick, int[] events) {
    Optional<Channel> told = goalReached.or(() -> removed);
    if (told.isEmpty() || reward.isEmpty()) {
      return;
    }
    for (int agent = 0; agent < events.length; agent++) {
      boolean waiting = told.get().integer(tick, agent) == 0;
      events[agent] |= waiting && reward.get().value(tick, agent) > PAID ? StepBuffer.GOAL : 0;
    }
  }

  @Override
  public boolean tellsGoals() {
    return goalReached.isPresent() || removed.isPresent();
  }

  @Override
  public boolean tellsContacts() {
    return collision.isPresent();
  }

  @Override
  public boolean exact() {
    return false;
  }
}
