package dev.hindsight.trainer.run.session;

import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.RunProgress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/// The counters of a run. One owner thread.
final class RunCounter {
  private static final PolicyScores NOT_MEASURED = new PolicyScores(List.of(), Map.of());

  private final long updatesInAll;
  private final Deque<List<Double>> recent = new ArrayDeque<>();
  private final Deque<Double> recentReturns = new ArrayDeque<>();
  private long updates;
  private long agentSteps;
  private long environmentSteps;
  private double seconds;

  /// The highest score, or without any the highest return.
  private OptionalDouble best = OptionalDouble.empty();

  /// Whether any update had a score: then returns are not compared.
  private boolean scored;

  private double learningRateFactor = 1;
  private final boolean byEvaluation;
  private long evaluations;
  private long sinceBest;

  /// @param evaluation if the run has evaluations, the best update is the best evaluated one
  RunCounter(long updatesInAll, RunSettings.EvaluationRule evaluation) {
    this.updatesInAll = updatesInAll;
    this.byEvaluation = evaluation.on();
  }

  /// Continues from the progress of a run.
  ///
  /// @param log measurements of its updates
  void restore(RunProgress progress, List<UpdateReport> log) {
    updates = progress.updates();
    agentSteps = progress.agentSteps();
    environmentSteps = progress.environmentSteps();
    seconds = progress.seconds();
    learningRateFactor = progress.learningRateFactor();
    recent.clear();
    recentReturns.clear();
    log.stream()
        .filter(report -> report.update() <= updates)
        .forEach(report -> {
          remember(report);
          improves(report);
        });
    // Only scores are stored there.
    if (scored || progress.bestScore().isPresent()) {
      scored = true;
      best = progress.bestScore().stream().mapToDouble(Double::doubleValue).findFirst();
    }
  }

  void scaleLearningRate(double factor) {
    learningRateFactor = factor;
  }

  /// Counts an update.
  ///
  /// @return whether it is the best so far: the last trial of its evaluation, or without
  ///   evaluations its own, scored higher than any before; where no trial has a score, whether its
  ///   return is higher
  boolean add(UpdateReport report, double took) {
    updates = report.update();
    agentSteps += report.agentSteps();
    environmentSteps += report.environmentSteps();
    seconds += took;
    remember(report);
    return improves(report);
  }

  private boolean improves(UpdateReport report) {
    PolicyScores own =
        byEvaluation
            ? PolicyScores.of(report.metrics()).orElse(NOT_MEASURED)
            : new PolicyScores(
                report.trialScores(),
                Map.of(
                    PolicyScores.RETURN,
                    report.metrics().getOrDefault(UpdateReport.RETURN, Double.NaN)));
    double value = own.scored() ? own.score() : own.earned();
    if (!Double.isFinite(value) || (scored && !own.scored())) {
      return false;
    }
    if (own.scored() && !scored) {
      scored = true;
      best = OptionalDouble.empty();
    }
    boolean higher = best.isEmpty() || value > best.getAsDouble();
    best = higher ? OptionalDouble.of(value) : best;
    evaluations++;
    sinceBest = higher ? 0 : sinceBest + 1;
    return higher;
  }

  /// Whether the best update is the one with the highest return, as no trial has a score.
  boolean byReturn() {
    return best.isPresent() && !scored;
  }

  /// The last update's evaluation as signals of conditions; empty if it was not evaluated.
  Optional<EvaluationSignals> evaluated(UpdateReport report) {
    return byEvaluation
        ? PolicyScores.of(report.metrics())
            .map(scores -> new EvaluationSignals(updates, scores, evaluations, sinceBest))
        : Optional.empty();
  }

  /// Counts the time that a checkpoint lacks, in which it was written and its update evaluated.
  ///
  /// @param known progress in the ledger
  void countSeconds(RunProgress known) {
    if (known.updates() == updates) {
      seconds = Math.max(seconds, known.seconds());
    }
  }

  /// Counts time spent between updates.
  void addSeconds(double took) {
    seconds += took;
  }

  private void remember(UpdateReport report) {
    Double earned = report.metrics().get(UpdateReport.RETURN);
    if (earned != null && Double.isFinite(earned)) {
      recentReturns.addLast(earned);
      if (recentReturns.size() > RunProgress.RECENT) {
        recentReturns.removeFirst();
      }
    }
    if (!report.trialScores().isEmpty()) {
      recent.addLast(report.trialScores());
      while (recent.size() > RunProgress.RECENT) {
        recent.removeFirst();
      }
    }
  }

  RunProgress progress() {
    return new RunProgress(
        updates,
        updatesInAll,
        agentSteps,
        environmentSteps,
        seconds,
        scored && best.isPresent() ? Optional.of(best.getAsDouble()) : Optional.empty(),
        learningRateFactor,
        means(),
        byReturn() ? Optional.of(best.getAsDouble()) : Optional.empty(),
        recentReturns.isEmpty()
            ? Optional.empty()
            : Optional.of(recentReturns.stream().mapToDouble(x -> x).average().orElseThrow()));
  }

  /// Means over those of the last updates in which a trial finished, up to the first trial that
  /// finished in none.
  private List<Double> means() {
    int trials = recent.stream().mapToInt(List::size).min().orElse(0);
    return IntStream.range(0, trials)
        .mapToObj(this::mean)
        .takeWhile(OptionalDouble::isPresent)
        .map(OptionalDouble::getAsDouble)
        .toList();
  }

  private OptionalDouble mean(int trial) {
    return recent.stream()
        .mapToDouble(scores -> scores.get(trial))
        .filter(Double::isFinite)
        .average();
  }
}
