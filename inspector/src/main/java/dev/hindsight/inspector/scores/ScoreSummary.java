package dev.hindsight.inspector.scores;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.run.Interval;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/// Means over episodes, of any number of recordings. A sample is an episode: the mean over its
/// agents of one side. What did not end counts nowhere. As `hindsight evaluate` does it.
///
/// @param episodes how many there are
/// @param scores score of trial 1, 2, ..., K; nothing where none ended
/// @param reached share of the agents that reached a goal, by trial
/// @param deltas score of trial k less that of trial 1 of the same episode, for trial 2, ..., K
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

  /// Of one side in some recordings.
  ///
  /// @throws Problem if their episodes have different numbers of trials
  public static ScoreSummary of(List<ScoreSheet> sheets, Side side) {
    int trials = trials(sheets);
    List<Optional<Interval>> deltas = new ArrayList<>();
    for (int k = 1; k < trials; k++) {
      int trial = k;
      deltas.add(
          interval(
              sheets,
              episode ->
                  sample(episode, trial, side, Measure.SCORE)
                      - sample(episode, 0, side, Measure.SCORE)));
    }
    return new ScoreSummary(
        sheets.stream().mapToInt(sheet -> sheet.episodes().size()).sum(),
        byTrial(sheets, side, Measure.SCORE),
        byTrial(sheets, side, Measure.REACHED),
        deltas);
  }

  /// Mean of any measure in trial 1, 2, ..., K; nothing where no trial ended, or none has it.
  public static List<Optional<Interval>> byTrial(
      List<ScoreSheet> sheets, Side side, Measure measure) {
    return IntStream.range(0, trials(sheets))
        .mapToObj(k -> interval(sheets, episode -> sample(episode, k, side, measure)))
        .toList();
  }

  private static double sample(ScoreSheet.Episode episode, int number, Side side, Measure measure) {
    return episode.trial(number).map(trial -> measure.mean(trial, side)).orElse(Double.NaN);
  }

  private static int trials(List<ScoreSheet> sheets) {
    int trials = sheets.stream().mapToInt(ScoreSheet::trials).max().orElse(0);
    for (ScoreSheet sheet : sheets) {
      if (sheet.trials() != trials) {
        throw new Problem(
            "its episodes have " + sheet.trials() + " trials, those of another " + trials,
            sheet.name(),
            "give recordings with the same number of trials");
      }
    }
    return trials;
  }

  private static Optional<Interval> interval(
      List<ScoreSheet> sheets, ToDoubleFunction<ScoreSheet.Episode> sample) {
    double[] samples =
        sheets.stream()
            .flatMap(sheet -> sheet.episodes().stream())
            .mapToDouble(sample)
            .filter(value -> !Double.isNaN(value))
            .toArray();
    return samples.length == 0 ? Optional.empty() : Optional.of(Interval.of(samples));
  }

  /// The means alone, up to the last trial that ended somewhere.
  public List<Double> means() {
    return scores.stream().flatMap(Optional::stream).map(Interval::mean).toList();
  }

  /// Score of the last trial less that of the first.
  public Optional<Interval> adaDelta() {
    return deltas.isEmpty() ? Optional.empty() : deltas.getLast();
  }

  /// By the names of the reference's log, which counts trials from 0.
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
