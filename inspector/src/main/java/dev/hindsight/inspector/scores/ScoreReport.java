package dev.hindsight.inspector.scores;

import dev.hindsight.trainer.outcome.ScoreReader;
import dev.hindsight.trainer.outcome.ScoreSheet;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.study.Interval;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Everything the Scores panel shows of a recording: computed in the background, read on the FX
/// thread. Immutable.
final class ScoreReport {
  private final ScoreSheet sheet;
  private final List<TrialMeasure> measures;
  private final List<ScoreFinding> findings;
  private final String sentence;
  private final Map<Side, Map<TrialMeasure, List<Optional<Interval>>>> means =
      new EnumMap<>(Side.class);
  private final Map<Side, Optional<Interval>> gains = new EnumMap<>(Side.class);
  private final List<ScoreSheet.Place> places;
  private final int[] starts;

  private ScoreReport(ScoreSheet sheet, List<TrialMeasure> measures, List<ScoreFinding> findings) {
    this.measures = measures;
    this.sheet = sheet;
    this.findings = findings;
    sentence = ScoreWords.of(sheet);
    for (Side side : Side.values()) {
      Map<TrialMeasure, List<Optional<Interval>>> byMeasure = new HashMap<>();
      for (TrialMeasure trialMeasure : measures) {
        byMeasure.put(trialMeasure, ScoreSummary.byTrial(List.of(sheet), side, trialMeasure));
      }
      means.put(side, byMeasure);
      gains.put(side, ScoreSummary.of(List.of(sheet), side).gain());
    }
    places = sheet.places().toList();
    starts = places.stream().mapToInt(place -> place.trial().start()).toArray();
  }

  static ScoreReport read(Rollout rollout, Progress progress, Cancellation cancellation) {
    ScoreSheet sheet = ScoreReader.read(rollout, progress, cancellation);
    return new ScoreReport(sheet, TrialMeasure.of(rollout), ScoreChecks.of(rollout, sheet));
  }

  /// The same of the episodes with each partner; empty without partners. For a background thread.
  Map<String, ScoreReport> byPartner() {
    Map<String, ScoreReport> reports = new LinkedHashMap<>();
    sheet
        .partners()
        .forEach(partner ->
            reports.put(partner, new ScoreReport(sheet.with(partner), measures, List.of())));
    return reports;
  }

  ScoreSheet sheet() {
    return sheet;
  }

  List<ScoreFinding> findings() {
    return findings;
  }

  String sentence() {
    return sentence;
  }

  /// Means over episodes, by trial.
  List<Optional<Interval>> means(Side side, TrialMeasure trialMeasure) {
    return means.getOrDefault(side, Map.of()).getOrDefault(trialMeasure, List.of());
  }

  /// The score of the last trial minus that of the first.
  Optional<Interval> gain(Side side) {
    return gains.getOrDefault(side, Optional.empty());
  }

  /// The trial that contains a tick.
  Optional<ScoreSheet.Place> at(int tick) {
    int found = Arrays.binarySearch(starts, tick);
    int index = found >= 0 ? found : -found - 2;
    return index >= 0 && places.get(index).holds(tick)
        ? Optional.of(places.get(index))
        : Optional.empty();
  }
}
