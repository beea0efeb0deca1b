package dev.hindsight.trainer.run.ledger;

import dev.hindsight.trainer.run.UpdateReport;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// The progress of a run, counted over all its resumptions.
///
/// @param updates completed updates
/// @param updatesInAll total number of updates
/// @param agentSteps agent steps outside limbo that it learned from
/// @param environmentSteps simulated environment ticks
/// @param seconds time spent in updates
/// @param bestScore highest score of the last trial in any update; empty before the first
/// @param learningRateFactor factor on the schedule's learning rate
/// @param recentScores scores by trial, mean over the last [#RECENT] updates that have scores
/// @param bestReturn highest return, where no update has a score; otherwise empty
/// @param recentReturn return of an episode in training, mean over the last [#RECENT] updates that
///   have one
public record RunProgress(
    long updates,
    long updatesInAll,
    long agentSteps,
    long environmentSteps,
    double seconds,
    Optional<Double> bestScore,
    double learningRateFactor,
    List<Double> recentScores,
    Optional<Double> bestReturn,
    Optional<Double> recentReturn) {
  /// Number of updates that [#recentScores] averages.
  public static final int RECENT = 10;

  /// Copies the list.
  public RunProgress {
    recentScores = List.copyOf(recentScores);
  }

  /// A progress whose returns are unknown.
  public RunProgress(
      long updates,
      long updatesInAll,
      long agentSteps,
      long environmentSteps,
      double seconds,
      Optional<Double> bestScore,
      double learningRateFactor,
      List<Double> recentScores) {
    this(
        updates,
        updatesInAll,
        agentSteps,
        environmentSteps,
        seconds,
        bestScore,
        learningRateFactor,
        recentScores,
        Optional.empty(),
        Optional.empty());
  }

  /// Mean of a metric over the last [#RECENT] updates that have it, as [#recentScores] are
  /// averaged.
  ///
  /// @param reports oldest first
  /// @return empty if no update has it
  public static OptionalDouble recent(List<UpdateReport> reports, String metric) {
    return reports.reversed().stream()
        .flatMap(report -> Optional.ofNullable(report.metrics().get(metric)).stream())
        .limit(RECENT)
        .mapToDouble(Double::doubleValue)
        .average();
  }

  /// Score of the last trial minus that of the first; empty without two trials.
  public Optional<Double> gain() {
    return recentScores.size() < 2
        ? Optional.empty()
        : Optional.of(recentScores.getLast() - recentScores.getFirst());
  }

  /// Agent steps learned from per second of training.
  public double agentStepsPerSecond() {
    return seconds > 0 ? agentSteps / seconds : 0;
  }
}
