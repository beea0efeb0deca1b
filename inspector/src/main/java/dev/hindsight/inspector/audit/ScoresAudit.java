package dev.hindsight.inspector.audit;

import dev.hindsight.inspector.scores.ScoreChecks;
import dev.hindsight.inspector.scores.ScoreFinding;
import dev.hindsight.inspector.scores.ScoreWords;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.ScoreReader;
import dev.hindsight.trainer.outcome.ScoreSheet;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.outcome.Totals;
import dev.hindsight.trainer.outcome.Trial;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.Optional;
import java.util.function.Predicate;

/// Totals are the sums of the events, there are as many scores as trials, egos and co-players are
/// kept apart, and what happened was paid once and in its own row.
final class ScoresAudit implements Audit {
  @Override
  public String id() {
    return "scores";
  }

  @Override
  public String title() {
    return "Score bookkeeping";
  }

  @Override
  public String help() {
    return "Totals are the sums of the events, and exactly the trials that ended have scores.";
  }

  @Override
  public Optional<String> missing(Rollout rollout) {
    boolean any =
        AgentColumn.of(rollout, "event").isPresent()
            || AgentColumn.of(rollout, "trial_score").isPresent()
            || rollout.summary().isPresent();
    return any && rollout.manifest().agents() > 0
        ? Optional.empty()
        : Optional.of("The recording holds no events, scores or summary.");
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
            place.tick, place.agent, dimension(found.kind()), Double.NaN, found.sentence());
      }
    }
    new PaymentCheck(rollout, auditFindings).check(cancellation);
    rollout
        .summary()
        .ifPresentOrElse(
            summary ->
                auditFindings.compared(
                    "summary number", summary.totals().size() + summary.trialScores().size()),
            () -> auditFindings.leftOut("summary", 1, "the recording has none: it was cut off"));
    return auditFindings.report(
        "%s add up, in %s of %s."
            .formatted(
                happened(rollout, sheet.totals(Side.EGO)),
                ScoreWords.plural(sheet.trials(), "trial"),
                ScoreWords.plural(sheet.episodes().size(), "episode")));
  }

  /// What egos did well and badly. Who crosses an edge where the world is a sector has left it.
  private static String happened(Rollout rollout, Totals totals) {
    String goals = ScoreWords.plural(totals.goals(), "goal");
    boolean sector = rollout.summary().filter(s -> s.totals().containsKey("left")).isPresent();
    return sector
        ? goals + " of egos, and " + totals.offroad() + " that left the sector elsewhere,"
        : goals
            + " and "
            + ScoreWords.plural(totals.collisions() + totals.offroad(), "contact")
            + " of egos";
  }

  private static String dimension(ScoreFinding.Kind kind) {
    return switch (kind) {
      case CUT_OFF, TRIALS_DROPPED, MORE_TRIALS -> "trial_score";
      case CO_PLAYERS_COUNTED, NUMBERS_DIFFER -> "summary";
      case OTHER_VERSION -> "version";
    };
  }

  /// @param agent whose, or nobody's
  private record Place(int tick, int agent) {}

  /// Where to look: the trial that was dropped or is too many, the first thing a co-player did.
  private static Place place(ScoreFinding.Kind kind, Rollout rollout, ScoreSheet sheet) {
    int told = rollout.summary().map(summary -> summary.trialScores().size()).orElse(0);
    int declared = rollout.manifest().trials().count();
    return switch (kind) {
      case TRIALS_DROPPED -> new Place(last(sheet, t -> t.number() >= told), AuditFinding.NO_AGENT);
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
}
