package dev.hindsight.app.cli.train;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hindsight.trainer.study.Difference;
import dev.hindsight.trainer.study.EvaluationReport;
import dev.hindsight.trainer.study.Interval;
import dev.hindsight.trainer.study.Measure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What `evaluate --json` prints of a policy.
///
/// @param confidence of all intervals
/// @param scenarios the same for each scenario and partner
record EvaluationJson(
    String environment,
    String checkpoint,
    int episodes,
    boolean wipeMemory,
    String actions,
    List<Double> trialScores,
    List<List<Double>> trialScoreIntervals,
    List<String> trialScoreMethods,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Double> adaDelta,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<List<Double>> adaDeltaInterval,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> adaDeltaMethod,
    double confidence,
    long agentSteps,
    long environmentSteps,
    double seconds,
    List<WorldJson> scenarios) {
  /// One scenario and partner.
  ///
  /// @param scenario null if the environment generates its own
  /// @param partner absent if there is none
  /// @param trials for each trial, its measures by name
  /// @param totals means of the environment's counts over whole episodes
  record WorldJson(
      Optional<String> scenario,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> partner,
      int episodes,
      List<Double> trialScores,
      List<List<Double>> trialScoreIntervals,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Double> adaDelta,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<List<Double>> adaDeltaInterval,
      List<Map<String, MeanJson>> trials,
      Map<String, Double> totals) {}

  /// A mean with its interval.
  record MeanJson(double mean, List<Double> interval, String method) {
    static MeanJson of(Interval interval) {
      return new MeanJson(interval.mean(), interval.ends(), interval.method().id());
    }
  }

  /// Several policies.
  ///
  /// @param comparisons of each later policy with the first
  record ComparisonJson(List<EvaluationJson> evaluations, List<DifferenceJson> comparisons) {}

  /// How two policies differ.
  ///
  /// @param pairs number of episodes in the same worlds
  record DifferenceJson(
      String baseline,
      String checkpoint,
      String measure,
      int pairs,
      double difference,
      List<Double> differenceInterval,
      String differenceMethod,
      boolean differs,
      String sentence) {
    static DifferenceJson of(Difference difference, String measure, String sentence) {
      Interval interval = difference.interval();
      return new DifferenceJson(
          difference.baseline(),
          difference.other(),
          measure,
          interval.count(),
          interval.mean(),
          interval.ends(),
          interval.method().id(),
          difference.shown(),
          sentence);
    }
  }

  static EvaluationJson of(
      String environment,
      String checkpoint,
      boolean wipeMemory,
      String actions,
      EvaluationReport report,
      List<Measure> measures) {
    List<Interval> scores = report.trialScores();
    Optional<Interval> gain = report.gain();
    return new EvaluationJson(
        environment,
        checkpoint,
        report.episodes(),
        wipeMemory,
        actions,
        means(scores),
        ends(scores),
        scores.stream().map(score -> score.method().id()).toList(),
        gain.map(Interval::mean),
        gain.map(Interval::ends),
        gain.map(one -> one.method().id()),
        0.95,
        report.agentSteps(),
        report.environmentSteps(),
        report.seconds(),
        report.byWorld().entrySet().stream()
            .map(world -> of(world.getKey(), world.getValue(), measures))
            .toList());
  }

  private static WorldJson of(
      EvaluationReport.World world, EvaluationReport report, List<Measure> measures) {
    List<Map<String, MeanJson>> trials = new ArrayList<>();
    for (int k = 0; k < report.trials(); k++) {
      trials.add(new LinkedHashMap<>());
    }
    for (Measure measure : measures) {
      List<Interval> byTrial = report.byTrial(measure.of(), measure.range());
      for (int k = 0; k < byTrial.size(); k++) {
        trials.get(k).put(measure.id(), MeanJson.of(byTrial.get(k)));
      }
    }
    List<Interval> scores = report.trialScores();
    Optional<Interval> gain = report.gain();
    return new WorldJson(
        Optional.of(world.scenario()).filter(name -> !name.isEmpty()),
        world.partner(),
        report.episodes(),
        means(scores),
        ends(scores),
        gain.map(Interval::mean),
        gain.map(Interval::ends),
        trials,
        report.totals());
  }

  private static List<Double> means(List<Interval> intervals) {
    return intervals.stream().map(Interval::mean).toList();
  }

  private static List<List<Double>> ends(List<Interval> intervals) {
    return intervals.stream().map(Interval::ends).toList();
  }
}
