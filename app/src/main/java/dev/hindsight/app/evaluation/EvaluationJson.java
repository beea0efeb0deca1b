package dev.hindsight.app.evaluation;

import static dev.hindsight.app.text.AppText.wording;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.hindsight.trainer.study.Difference;
import dev.hindsight.trainer.study.EpisodeResult;
import dev.hindsight.trainer.study.EvaluationReport;
import dev.hindsight.trainer.study.Interval;
import dev.hindsight.trainer.study.Measure;
import dev.hindsight.trainer.study.MemoryWipe;
import dev.hindsight.trainer.study.TrialResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What `evaluate --json` prints of a policy.
///
/// @param episodeReturn without discount, of whole episodes; absent if every episode has a score
/// @param episodeLength ticks outside limbo of whole episodes; absent if every episode has a score
/// @param confidence of all intervals
/// @param checkpointSha256 hex digest of its file, empty if it has none
/// @param seed of the evaluation
/// @param settings effective knobs of the environment, as text
/// @param partners the population beside the policy; absent if it drove all agents
/// @param reused which worlds the policy was trained on, in words; absent if they are held out
/// @param otherVersion that the policy was trained in another version of the environment, in words;
///   absent if it was not
/// @param scenarios the same for each scenario and partner
/// @param results one per episode
public record EvaluationJson(
    String environment,
    String checkpoint,
    String checkpointSha256,
    int episodes,
    boolean wipeMemory,
    String actions,
    long seed,
    Map<String, String> settings,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> partners,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> reused,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> otherVersion,
    List<Double> trialScores,
    List<List<Double>> trialScoreIntervals,
    List<String> trialScoreMethods,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Double> adaDelta,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<List<Double>> adaDeltaInterval,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> adaDeltaMethod,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<MeanJson> episodeReturn,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<MeanJson> episodeLength,
    double confidence,
    long agentSteps,
    long environmentSteps,
    double seconds,
    List<WorldJson> scenarios,
    List<EpisodeJson> results) {
  /// One episode.
  ///
  /// @param scenario null if the environment generates its own
  /// @param partner absent if there is none
  /// @param seed of its environment
  /// @param trials for each trial, its measures by name
  /// @param earned return of the whole episode; absent if trials have theirs
  /// @param length of the whole episode; absent if trials have theirs
  /// @param totals the environment's counts
  record EpisodeJson(
      Optional<String> scenario,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> partner,
      long seed,
      List<Map<String, Double>> trials,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonProperty("return") Optional<Double> earned,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Double> length,
      Map<String, Double> totals) {
    static EpisodeJson of(EpisodeResult episode, List<Measure> measures) {
      return new EpisodeJson(
          Optional.of(episode.scenario()).filter(name -> !name.isEmpty()),
          episode.partner(),
          episode.seed(),
          episode.trials().stream().map(trial -> of(trial, measures)).toList(),
          whole(episode, episode.earned()),
          whole(episode, episode.ticks()),
          new TreeMap<>(episode.totals()));
    }

    private static Optional<Double> whole(EpisodeResult episode, double value) {
      return Optional.of(value).filter(one -> episode.trials().isEmpty() && Double.isFinite(one));
    }

    private static Map<String, Double> of(TrialResult trial, List<Measure> measures) {
      Map<String, Double> values = new LinkedHashMap<>();
      measures.forEach(measure -> values.put(measure.id(), measure.of().applyAsDouble(trial)));
      return values;
    }
  }

  /// One scenario and partner.
  ///
  /// @param scenario null if the environment generates its own
  /// @param partner absent if there is none
  /// @param trials for each trial, its measures by name
  /// @param episodeReturn as of the policy
  /// @param episodeLength as of the policy
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
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<MeanJson> episodeReturn,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<MeanJson> episodeLength,
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
  public record ComparisonJson(
      List<EvaluationJson> evaluations, List<DifferenceJson> comparisons) {}

  /// How two policies differ.
  ///
  /// @param pairs number of episodes in the same worlds
  public record DifferenceJson(
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

  /// The JSON form of an evaluation.
  public static EvaluationJson of(FinishedEvaluation evaluation) {
    EvaluationReport report = evaluation.report();
    List<Measure> measures = evaluation.measures();
    List<Interval> scores = report.trialScores();
    Optional<Interval> gain = report.gain();
    return new EvaluationJson(
        evaluation.environment(),
        evaluation.checkpoint(),
        evaluation.checkpointSha256(),
        report.episodes(),
        evaluation.wipe() == MemoryWipe.TRIALS,
        evaluation.actions(),
        evaluation.seed(),
        evaluation.settings(),
        evaluation.partners(),
        evaluation.reused(),
        evaluation.otherVersion(),
        means(scores),
        ends(scores),
        scores.stream().map(score -> score.method().id()).toList(),
        gain.map(Interval::mean),
        gain.map(Interval::ends),
        gain.map(one -> one.method().id()),
        whole(report, report.earned()),
        whole(report, report.ticks()),
        0.95,
        report.agentSteps(),
        report.environmentSteps(),
        report.seconds(),
        report.byWorld().entrySet().stream()
            .map(world -> of(world.getKey(), world.getValue(), measures))
            .toList(),
        report.results().stream().map(one -> EpisodeJson.of(one, measures)).toList());
  }

  /// The mean over whole episodes where some have no score, and thus no trials; empty if they were
  /// read from a file, which lacks it.
  private static Optional<MeanJson> whole(EvaluationReport report, Interval mean) {
    return Optional.of(mean)
        .filter(one -> report.trials() == 0 && Double.isFinite(one.mean()))
        .map(MeanJson::of);
  }

  /// Each later policy against the first: by the score of the last trial and, where not every
  /// episode has a score, by the return of whole episodes.
  public static List<DifferenceJson> differences(List<FinishedEvaluation> evaluations) {
    List<DifferenceJson> differences = new ArrayList<>();
    FinishedEvaluation first = evaluations.getFirst();
    for (FinishedEvaluation later : evaluations.subList(1, evaluations.size())) {
      first
          .report()
          .lastTrialOf(later.report())
          .map(interval ->
              difference(
                  first,
                  later,
                  interval,
                  "lastTrialScore",
                  wording("EvaluationJson.the_score_of_the_last_trial")))
          .ifPresent(differences::add);
      if (first.report().trials() == 0 || later.report().trials() == 0) {
        first
            .report()
            .returnOf(later.report())
            .map(interval ->
                difference(
                    first,
                    later,
                    interval,
                    "return",
                    wording("EvaluationJson.the_return_of_the_episode")))
            .ifPresent(differences::add);
      }
    }
    return differences;
  }

  private static DifferenceJson difference(
      FinishedEvaluation first,
      FinishedEvaluation later,
      Interval interval,
      String measure,
      String words) {
    Difference difference = new Difference(first.checkpoint(), later.checkpoint(), interval);
    return DifferenceJson.of(
        difference,
        measure,
        difference.sentence(
            words,
            wording("EvaluationJson.pairs_of_episodes", interval.count()),
            wording("EvaluationJson.pair_of_episodes")));
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
    Map<String, Double> totals = new TreeMap<>();
    report.totals().forEach((name, total) -> totals.put(name, total.mean()));
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
        whole(report, report.earned()),
        whole(report, report.ticks()),
        totals);
  }

  private static List<Double> means(List<Interval> intervals) {
    return intervals.stream().map(Interval::mean).toList();
  }

  private static List<List<Double>> ends(List<Interval> intervals) {
    return intervals.stream().map(Interval::ends).toList();
  }
}
