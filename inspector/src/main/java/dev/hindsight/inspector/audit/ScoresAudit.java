package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.scores.ScoreChecks;
import dev.hindsight.inspector.scores.ScoreFinding;
import dev.hindsight.trainer.CountWords;
import dev.hindsight.trainer.env.Promise;
import dev.hindsight.trainer.env.RecordingRules.Payments;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.ScoreReader;
import dev.hindsight.trainer.outcome.ScoreSheet;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.outcome.TickEvents;
import dev.hindsight.trainer.outcome.Totals;
import dev.hindsight.trainer.outcome.Trial;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Checks that totals are the sums of the events, that there are as many scores as trials, that
/// egos and co-players are kept apart, and that each event is paid once and in its own row.
final class ScoresAudit implements Audit {
  @Override
  public String id() {
    return "scores";
  }

  @Override
  public String title() {
    return wording("ScoresAudit.score_bookkeeping");
  }

  @Override
  public String help() {
    return wording("ScoresAudit.totals_are_the_sums_of_the");
  }

  @Override
  public Optional<String> missing(Rollout rollout) {
    boolean any =
        AgentColumn.of(rollout, "event").isPresent()
            || AgentColumn.of(rollout, "trial_score").isPresent()
            || rollout.summary().isPresent();
    return any && rollout.manifest().agents() > 0
        ? Optional.empty()
        : Optional.of(wording("ScoresAudit.the_recording_holds_no_events_scores"));
  }

  @Override
  public AuditReport run(AuditSubject subject, Progress progress, Cancellation cancellation) {
    Rollout rollout = subject.rollout();
    ScoreSheet sheet = ScoreReader.read(rollout, progress, cancellation);
    AuditFindings auditFindings = AuditFindings.of(id(), subject.rollout());
    for (ScoreFinding found : ScoreChecks.of(rollout, sheet)) {
      if (found.kind() == ScoreFinding.Kind.CUT_OFF) {
        auditFindings.remark(found.sentence());
      } else {
        Place place = place(found.kind(), rollout, sheet);
        auditFindings.add(
            place.tick, place.agent, dimension(found.kind()), Double.NaN, found.clause());
      }
    }
    new PaymentCheck(rollout, auditFindings).check(cancellation);
    rollout
        .summary()
        .ifPresentOrElse(
            summary ->
                auditFindings.compared(
                    wording("ScoresAudit.summary_number"),
                    summary.totals().size() + summary.trialScores().size()),
            () ->
                auditFindings.leftOut(
                    "summary", 1, wording("ScoresAudit.the_recording_has_none_it_was")));
    return auditFindings.report(
        wording("ScoresAudit.add_up_in_of")
            .formatted(
                happened(rollout, sheet.totals(Side.EGO)),
                CountWords.of(sheet.trials(), "trial"),
                CountWords.of(sheet.episodes().size(), "episode")));
  }

  /// The good and bad events of egos. In an airspace, an agent that crosses the sector's edge has
  /// left it.
  private static String happened(Rollout rollout, Totals totals) {
    String goals = atLeast(CountWords.of(totals.goals(), "goal"), totals, EventKind.GOAL);
    boolean sector = rollout.summary().filter(s -> s.totals().containsKey("left")).isPresent();
    if (sector) {
      return wording("ScoresAudit.of_egos_and_that_left_the", goals, totals.offroad());
    }
    String contacts =
        atLeast(
            CountWords.of(totals.collisions() + totals.offroad(), "contact"),
            totals,
            EventKind.COLLISION,
            EventKind.OFFROAD);
    return totals.goals() == 0 && !totals.exact(EventKind.GOAL)
        ? wording("ScoresAudit.of_egos", contacts)
        : wording("ScoresAudit.and_of_egos", goals, contacts);
  }

  private static String atLeast(String count, Totals totals, EventKind... kinds) {
    return Stream.of(kinds).allMatch(totals::exact)
        ? count
        : wording("ScoresAudit.at_least", count);
  }

