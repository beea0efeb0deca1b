package dev.hindsight.app.timeline;

import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;

/// Finds what happened to one agent in a recording. Reads every tick: for a background thread.
public final class EventScan {
  private static final int CHECK_EVERY = 4096;

  private final Rollout rollout;
  private final int agent;
  private final Cancellation cancellation;
  private final List<TimelineEvent> found = new ArrayList<>();

  private EventScan(Rollout rollout, int agent, Cancellation cancellation) {
    this.rollout = rollout;
    this.agent = agent;
    this.cancellation = cancellation;
  }

  /// All events of an agent, in the order they begin. What lasts is one event: a limbo, a contact.
  /// No event goes on beyond the end of its trial.
  public static List<TimelineEvent> of(Rollout rollout, int agent, Cancellation cancellation) {
    EventScan scan = new EventScan(rollout, agent, cancellation);
    scan.stretches("goal_reached", EventKind.GOAL, value -> value != 0);
    scan.stretches("collision", EventKind.COLLISION, value -> value == 1);
    scan.stretches("collision", EventKind.OFFROAD, value -> value == 2);
    scan.stretches("removed", EventKind.LIMBO, value -> value != 0);
    scan.stretches("terminal", EventKind.TERMINAL, value -> value != 0);
    scan.found.sort(Comparator.comparingInt(event -> event.ticks().first()));
    return List.copyOf(scan.found);
  }

  private void stretches(String name, EventKind kind, IntPredicate happens) {
    rollout
        .channel(name)
        .filter(channel -> channel.rowLength() == rollout.manifest().agents())
        .ifPresent(channel -> stretches(channel, kind, happens));
  }

  private void stretches(Channel channel, EventKind kind, IntPredicate happens) {
    int since = -1;
    int trialEnd = 0;
    for (int tick = 0; tick < rollout.ticks(); tick++) {
      if (tick % CHECK_EVERY == 0) {
        cancellation.throwIfCancelled();
      }
      if (tick == trialEnd) {
        close(kind, since, tick);
        since = -1;
        trialEnd = nextTrial(tick);
      }
      boolean now = happens.test((int) channel.integer(tick, agent));
      if (now && since < 0) {
        since = tick;
      } else if (!now) {
        close(kind, since, tick);
        since = -1;
      }
    }
    close(kind, since, rollout.ticks());
  }

  private int nextTrial(int tick) {
    return rollout.trials().count() == 0
        ? rollout.ticks()
        : rollout.trials().end(rollout.trials().stretchAt(tick));
  }

  private void close(EventKind kind, int since, int tick) {
    if (since >= 0) {
      found.add(new TimelineEvent(kind, agent, new TickRange(since, tick - 1)));
    }
  }
}
