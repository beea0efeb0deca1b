package dev.hindsight.trainer.scene;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Things of any recording in a few words, from the standard channels.
public final class Descriptions {
  private static final String APART = " · ";
  private static final int VEHICLE = 1;
  private static final int OFFROAD = 2;

  private Descriptions() {}

  /// Who or what a subject is at a moment.
  public static String of(Moment moment, Subject subject) {
    return switch (subject.kind()) {
      case Subject.AGENT -> agent(moment, subject.index());
      case Subject.GOAL -> "goal of " + BodyNames.titled(moment.rollout(), subject.index());
      case Subject.OTHER -> "other " + subject.index();
      case Subject.ROAD -> "road " + subject.index();
      default -> "observed " + subject.kind() + "[" + subject.index() + "]";
    };
  }

  /// Words one after the other.
  public static String joined(List<String> parts) {
    return String.join(APART, parts);
  }

  private static String agent(Moment moment, int agent) {
    List<String> parts = new ArrayList<>();
    parts.add(BodyNames.titled(moment.rollout(), agent));
    String policy = moment.rollout().manifest().policy().id();
    if (!policy.isEmpty()) {
      parts.add(policy);
    }
    speed(moment, agent).ifPresent(speed -> parts.add(NumberWords.metresPerSecond(speed)));
    parts.add(condition(moment, agent));
    parts.removeIf(String::isEmpty);
    return joined(parts);
  }

  /// Speed of an agent in m/s, from `velocity`; nothing off the map.
  public static Optional<Double> speed(Moment moment, int agent) {
    boolean here =
        Poses.of(moment.rollout(), "pose")
            .filter(poses -> agent >= 0 && agent < poses.count())
            .map(poses -> poses.at(moment.tick(), agent).onMap())
            .orElse(true);
    return moment
        .rollout()
        .channel("velocity")
        .filter(c -> here && agent >= 0 && 2 * agent + 1 < c.rowLength())
        .map(c ->
            Math.hypot(c.value(moment.tick(), 2 * agent), c.value(moment.tick(), 2 * agent + 1)));
  }

  /// What befell an agent, as `in collision`; empty for nothing.
  static String condition(Moment moment, int agent) {
    if (flag(moment, "removed", agent) != 0) {
      return "in limbo since trial tick " + limboSince(moment, agent);
    }
    return switch ((int) flag(moment, "collision", agent)) {
      case VEHICLE -> "in collision";
      case OFFROAD -> "off the road";
      default ->
          flag(moment, "ghost", agent) != 0
              ? "a ghost: back at its start"
              : flag(moment, "stopped", agent) != 0 ? "stopped" : "";
    };
  }

  /// The value of a channel with one whole number for each agent; 0 where there is none.
  static long flag(Moment moment, String name, int agent) {
    return perAgent(moment.rollout(), name, agent)
        .map(channel -> channel.integer(moment.tick(), agent))
        .orElse(0L);
  }

  private static Optional<Channel> perAgent(Rollout rollout, String name, int agent) {
    return rollout
        .channel(name)
        .filter(channel -> channel.rowLength() == rollout.manifest().agents())
        .filter(channel -> agent >= 0 && agent < channel.rowLength());
  }

  /// The tick of the trial at which limbo began. Who is in limbo stays there until the trial ends,
  /// so halving finds it.
  private static int limboSince(Moment moment, int agent) {
    int first = moment.rollout().trials().start(moment.rollout().trials().stretchAt(moment.tick()));
    int low = first;
    int high = moment.tick();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (flag(new Moment(moment.rollout(), middle, agent), "removed", agent) != 0) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low - first;
  }
}
