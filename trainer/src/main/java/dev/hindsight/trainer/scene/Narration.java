package dev.hindsight.trainer.scene;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.action.ActionWords;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EpisodeEnd;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.Limbo;
import dev.hindsight.trainer.outcome.TickEvents;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.text.Sentences;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// A tick as a sentence, for users who do not see the picture, and as a line beside it.
public final class Narration {
  /// The most results of a tick in a sentence; more would not be read.
  private static final int MOST_RESULTS = 3;

  private Narration() {}

  /// "Agent 7, trial 2 tick 31: brake 2.67 m/s², 4.2 m/s, 3.1 m to goal, no collision." Trials
  /// count from 1. Without a selected agent it gives the cursor's tick and the number of agents.
  public static String of(Moment moment) {
    if (moment.rollout().ticks() == 0) {
      return wording("Narration.the_recording_has_no_ticks");
    }
    if (moment.agent() < 0 || moment.agent() >= moment.rollout().manifest().agents()) {
      return Sentences.capitalised(when(moment)) + ": " + allAgents(moment) + ".";
    }
    List<String> facts = new ArrayList<>();
    boolean limbo = new Limbo(moment.rollout()).at(moment.tick(), moment.agent());
    if (limbo) {
      facts.add(Descriptions.condition(moment, moment.agent()));
    } else {
      ActionWords.of(moment).ifPresent(facts::add);
      Descriptions.speed(moment, moment.agent())
          .ifPresent(speed -> facts.add(NumberWords.metresPerSecond(speed)));
      goal(moment).ifPresent(facts::add);
      contact(moment).ifPresent(facts::add);
    }
    facts.addAll(results(moment));
    return BodyNames.title(moment.rollout(), moment.agent())
        + ", "
        + when(moment)
        + (facts.isEmpty() ? "" : ": " + String.join(", ", facts))
        + ".";
  }

  /// "trial 2 tick 31", or "tick 31" if the recording has no trials.
  private static String when(Moment moment) {
    Rollout rollout = moment.rollout();
    if (rollout.manifest().trials().count() <= 1 || rollout.trials().count() == 0) {
      return wording("Narration.tick", moment.tick());
    }
    int stretch = rollout.trials().stretchAt(moment.tick());
    int within = moment.tick() - rollout.trials().start(stretch);
    return wording("Narration.trial_tick", rollout.trials().trial(stretch) + 1, within);
  }

  private static String allAgents(Moment moment) {
    int agents = moment.rollout().manifest().agents();
    int limbo = new Limbo(moment.rollout()).count(moment.tick());
    return wording(
        "Narration.none_selected",
        agents,
        limbo > 0 ? wording("Narration.in_limbo", limbo) : "",
        resultsOfAll(moment).stream().map(fact -> ", " + fact).collect(Collectors.joining()));
  }

  private static Optional<String> goal(Moment moment) {
    Optional<Poses.Pose> pose =
        Poses.of(moment.rollout(), "pose")
            .filter(poses -> moment.agent() < poses.count())
            .map(poses -> poses.at(moment.tick(), moment.agent()))
            .filter(Poses.Pose::onMap);
    Optional<AgentColumn> goal = AgentColumn.of(moment.rollout(), "goal", 2);
    if (pose.isEmpty() || goal.isEmpty()) {
      return Optional.empty();
    }
    double dx = goal.get().value(moment.tick(), moment.agent(), 0) - pose.get().x();
    double dy = goal.get().value(moment.tick(), moment.agent(), 1) - pose.get().y();
    double metres = Math.hypot(dx, dy);
    return Double.isFinite(metres)
        ? Optional.of(wording("Narration.to_goal", NumberWords.metres(metres)))
        : Optional.empty();
  }

  private static Optional<String> contact(Moment moment) {
    String condition = Descriptions.condition(moment, moment.agent());
    boolean recorded = AgentColumn.of(moment.rollout(), EventKind.COLLISION.column()).isPresent();
    return condition.isEmpty()
        ? Optional.of(wording("Narration.no_collision")).filter(_ -> recorded)
        : Optional.of(condition);
  }

  /// The results of the selected agent's action: `then hits a vehicle`, `then the trial ends`.
  public static List<String> results(Moment moment) {
    List<String> facts = new ArrayList<>();
    TickEvents events = new TickEvents(moment.rollout());
    int[] row = new int[moment.rollout().manifest().agents()];
    events.read(moment.tick(), row);
    events
        .results(row[moment.agent()])
        .forEach(result -> facts.add(wording("Narration.then", result)));
    boolean ended = Descriptions.flag(moment, "trial_ended", moment.agent()) != 0;
    if (ended) {
      facts.add(wording("Narration.then_the_trial_ends"));
    }
    EpisodeEnds ends = new EpisodeEnds(moment.rollout());
    Optional<EpisodeEnd> why = ends.why(moment.tick(), moment.agent());
    if (why.isPresent()) {
      String reason = why.get().words();
      facts.add(
          ends.isRecorded()
              ? wording("Narration.then_the_episode_ends", reason)
              : wording("Narration.then_the_episode_ends_probably", reason));
    } else if (!ended && TickEvents.happened(row[moment.agent()], EventKind.TRUNCATION)) {
      facts.add(wording("Narration.then_a_limit_cuts_its_trace"));
    }
    return facts;
  }

  /// The results of all agents' actions at the tick, limited to a few.
  public static List<String> resultsOfAll(Moment moment) {
    TickEvents events = new TickEvents(moment.rollout());
    int[] row = new int[moment.rollout().manifest().agents()];
    events.read(moment.tick(), row);
    AgentNames names = AgentNames.of(moment.rollout());
    List<String> facts = new ArrayList<>();
    int more = 0;
    for (int agent = 0; agent < row.length; agent++) {
      for (String result : events.results(row[agent])) {
        if (facts.size() < MOST_RESULTS) {
          facts.add(wording("Narration.then_2", names.titled(agent), result));
        } else {
          more++;
        }
      }
    }
    if (more > 0) {
      facts.add(wording("Narration.and_more", more));
    }
    return facts;
  }
}