  private static String dimension(ScoreFinding.Kind kind) {
    return switch (kind) {
      case CUT_OFF, TRIALS_DROPPED, MORE_TRIALS -> "trial_score";
      case CO_PLAYERS_COUNTED, NUMBERS_DIFFER -> "summary";
      case OTHER_VERSION -> "version";
    };
  }

  /// @param agent its agent, or none
  private record Place(int tick, int agent) {}

  /// The place that shows it: the trial that is missing or too many, or a co-player's first event.
  private static Place place(ScoreFinding.Kind kind, Rollout rollout, ScoreSheet sheet) {
    int stored = rollout.summary().map(summary -> summary.trialScores().size()).orElse(0);
    int declared = rollout.manifest().trials().count();
    return switch (kind) {
      case TRIALS_DROPPED ->
          new Place(last(sheet, t -> t.number() >= stored), AuditFinding.NO_AGENT);
      case MORE_TRIALS ->
          new Place(begin(sheet, t -> t.number() >= declared), AuditFinding.NO_AGENT);
      case CO_PLAYERS_COUNTED -> coPlayer(sheet);
      case CUT_OFF, NUMBERS_DIFFER, OTHER_VERSION ->
          new Place(rollout.ticks() - 1, AuditFinding.NO_AGENT);
    };
  }

  private static int begin(ScoreSheet sheet, Predicate<Trial> wanted) {
    return sheet
        .places()
        .map(ScoreSheet.Place::trial)
        .filter(wanted)
        .mapToInt(Trial::start)
        .findFirst()
        .orElse(0);
  }

  private static int last(ScoreSheet sheet, Predicate<Trial> wanted) {
    return sheet
        .places()
        .map(ScoreSheet.Place::trial)
        .filter(wanted)
        .mapToInt(trial -> trial.start() + trial.ticks() - 1)
        .findFirst()
        .orElse(0);
  }

  private static Place coPlayer(ScoreSheet sheet) {
    return sheet
        .places()
        .flatMap(place -> place.trial().agents().stream())
        .filter(agent -> agent.side() == Side.CO_PLAYER && agent.goals() > 0)
        .map(agent -> new Place(agent.reachedAt(), agent.agent()))
        .findFirst()
        .orElse(new Place(0, AuditFinding.NO_AGENT));
  }

  /// Checks each tick's rewards and scores against its events. One owner thread.
  private static final class PaymentCheck {
    /// A reward below this pays nothing for a goal: it may come from the one trial that does not
    /// pay.
    private static final float SOMETHING = 0.01f;

    /// The rounding error of a summed reward.
    private static final float NEAR = 1e-6f;

    private final Rollout rollout;
    private final AuditFindings auditFindings;
    private final AuditedRecording recording;
    private final RecordedFlags recordedFlags;
    private final Optional<AgentColumn> ghost;
    private final Optional<AgentColumn> score;
    private final float[] paid;
    private int goals;
    private int late;
    private int firstLate;
    private int lateAgent;

    PaymentCheck(Rollout rollout, AuditFindings auditFindings) {
      this.rollout = rollout;
      this.auditFindings = auditFindings;
      recording = new AuditedRecording(rollout);
      recordedFlags = new RecordedFlags(recording);
      ghost = AgentColumn.of(rollout, "ghost");
      score = AgentColumn.of(rollout, "trial_score");
      paid = new float[recordedFlags.agents()];
    }

    void check(Cancellation cancellation) {
      RecordedFlags.Row now = recordedFlags.row();
      RecordedFlags.Row next = recordedFlags.row();
      recordedFlags.read(0, now);
      boolean paying = recordedFlags.has("reward") && recordedFlags.has("event");
      boolean scoring = score.isPresent() && recordedFlags.has("trial_ended");
      auditFindings.compared(
          wording("ScoresAudit.agent_tick"),
          paying || scoring ? (long) recordedFlags.agents() * rollout.ticks() : 0);
      for (int tick = 0; tick < rollout.ticks(); tick++) {
        cancellation.throwIfCancelled();
        boolean last = tick + 1 == rollout.ticks();
        recordedFlags.read(last ? tick : tick + 1, next);
        for (int agent = 0; agent < recordedFlags.agents(); agent++) {
          if (paying) {
            paidOnce(tick, agent, now);
            inItsRow(tick, agent, now, next);
            wiped(tick, agent, now);
          }
          scored(tick, agent, now);
        }
        if (now.any(now.ended)) {
          Arrays.fill(paid, 0);
        }
        RecordedFlags.Row read = now;
        now = next;
        next = read;
      }
      if (late > 0 && late == goals) {
        auditFindings.add(
            firstLate, lateAgent, "reward", 1, wording("ScoresAudit.every_goal_is_paid_one_row"));
      }
    }

