package dev.hindsight.trainer.scene;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.Limbo;
import dev.hindsight.trainer.outcome.RecordedEvents;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.RecordedPartners;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Describes things of any recording in a few words, from the standard channels.
public final class Descriptions {
  private static final String APART = " · ";

  private Descriptions() {}

  /// Describes a subject at a moment.
  public static String of(Moment moment, MarkSubject markSubject) {
    return switch (markSubject.kind()) {
      case MarkSubject.AGENT -> agent(moment, markSubject.index());
      case MarkSubject.GOAL ->
          wording("Descriptions.goal_of", BodyNames.titled(moment.rollout(), markSubject.index()));
      case MarkSubject.OTHER -> wording("Descriptions.other", markSubject.index());
      case MarkSubject.ROAD -> wording("Descriptions.road", markSubject.index());
      default -> wording("Descriptions.observed", markSubject.kind(), markSubject.index());
    };
  }

  /// Joins words.
  public static String joined(List<String> parts) {
    return String.join(APART, parts);
  }

  private static String agent(Moment moment, int agent) {
    List<String> parts = new ArrayList<>();
    parts.add(BodyNames.titled(moment.rollout(), agent));
    String policy = RecordedPartners.driver(moment.rollout(), moment.tick(), agent);
    if (!policy.isEmpty()) {
      parts.add(policy);
    }
    speed(moment, agent).ifPresent(speed -> parts.add(NumberWords.metresPerSecond(speed)));
    parts.add(condition(moment, agent));
    parts.removeIf(String::isEmpty);
    return joined(parts);
  }

  /// Speed of an agent in m/s, from `velocity`; empty off the map.
  public static Optional<Double> speed(Moment moment, int agent) {
    boolean here =
        Poses.of(moment.rollout(), "pose")
            .filter(poses -> agent >= 0 && agent < poses.count())
            .map(poses -> poses.at(moment.tick(), agent).onMap())
            .orElse(true);
    return AgentColumn.of(moment.rollout(), "velocity", 2)
        .filter(c -> here && agent >= 0 && agent < c.agents())
        .map(c -> Math.hypot(c.value(moment.tick(), agent, 0), c.value(moment.tick(), agent, 1)));
  }

  /// The state of an agent, such as `in collision`; empty if there is nothing to say.
  static String condition(Moment moment, int agent) {
    Limbo limbo = new Limbo(moment.rollout());
    boolean one = agent >= 0 && agent < moment.rollout().manifest().agents();
    if (one && limbo.at(moment.tick(), agent)) {
      return wording("Descriptions.in_limbo_since_trial_tick", limbo.since(moment.tick(), agent));
    }
    for (EventKind kind : RecordedEvents.of(moment.rollout()).noted()) {
      boolean told = kind.isOwn() || EventKind.COMMON.contains(kind);
      if (told && kind.lasts() && kind.holds(flag(moment, kind.column(), agent))) {
        return kind.state();
      }
    }
    return flag(moment, "ghost", agent) != 0
        ? wording("Descriptions.ghost_back_at_its_start")
        : flag(moment, "stopped", agent) != 0 ? "stopped" : "";
  }

  /// The value of a channel with one whole number per agent; 0 if there is no such channel.
  static long flag(Moment moment, String name, int agent) {
    return AgentColumn.of(moment.rollout(), name)
        .filter(column -> agent >= 0 && agent < column.agents())
        .map(column -> column.integer(moment.tick(), agent))
        .orElse(0L);
  }
}
