package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.env.RecordingRules.Scoring;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.task.Cancellation;
import java.util.Optional;

/// Compares every score with the events of its trial. One owner thread.
final class TrialScoreCheck {
  private final AuditedRecording recording;
  private final AuditFindings auditFindings;
  private final Optional<AgentColumn> score;
  private final Optional<AgentColumn> touch;
  private final int spoils;
  private final boolean[] reached;
  private final boolean[] spoiled;
  private long judged;

  TrialScoreCheck(AuditedRecording recording, AuditFindings auditFindings) {
    this.recording = recording;
    this.auditFindings = auditFindings;
    score = recording.column("trial_score", 1);
    Optional<Scoring> scoring = recording.rules().scoring();
    touch = scoring.flatMap(rule -> recording.column(rule.spoilingState(), 1));
    spoils = scoring.map(Scoring::spoilingEvents).orElse(0);
    reached = new boolean[recording.agents()];
    spoiled = new boolean[recording.agents()];
  }

  /// Whether a score is 1 for a goal without a contact or a loss of separation, and otherwise 0.
  private boolean known() {
    return recording.rules().scoring().isPresent()
        && recording.current()
        && !recording.byHand().everMoved()
        && recording.hasEvents()
        && recording.hasEnds();
  }

  void check(Cancellation cancellation) {
    if (score.isEmpty()) {
      return;
    }
    if (!known()) {
      auditFindings.leftOut(
          "score", stored(), wording("TrialScoreCheck.how_it_follows_is_not_known"));
      return;
    }
    boolean fresh = true;
    for (int tick = 0; tick < recording.ticks(); tick++) {
      cancellation.throwIfCancelled();
      boolean ends = recording.trialEnds(tick);
      for (int agent = 0; agent < recording.agents(); agent++) {
        reached[agent] = (!fresh && reached[agent]) || recording.goal(tick, agent);
        // A state at a trial's first tick existed before any action.
        boolean touches =
            !fresh
                && touch.isPresent()
                && !recording.limbo(tick, agent)
                && touch.get().value(tick, agent) != 0;
        boolean begins = (recording.event(tick, agent) & spoils) != 0;
        spoiled[agent] = (!fresh && spoiled[agent]) || touches || begins;
        if (ends) {
          judge(tick, agent);
        }
      }
      fresh = ends;
    }
  }

  /// How many scores were compared.
  long judged() {
    return judged;
  }

  private long stored() {
    long count = 0;
    for (int tick = 0; tick < recording.ticks(); tick++) {
      for (int agent = 0; agent < recording.agents(); agent++) {
        count += Double.isNaN(score.orElseThrow().value(tick, agent)) ? 0 : 1;
      }
    }
    return count;
  }

  private void judge(int tick, int agent) {
    double recorded = score.orElseThrow().value(tick, agent);
    double right = reached[agent] && !spoiled[agent] ? 1 : 0;
    // A contact that lasts through a whole trial is not an event of it.
    boolean sure = touch.isEmpty() || right == 0 || touch.get().value(tick, agent) == 0;
    judged++;
    auditFindings.compared("score", 1);
    if (recorded != right && sure && !Double.isNaN(recorded)) {
      auditFindings.add(
          tick,
          agent,
          "trial_score",
          Math.abs(recorded - right),
          right == 0
              ? wording(
                  "TrialScoreCheck.the_score_is_not_that_of_2",
                  reached[agent]
                      ? wording("TrialScoreCheck.a_goal_and_a_contact_or")
                      : wording("TrialScoreCheck.no_goal"))
              : wording("TrialScoreCheck.the_score_is_not_that_of"));
    }
  }
}
