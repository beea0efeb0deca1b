package dev.hindsight.trainer.study;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/// How well a policy does.
///
/// @param results one per episode, in order
/// @param agentSteps agent steps outside limbo
/// @param environmentSteps environment ticks
/// @param seconds duration
public record EvaluationReport(
    List<EpisodeResult> results, long agentSteps, long environmentSteps, double seconds) {
  /// Copies the list.
  public EvaluationReport {
    results = List.copyOf(results);
  }

  /// Number of episodes.
  public int episodes() {
    return results.size();
  }

  /// Number of episodes that differ: those of one world with one seed repeat each other.
  public int different() {
    return (int)
        results.stream()
            .map(result -> new Same(new World(result.scenario(), result.partner()), result.seed()))
            .distinct()
            .count();
  }

  /// Number of trials that finished in every episode.
  public int trials() {
    return results.stream().mapToInt(result -> result.trials().size()).min().orElse(0);
  }

  /// Score of trial 1, 2, ..., K.
  public List<Interval> trialScores() {
    return byTrial(TrialResult::score, Interval.Range.UNIT);
  }

  /// The mean of a measure over episodes in trial 1, 2, ..., K.
  ///
  /// @param range of the measure
  public List<Interval> byTrial(ToDoubleFunction<TrialResult> measure, Interval.Range range) {
    List<Interval> byTrial = new ArrayList<>();
    for (int k = 0; k < trials(); k++) {
      int trial = k;
      byTrial.add(
          Interval.ofMean(
              samples(results, result -> measure.applyAsDouble(result.trials().get(trial))),
              range));
    }
    return byTrial;
  }

  /// Score of the last trial minus that of the first, of the same episode; empty without two
  /// trials.
  public Optional<Interval> gain() {
    int last = trials() - 1;
    return last < 1
        ? Optional.empty()
        : Optional.of(
            Interval.ofDifferences(
                samples(
                    results,
                    result ->
                        result.trials().get(last).score() - result.trials().getFirst().score()),
                Interval.Range.UNIT));
  }

  /// The return of whole episodes, as in [EpisodeResult#earned].
  public Interval earned() {
    return byEpisode(EpisodeResult::earned, Interval.Range.ANY);
  }

  /// The length of whole episodes, as in [EpisodeResult#ticks].
  public Interval ticks() {
    return byEpisode(EpisodeResult::ticks, Interval.Range.COUNT);
  }

  /// The means of the scores without their intervals.
  public List<Double> means() {
    return trialScores().stream().map(Interval::mean).toList();
  }

  /// The mean of a measure of whole episodes. The egos of an episode share a world, so an episode
  /// is one sample, however many egos it has.
  ///
  /// @param range of the measure
  public Interval byEpisode(ToDoubleFunction<EpisodeResult> measure, Interval.Range range) {
    return Interval.ofMean(samples(results, measure), range);
  }

  /// The environment's own counts over whole episodes by name, the mean of each; counts that some
  /// episode lacks are left out.
  public Map<String, Interval> totals() {
    Map<String, Interval> totals = new TreeMap<>();
    Set<String> names = results.isEmpty() ? Set.of() : results.getFirst().totals().keySet();
    for (String name : names) {
      ToDoubleFunction<EpisodeResult> count =
          result -> result.totals().getOrDefault(name, Double.NaN);
      if (results.stream().mapToDouble(count).allMatch(Double::isFinite)) {
        totals.put(name, byEpisode(count, Interval.Range.ANY));
      }
    }
    return totals;
  }

  /// The world of some episodes.
  ///
  /// @param scenario its name; empty if the environment generates its own
  /// @param partner who controlled the co-players
  public record World(String scenario, Optional<String> partner) {}

  /// The same report for each scenario and partner alone, in the order of their first episodes;
  /// without steps and duration.
  public Map<World, EvaluationReport> byWorld() {
    Map<World, List<EpisodeResult>> groups = new LinkedHashMap<>();
    for (EpisodeResult result : results) {
      groups
          .computeIfAbsent(new World(result.scenario(), result.partner()), _ -> new ArrayList<>())
          .add(result);
    }
    Map<World, EvaluationReport> reports = new LinkedHashMap<>();
    groups.forEach((world, own) -> reports.put(world, new EvaluationReport(own, 0, 0, 0)));
    return reports;
  }

  /// How much higher another policy scores in the last trial than this one, from the pairs of
  /// episodes that were played in the same world: same scenario, partner and seed; empty without
  /// such a pair.
  public Optional<Interval> lastTrialOf(EvaluationReport other) {
    return paired(other, EpisodeResult::lastScore);
  }

  /// How much more another policy gains from the first trial to the last.
  public Optional<Interval> gainOf(EvaluationReport other) {
    // A difference of two gains lies in [-2, 2]; halved, in the range of the method.
    return paired(other, result -> result.gain() / 2)
        .map(half ->
            new Interval(
                2 * half.mean(), 2 * half.low(), 2 * half.high(), half.count(), half.method()));
  }

  /// How much higher the return of whole episodes is for another policy than for this one, from all
  /// pairs of episodes in the same world; empty without such a pair, or if a return is unknown.
  public Optional<Interval> returnOf(EvaluationReport other) {
    return paired(results, other.results, EpisodeResult::earned, Interval.Range.ANY)
        .filter(difference -> Double.isFinite(difference.mean()));
  }

  /// What an episode repeats: all its randomness comes from this seed.
  private record Same(World world, long seed) {}

  private Optional<Interval> paired(
      EvaluationReport other, ToDoubleFunction<EpisodeResult> measure) {
    return paired(finished(), other.finished(), measure, Interval.Range.UNIT);
  }

  private static Optional<Interval> paired(
      List<EpisodeResult> episodes,
      List<EpisodeResult> others,
      ToDoubleFunction<EpisodeResult> measure,
      Interval.Range range) {
    Map<Same, Double> own = means(episodes, measure);
    Map<Same, Double> theirs = means(others, measure);
    double[] differences =
        own.keySet().stream()
            .filter(theirs::containsKey)
            .mapToDouble(
                same -> theirs.getOrDefault(same, Double.NaN) - own.getOrDefault(same, Double.NaN))
            .toArray();
    return differences.length == 0
        ? Optional.empty()
        : Optional.of(Interval.ofDifferences(differences, range));
  }

  private List<EpisodeResult> finished() {
    return results.stream().filter(result -> !result.trials().isEmpty()).toList();
  }

  /// Independent samples of a measure: episodes of one world with one seed repeat each other, so
  /// they are one sample together, however often a suite plays them.
  private static double[] samples(
      List<EpisodeResult> episodes, ToDoubleFunction<EpisodeResult> measure) {
    return means(episodes, measure).values().stream().mapToDouble(Double::doubleValue).toArray();
  }

  /// The mean of a measure over the episodes of each world and seed, in the order of the first.
  private static Map<Same, Double> means(
      List<EpisodeResult> episodes, ToDoubleFunction<EpisodeResult> measure) {
    return episodes.stream()
        .collect(
            Collectors.groupingBy(
                result -> new Same(new World(result.scenario(), result.partner()), result.seed()),
                LinkedHashMap::new,
                Collectors.averagingDouble(measure)));
  }
}
