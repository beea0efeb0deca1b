package dev.hindsight.inspector.scores;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.CountWords;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.outcome.ScoreSheet;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.outcome.Totals;
import dev.hindsight.trainer.outcome.Trial;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Summary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/// Compares a recording's summary with its rows.
public final class ScoreChecks {
  /// Summaries may have fewer digits than our results.
  private static final double NEAR = 1e-5;

  private final ScoreSheet sheet;
  private final List<ScoreFinding> findings = new ArrayList<>();

  private ScoreChecks(ScoreSheet sheet) {
    this.sheet = sheet;
  }

  /// All findings; empty if everything is consistent.
  public static List<ScoreFinding> of(Rollout rollout, ScoreSheet sheet) {
    ScoreChecks checks = new ScoreChecks(sheet);
    checks.cutOff();
    checks.declared(rollout.manifest().trials().count());
    rollout.summary().ifPresent(checks::summary);
    return List.copyOf(checks.findings);
  }

  /// Whether trials ended, but none of them has a score.
  static boolean holdsNoScore(ScoreSheet sheet) {
    List<Trial> ended =
        sheet
            .places()
            .map(ScoreSheet.Place::trial)
            .filter(trial -> trial.ending().ended())
            .toList();
    return !ended.isEmpty()
        && ended.stream()
            .flatMap(trial -> trial.agents().stream())
            .allMatch(agent -> Double.isNaN(agent.score()));
  }

  private void found(ScoreFinding.Kind kind, String sentence) {
    findings.add(new ScoreFinding(kind, sentence));
  }

  private void cutOff() {
    sheet
        .places()
        .filter(place -> !place.trial().ending().ended())
        .forEach(place ->
            found(
                ScoreFinding.Kind.CUT_OFF,
                String.format(
                    Locale.ROOT,
                    holdsNoScore(sheet)
                        ? wording("ScoreChecks.the_recording_ends_within_trial_and")
                        : wording("ScoreChecks.the_recording_ends_within_trial"),
                    place.trial().number() + 1,
                    place.episode().number() + 1)));
  }

  private void declared(int declared) {
    if (declared > 0 && sheet.trials() > declared) {
      found(
          ScoreFinding.Kind.MORE_TRIALS,
          String.format(
              Locale.ROOT,
              wording("ScoreChecks.the_manifest_declares_but_trial"),
              CountWords.of(declared, "trial"),
              sheet.trials()));
    }
  }

  private void summary(Summary summary) {
    int ended =
        (int)
            sheet
                .places()
                .map(ScoreSheet.Place::trial)
                .filter(trial -> trial.ending().ended())
                .mapToInt(Trial::number)
                .distinct()
                .count();
    List<Double> stored = summary.trialScores();
    if (!stored.isEmpty() && stored.size() < ended) {
      found(
          ScoreFinding.Kind.TRIALS_DROPPED,
          String.format(
              Locale.ROOT,
              wording("ScoreChecks.the_summary_has_scores_of_ended"),
              CountWords.of(stored.size(), "trial"),
              ended,
              stored.size() + 1 == ended
                  ? wording("ScoreChecks.trial_is", ended)
                  : wording("ScoreChecks.trials_to_are", stored.size() + 1, ended)));
    }
    if (sheet.source() == ScoreSheet.Source.RECORDED) {
      for (int k = 0; k < Math.min(stored.size(), sheet.trials()); k++) {
        int trial = k;
        compare(
            wording("ScoreChecks.score_of_trial", k + 1),
            stored.get(k),
            mean(trial, one -> one.score(Side.EGO)),
            mean(trial, Trial::scoreOfAll));
      }
      total(summary, "goals", Totals::goals);
      total(summary, "collisions", Totals::collisions);
      total(summary, "offroad", Totals::offroad);
    }
  }

  private double mean(int number, ToDoubleFunction<Trial> score) {
    return sheet.episodes().stream()
        .flatMap(episode -> episode.trial(number).stream())
        .mapToDouble(score)
        .filter(value -> !Double.isNaN(value))
        .average()
        .orElse(Double.NaN);
  }

  private void total(Summary summary, String name, ToLongFunction<Totals> sum) {
    Double stored = summary.totals().get(name);
    if (stored != null) {
      long egos = sum.applyAsLong(sheet.totals(Side.EGO));
      long all = egos + sum.applyAsLong(sheet.totals(Side.CO_PLAYER));
      compare(name, stored, (double) egos, (double) all);
    }
  }

  private void compare(String what, double stored, double egos, double all) {
    if (Double.isNaN(egos) || Math.abs(stored - egos) <= NEAR) {
      return;
    }
    if (Math.abs(stored - all) <= NEAR) {
      found(
          ScoreFinding.Kind.CO_PLAYERS_COUNTED,
          String.format(
              Locale.ROOT,
              wording("ScoreChecks.the_summary_says_which_counts_co"),
              what,
              NumberWords.total(stored),
              NumberWords.total(egos)));
    } else {
      found(
          ScoreFinding.Kind.NUMBERS_DIFFER,
          String.format(
              Locale.ROOT,
              wording("ScoreChecks.the_summary_says_the_rows_say"),
              what,
              NumberWords.total(stored),
              NumberWords.total(egos)));
    }
  }
}
