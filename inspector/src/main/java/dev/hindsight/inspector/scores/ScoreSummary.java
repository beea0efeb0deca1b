package dev.hindsight.inspector.scores;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.outcome.ScoreSheet;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.study.Interval;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/// Means over the episodes of any number of recordings. A sample is one episode, the mean over its
/// agents of one side, because neither the agents nor the trials of an episode are independent.
/// Unfinished trials do not count. `hindsight evaluate` computes the same.
///
/// @param episodes number of episodes
/// @param scores score of trial 1, 2, ..., K; empty if none ended
/// @param reached share of the agents that reached a goal, by trial
/// @param deltas score of trial k minus that of trial 1 of the same episode, for trial 2, ..., K
public record ScoreSummary(
    int episodes,
    List<Optional<Interval>> scores,
    List<Optional<Interval>> reached,
    List<Optional<Interval>> deltas) {
  /// Copies the lists.
  public ScoreSummary {
    scores = List.copyOf(scores);
    reached = List.copyOf(reached);
    deltas = List.copyOf(deltas);
  }

  /// The summary of one side in some recordings.
  ///
  /// @throws Problem if their episodes have different numbers of trials
  public static ScoreSummary of(List<ScoreSheet> sheets, Side side) {
    int trials = trials(sheets);
    List<Optional<Interval>> deltas = new ArrayList<>();
    for (int k = 1; k < trials; k++) {
      int trial = k;
      double[] differences =
          samples(
              sheets,
              episode ->
                  sample(episode, trial, side, TrialMeasure.SCORE)
                      - sample(episode, 0, side, TrialMeasure.SCORE));
      deltas.add(
          differences.length == 0
              ? Optional.empty()
              : Optional.of(Interval.ofDifferences(differences, scoreRange(sheets, side))));
    }
    return new ScoreSummary(
        sheets.stream().mapToInt(sheet -> sheet.episodes().size()).sum(),
        byTrial(sheets, side, TrialMeasure.SCORE),
        byTrial(sheets, side, TrialMeasure.REACHED),
        deltas);
  }

  /// The mean of any measure in trial 1, 2, ..., K; empty if the trial never ended or never has it.
  public static List<Optional<Interval>> byTrial(
      List<ScoreSheet> sheets, Side side, TrialMeasure trialMeasure) {
    return IntStream.range(0, trials(sheets))
        .mapToObj(k ->
            interval(
                samples(sheets, episode -> sample(episode, k, side, trialMeasure)),
                sheets,
                side,
                trialMeasure))
        .toList();
  }

  /// A measure in another recording minus the same in this one, by trial, over the episodes that
  /// both have: episodes with the same number form a pair. Empty if no pair has ended the trial.
  public static List<Optional<Interval>> differences(
      ScoreSheet one, ScoreSheet other, Side side, TrialMeasure trialMeasure) {
    int episodes = Math.min(one.episodes().size(), other.episodes().size());
    return IntStream.range(0, Math.max(one.trials(), other.trials()))
        .mapToObj(k ->
            IntStream.range(0, episodes)
                .mapToDouble(e ->
                    sample(other.episodes().get(e), k, side, trialMeasure)
                        - sample(one.episodes().get(e), k, side, trialMeasure))
                .filter(difference -> !Double.isNaN(difference))
                .toArray())
        .map(differences ->
            differences.length == 0
                ? Optional.<Interval>empty()
                : Optional.of(
                    Interval.ofDifferences(
                        differences, range(List.of(one, other), side, trialMeasure))))
        .toList();
  }

  /// The possible range of a measure's mean over some agents.
  private static Interval.Range range(
      List<ScoreSheet> sheets, Side side, TrialMeasure trialMeasure) {
    if (trialMeasure.equals(TrialMeasure.REACHED)) {
      return Interval.Range.UNIT;
    }
    if (trialMeasure.equals(TrialMeasure.SCORE)) {
      return scoreRange(sheets, side);
    }
    return trialMeasure.equals(TrialMeasure.RETURN) ? Interval.Range.ANY : Interval.Range.COUNT;
  }

  private static Optional<Interval> interval(
      double[] samples, List<ScoreSheet> sheets, Side side, TrialMeasure trialMeasure) {
    if (samples.length == 0) {
      return Optional.empty();
    }
    boolean alone = sheets.stream().allMatch(sheet -> sheet.count(side) == 1);
    // For one agent it is 0 or 1; the share of several can be anything between.
    return Optional.of(
        trialMeasure.equals(TrialMeasure.REACHED) && alone
            ? Interval.ofProportion(samples)
            : Interval.ofMean(samples, range(sheets, side, trialMeasure)));
  }

  /// Scores lie in `[0, 1]`, but a recording by another program may break that rule: then the range
  /// is unknown.
  private static Interval.Range scoreRange(List<ScoreSheet> sheets, Side side) {
    boolean kept =
        sheets.stream()
            .flatMap(ScoreSheet::places)
            .mapToDouble(place -> TrialMeasure.SCORE.mean(place.trial(), side))
            .allMatch(score -> Double.isNaN(score) || (score >= 0 && score <= 1));
    return kept ? Interval.Range.UNIT : Interval.Range.ANY;
  }

  private static double sample(
      ScoreSheet.Episode episode, int number, Side side, TrialMeasure trialMeasure) {
    return episode.trial(number).map(trial -> trialMeasure.mean(trial, side)).orElse(Double.NaN);
  }

  private static int trials(List<ScoreSheet> sheets) {
    int trials = sheets.stream().mapToInt(ScoreSheet::trials).max().orElse(0);
    for (ScoreSheet sheet : sheets) {
      if (sheet.trials() != trials) {
        throw new Problem(
            wording("ScoreSummary.its_episodes_have_trials_those_of", sheet.trials(), trials),
            sheet.name(),
            wording("ScoreSummary.give_recordings_with_the_same_number"));
      }
    }
    return trials;
  }

  private static double[] samples(
      List<ScoreSheet> sheets, ToDoubleFunction<ScoreSheet.Episode> sample) {
    return sheets.stream()
        .flatMap(sheet -> sheet.episodes().stream())
        .mapToDouble(sample)
        .filter(value -> !Double.isNaN(value))
        .toArray();
  }

  /// The means only, up to the last trial that ever ended.
  public List<Double> means() {
    return scores.stream().flatMap(Optional::stream).map(Interval::mean).toList();
  }

  /// The score of the last trial minus that of the first.
  public Optional<Interval> gain() {
    return deltas.isEmpty() ? Optional.empty() : deltas.getLast();
  }

  /// The numbers under the names of the reference program's log, which counts trials from 0.
  public Map<String, Double> named() {
    Map<String, Double> named = new LinkedHashMap<>();
    for (int k = 0; k < scores.size(); k++) {
      String trial = "trial_" + k;
      scores.get(k).ifPresent(score -> named.put(trial + "_score", score.mean()));
    }
    for (int k = 1; k < scores.size(); k++) {
      String name = "ada_delta_trial_" + k + "_minus_0";
      deltas.get(k - 1).ifPresent(delta -> named.put(name, delta.mean()));
    }
    return named;
  }
}
