package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.env.RecordingRules.TrialEnd;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EpisodeEnd;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.outcome.FinalObservationRows;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// Checks that the reasons of ends agree with what the recording says beside them: values and
/// observations of what a time limit cut off are there at time limits and nowhere else, and an end
/// says what the trial's score says. One owner thread; ticks in order.
final class EndReasonCheck {
  private final AuditedRecording recording;
  private final AuditFindings auditFindings;
  private final Optional<AgentColumn> end;
  private final Optional<AgentColumn> value;
  private final Optional<AgentColumn> finalValue;
  private final Optional<AgentColumn> score;
  private final Optional<FinalObservationRows> rows;
  private final Set<FinalObservationRows.Place> finals = new HashSet<>();
  private final boolean known;
  private final boolean several;
  private final boolean scored;

  EndReasonCheck(AuditedRecording recording, AuditFindings auditFindings) {
    Rollout rollout = recording.rollout();
    this.recording = recording;
    this.auditFindings = auditFindings;
    end = recording.column(EpisodeEnds.COLUMN, 1);
    value = recording.column("value", 1);
    finalValue = recording.column(EpisodeEnds.FINAL_VALUE, 1);
    score = recording.column("trial_score", 1);
    // Datasets hold what followed the last step, whatever ended the episode.
    rows =
        FinalObservationRows.of(rollout.manifest()).filter(_ -> !rollout.manifest().wasDataset());
    // Whoever an edit brought back may have scored before, and then be cut off by the time limit.
    known =
        recording.current()
            && recording.rules().trialEnd() != TrialEnd.UNDECLARED
            && !recording.byHand().everMoved();
    several = rollout.manifest().trials().count() > 1;
    scored = several || recording.rules().scoring().isPresent();
  }

  void check(int tick) {
    if (end.isEmpty()) {
      return;
    }
    int chunk = recording.rollout().manifest().chunkTicks();
    if (rows.isPresent() && tick % chunk == 0) {
      finals.clear();
      finals.addAll(rows.get().places(recording.rollout(), tick / chunk));
    }
    for (int agent = 0; agent < recording.agents(); agent++) {
      boolean limit = recording.timedOut(tick, agent);
      if (limit) {
        atLimit(tick, agent);
      } else {
        elsewhere(tick, agent);
      }
      if (known) {
        contradicted(tick, agent, limit);
      }
    }
  }

  /// A policy that estimated the value at the tick could also estimate that of what was cut off.
  private void atLimit(int tick, int agent) {
    boolean judged = value.isPresent() && !Double.isNaN(value.get().value(tick, agent));
    boolean lacks =
        finalValue.isPresent() && Double.isNaN(finalValue.get().value(tick, agent)) && judged;
    if (lacks && !recording.limbo(tick, agent)) {
      auditFindings.add(
          tick,
          agent,
          EpisodeEnds.FINAL_VALUE,
          1,
          wording("EndReasonCheck.a_time_limit_without_the_value"));
    }
  }

  private void elsewhere(int tick, int agent) {
    if (finalValue.isPresent() && !Double.isNaN(finalValue.get().value(tick, agent))) {
      auditFindings.add(
          tick,
          agent,
          EpisodeEnds.FINAL_VALUE,
          1,
          wording("EndReasonCheck.the_value_of_what_a_time_limit"));
    }
    if (finals.contains(new FinalObservationRows.Place(tick, agent))) {
      auditFindings.add(
          tick,
          agent,
          FinalObservationRows.NAME,
          1,
          wording("EndReasonCheck.the_observation_after_a_time"));
    }
  }

  /// Holds an end against the rules that all environments with declared rules follow.
  private void contradicted(int tick, int agent, boolean limit) {
    if (limit && several) {
      auditFindings.add(
          tick,
          agent,
          EpisodeEnds.COLUMN,
          1,
          wording("EndReasonCheck.a_time_limit_although_the_time_of"));
    } else if (limit && recording.limbo(tick, agent)) {
      auditFindings.add(
          tick, agent, EpisodeEnds.COLUMN, 1, wording("EndReasonCheck.a_time_limit_for_an_agent"));
    } else if (scored && score.isPresent() && score.get().value(tick, agent) == 1) {
      long code = end.orElseThrow().integer(tick, agent);
      if (code != 0 && code != EpisodeEnd.TASK_DONE.code()) {
        auditFindings.add(
            tick,
            agent,
            EpisodeEnds.COLUMN,
            1,
            wording("EndReasonCheck.the_trial_scores_1_and_the_end"));
      }
    }
  }
}
