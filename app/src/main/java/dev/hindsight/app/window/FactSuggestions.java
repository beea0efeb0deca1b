package dev.hindsight.app.window;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.timeline.TimelineState;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.inspector.fact.Fact;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.TickEvents;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.ArrayList;
import java.util.List;

/// Suggests facts about the selection and the cursor that may be worth saving.
final class FactSuggestions {
  private FactSuggestions() {}

  static List<Fact> about(Document document) {
    List<Fact> facts = new ArrayList<>();
    int agent = document.view().state().selected();
    TimelineState cursor = document.timeline().state();
    TrialIndex trials = document.rollout().trials();
    AgentNames names = AgentNames.of(document.rollout());
    TickEvents events = new TickEvents(document.rollout());
    List<EventKind> failures =
        events.kinds().failures().stream()
            .filter(kind -> !EventKind.COMMON.contains(kind) && events.shows(kind))
            .toList();
    if (agent != Moment.NO_AGENT) {
      facts.add(Fact.reachesGoal(agent, names));
      if (trials.count() > 0) {
        int within = cursor.tick() - trials.start(trials.stretchAt(cursor.tick()));
        facts.add(Fact.reachesGoalBy(agent, within, names));
      }
      failures.forEach(kind -> facts.add(Fact.never(kind, agent, names)));
      if (failures.isEmpty()) {
        facts.add(Fact.neverCollides(agent, names));
      }
    }
    failures.forEach(kind -> facts.add(Fact.noAgentCauses(kind)));
    if (failures.isEmpty()) {
      facts.add(Fact.noAgentCollides());
    }
    if (trials.count() > 0) {
      facts.add(Fact.scores(trials.trial(trials.stretchAt(cursor.tick())), 1.0));
    }
    document.timelineModel().hits().state().stream()
        .map(line ->
            new Fact.Holds(
                wording("FactSuggestions.never", line.breakpoint().title()),
                line.breakpoint().condition(),
                Fact.Demand.NEVER))
        .forEach(facts::add);
    return facts;
  }
}
