package dev.hindsight.trainer.learn.training;

import dev.hindsight.trainer.learn.training.VectorEnvironment.TrialSum;
import dev.hindsight.trainer.run.BucketEpisodes;
import dev.hindsight.trainer.run.UpdateReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// The results of collecting the trajectories of an update, as sums: those of several workers add
/// up to what a single collection of all their environments would have measured.
///
/// @param split times
/// @param live agent steps that can be learned from
/// @param agentSteps agent steps outside limbo
/// @param environmentSteps environment ticks
/// @param clippedRewards rewards that were clamped
/// @param illegalActions actions that the environment calls illegal; empty if it calls none so
/// @param episodes return and length of the episodes that ended
/// @param buckets the episodes that ended, by bucket; empty if no setting is randomised
/// @param figures sums of rewards, progress and figures
/// @param totals sums of the environments' counters
/// @param environments number of environments
/// @param trials scores of each trial in this update
/// @param badOutputs outputs of the policy that were not finite
/// @param firstBadOutput the first of them, in words; empty if there is none
public record CollectionReport(
    Collector.Split split,
    long live,
    long agentSteps,
    long environmentSteps,
    long clippedRewards,
    OptionalLong illegalActions,
    EpisodeReturns.Sums episodes,
    List<BucketEpisodes> buckets,
    FigureMeans.Sums figures,
    Map<String, Double> totals,
    int environments,
    List<TrialSum> trials,
    long badOutputs,
    String firstBadOutput) {
  /// Adds the results of workers that collected side by side, in their order. Times are those of
  /// the slowest.
  ///
  /// @param parts at least one, of the same kind of environment
  public static CollectionReport of(List<CollectionReport> parts) {
    CollectionReport all = parts.getFirst();
    for (CollectionReport part : parts.subList(1, parts.size())) {
      all = all.plus(part);
    }
    return all;
  }

  private CollectionReport plus(CollectionReport other) {
    Map<String, Double> both = new LinkedHashMap<>(totals);
    other.totals.forEach((name, value) -> both.merge(name, value, Double::sum));
    List<TrialSum> scores = new ArrayList<>();
    for (int k = 0; k < trials.size(); k++) {
      TrialSum one = trials.get(k);
      TrialSum two = other.trials.get(k);
      scores.add(new TrialSum(one.sum() + two.sum(), one.count() + two.count()));
    }
    return new CollectionReport(
        new Collector.Split(
            Math.max(split.simulate(), other.split.simulate()),
            Math.max(split.forward(), other.split.forward())),
        live + other.live,
        agentSteps + other.agentSteps,
        environmentSteps + other.environmentSteps,
        clippedRewards + other.clippedRewards,
        illegalActions.isPresent()
            ? OptionalLong.of(illegalActions.getAsLong() + other.illegalActions.orElse(0))
            : OptionalLong.empty(),
        episodes.plus(other.episodes),
        BucketEpisodes.sum(buckets, other.buckets),
        figures.plus(other.figures),
        both,
        environments + other.environments,
        scores,
        badOutputs + other.badOutputs,
        firstBadOutput.isEmpty() ? other.firstBadOutput : firstBadOutput);
  }

  /// Mean score of each trial; NaN if none ended in this update, empty if no trial did.
  private List<Double> trialScores() {
    return trials.stream().noneMatch(trial -> trial.count() > 0)
        ? List.of()
        : trials.stream()
            .map(trial -> trial.count() > 0 ? trial.sum() / trial.count() : Double.NaN)
            .toList();
  }

  /// The report of an update: metrics of learning, times, and results in the environments.
  ///
  /// @param update its number, from 1
  /// @param learnNanos time learning took
  /// @param metrics of learning; the others are added
  public UpdateReport report(long update, long learnNanos, Map<String, Double> metrics) {
    metrics.put("performance/simulate", split.simulate());
    metrics.put("performance/forward", split.forward());
    metrics.put("performance/learn", learnNanos * 1e-9);
    episodes.addTo(metrics);
    buckets.forEach(bucket -> bucket.addTo(metrics));
    figures.addTo(metrics);
    metrics.put("reward/clipped", (double) clippedRewards / Math.max(1, agentSteps));
    illegalActions.ifPresent(count ->
        metrics.put("behavior/invalid_action_rate", (double) count / Math.max(1, agentSteps)));
    totals.forEach((name, sum) -> metrics.put(name, sum / environments));
    return new UpdateReport(update, live, environmentSteps, trialScores(), metrics);
  }
}
