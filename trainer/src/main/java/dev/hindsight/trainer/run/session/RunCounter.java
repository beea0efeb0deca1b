package dev.hindsight.trainer.run.session;

import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.RunProgress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// The counters of a run. One owner thread.
final class RunCounter {
  private final long updatesInAll;
  private final Deque<List<Double>> recent = new ArrayDeque<>();
  private long updates;
  private long agentSteps;
  private long environmentSteps;
  private double seconds;
  private Optional<Double> best = Optional.empty();
  private double learningRateFactor = 1;

  RunCounter(long updatesInAll) {
    this.updatesInAll = updatesInAll;
  }

  /// Continues from the progress of a run.
  ///
  /// @param log measurements of its updates
  void restore(RunProgress progress, List<UpdateReport> log) {
    updates = progress.updates();
    agentSteps = progress.agentSteps();
    environmentSteps = progress.environmentSteps();
    seconds = progress.seconds();
    best = progress.bestScore();
    learningRateFactor = progress.learningRateFactor();
    recent.clear();
    log.stream().filter(report -> report.update() <= updates).forEach(this::remember);
  }

  void scaleLearningRate(double factor) {
    learningRateFactor = factor;
  }

  /// Counts an update.
  ///
  /// @return whether its last trial scored higher than any before
  boolean add(UpdateReport report, double took) {
    updates = report.update();
    agentSteps += report.agentSteps();
    environmentSteps += report.environmentSteps();
    seconds += took;
    remember(report);
    if (report.trialScores().isEmpty()) {
      return false;
    }
    double score = report.trialScores().getLast();
    boolean higher = best.isEmpty() || score > best.get();
    best = higher ? Optional.of(score) : best;
    return higher;
  }

  /// Counts time spent between updates.
  void addSeconds(double took) {
    seconds += took;
  }

  private void remember(UpdateReport report) {
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
        best,
        learningRateFactor,
        means());
  }

  /// Means over trials that finished in every one of the last updates.
  private List<Double> means() {
    int trials = recent.stream().mapToInt(List::size).min().orElse(0);
    List<Double> means = new ArrayList<>();
    for (int k = 0; k < trials; k++) {
      int trial = k;
      means.add(recent.stream().mapToDouble(scores -> scores.get(trial)).average().orElseThrow());
    }
    return means;
  }
}