    private static boolean goal(RecordedFlags.Row row, int agent) {
      return TickEvents.happened(row.event[agent], EventKind.GOAL);
    }

    private static boolean contact(RecordedFlags.Row row, int agent) {
      return TickEvents.happened(row.event[agent], EventKind.COLLISION)
          || TickEvents.happened(row.event[agent], EventKind.OFFROAD);
    }

    /// Checks that a goal is paid only once.
    private void paidOnce(int tick, int agent, RecordedFlags.Row now) {
      boolean respawned = ghost.isPresent() && ghost.get().is(tick, agent);
      if (goal(now, agent)) {
        paid[agent] = contact(now, agent) ? paid[agent] : now.reward[agent];
      } else if (paid[agent] > SOMETHING && now.reward[agent] > paid[agent] - NEAR && !respawned) {
        auditFindings.broken(
            Promise.GOALS_ARE_PAID_ONCE,
            tick,
            agent,
            "reward",
            now.reward[agent],
            wording("ScoresAudit.the_goal_is_paid_again_although"));
      }
    }

    private void inItsRow(int tick, int agent, RecordedFlags.Row now, RecordedFlags.Row next) {
      if (!goal(now, agent)) {
        return;
      }
      goals++;
      if (now.reward[agent] < SOMETHING && next.reward[agent] > SOMETHING && !goal(next, agent)) {
        firstLate = late == 0 ? tick : firstLate;
        lateAgent = late == 0 ? agent : lateAgent;
        late++;
      }
    }

    /// Checks that a goal in the tick of a contact is worth less than a goal alone.
    private void wiped(int tick, int agent, RecordedFlags.Row now) {
      float penalty = penalty(now.event[agent]);
      float alone = (float) recording.rules().payments().goal();
      if (goal(now, agent) && contact(now, agent) && penalty < 0 && alone > 0) {
        if (now.reward[agent] > alone + penalty / 2) {
          auditFindings.broken(
              Promise.GOALS_ADD_TO_PENALTIES,
              tick,
              agent,
              "reward",
              now.reward[agent] - alone - penalty,
              wording("ScoresAudit.the_goal_is_assigned_not_added"));
        }
      }
    }

    private float penalty(int event) {
      Payments payments = recording.rules().payments();
      return (float)
          ((TickEvents.happened(event, EventKind.COLLISION) ? payments.collision() : 0)
              + (TickEvents.happened(event, EventKind.OFFROAD) ? payments.offroad() : 0));
    }

    /// Checks that a score exists exactly where a trial ended, and lies between 0 and 1.
    private void scored(int tick, int agent, RecordedFlags.Row now) {
      if (score.isEmpty() || !recordedFlags.has("trial_ended")) {
        return;
      }
      double recorded = score.get().value(tick, agent);
      if (now.ended[agent] != 0 && Double.isNaN(recorded)) {
        auditFindings.add(
            tick,
            agent,
            "trial_score",
            Double.NaN,
            wording("ScoresAudit.a_trial_ended_and_has_no"));
      } else if (now.ended[agent] == 0 && !Double.isNaN(recorded)) {
        auditFindings.add(
            tick,
            agent,
            "trial_score",
            recorded,
            wording("ScoresAudit.a_score_is_stored_though_no"));
      } else if (recorded < 0 || recorded > 1) {
        auditFindings.add(
            tick, agent, "trial_score", recorded, wording("ScoresAudit.a_score_is_not_between_0"));
      }
    }
  }
}
