package dev.hindsight.trainer.study;

import dev.hindsight.trainer.SplitMix64;
import java.util.Arrays;
import java.util.List;

/// The scores of several runs of one arm on one or more tasks, and the statistics of Agarwal et al.
/// (2021), "Deep reinforcement learning at the edge of the statistical precipice",
/// arXiv:2108.13264. Immutable.
///
/// A task is a world in which every run was evaluated: a scenario with a partner. A score is the
/// mean of a run's episodes there; scores in `[0, 1]` need no normalisation.
public final class RunScores {
  /// Part of the values that the interquartile mean drops at each end.
  private static final double TRIMMED = 0.25;

  private final double[][] tasks;

  private RunScores(double[][] tasks) {
    this.tasks = tasks;
  }

  /// @param byTask for each task the score of each run, in any order; tasks may differ in their
  ///   number of runs
  /// @throws IllegalArgumentException if there is no task, a task has no run, or a score is not a
  ///   finite number
  public static RunScores of(List<List<Double>> byTask) {
    double[][] tasks =
        byTask.stream()
            .map(runs -> runs.stream().mapToDouble(Double::doubleValue).toArray())
            .toArray(double[][]::new);
    if (tasks.length == 0
        || Arrays.stream(tasks).anyMatch(runs -> runs.length == 0)
        || Arrays.stream(tasks)
            .flatMapToDouble(Arrays::stream)
            .anyMatch(score -> !Double.isFinite(score))) {
      throw new IllegalArgumentException("not the scores of runs: " + byTask);
    }
    return new RunScores(tasks);
  }

  /// Number of tasks.
  public int tasks() {
    return tasks.length;
  }

  /// Smallest number of runs of any task.
  public int runs() {
    return Arrays.stream(tasks).mapToInt(runs -> runs.length).min().orElseThrow();
  }

  /// As many runs of every task, drawn with replacement: a stratum never lends to another.
  ///
  /// @param random state of a [SplitMix64] generator in its only element, advanced here by one step
  ///   for each run, task after task
  RunScores drawn(long[] random) {
    double[][] drawn = new double[tasks.length][];
    for (int task = 0; task < tasks.length; task++) {
      double[] runs = tasks[task];
      drawn[task] = new double[runs.length];
      for (int run = 0; run < runs.length; run++) {
        random[0] += SplitMix64.GAMMA;
        drawn[task][run] = runs[(int) (SplitMix64.unit(SplitMix64.mix(random[0])) * runs.length)];
      }
    }
    return new RunScores(drawn);
  }

  /// The mean over tasks of the mean over runs.
  public double mean() {
    return Arrays.stream(taskMeans()).average().orElseThrow();
  }

  /// The median over tasks of the mean over runs.
  public double median() {
    double[] means = taskMeans();
    Arrays.sort(means);
    int half = means.length / 2;
    return means.length % 2 == 1 ? means[half] : (means[half - 1] + means[half]) / 2;
  }

  /// The interquartile mean: of all runs of all tasks together, without the lowest and the highest
  /// quarter (rounded down, as in `scipy.stats.trim_mean`; of three runs none is dropped).
  public double interquartileMean() {
    double[] all = Arrays.stream(tasks).flatMapToDouble(Arrays::stream).sorted().toArray();
    int dropped = (int) (TRIMMED * all.length);
    return Arrays.stream(all, dropped, all.length - dropped).average().orElseThrow();
  }

  /// How much the runs lack to a target on average; what exceeds the target does not count.
  public double optimalityGap(double target) {
    return Arrays.stream(tasks)
        .mapToDouble(runs ->
            Arrays.stream(runs)
                .map(score -> target - Math.min(score, target))
                .average()
                .orElseThrow())
        .average()
        .orElseThrow();
  }

  /// The part of the runs that scores higher than a threshold, averaged over tasks: one point of
  /// the performance profile.
  public double above(double threshold) {
    return Arrays.stream(tasks)
        .mapToDouble(runs ->
            (double) Arrays.stream(runs).filter(score -> score > threshold).count() / runs.length)
        .average()
        .orElseThrow();
  }

  /// The probability that a run of this arm scores higher than one of another on the same task,
  /// averaged over tasks; equal scores count half (Mann and Whitney 1947).
  ///
  /// @throws IllegalArgumentException if the other arm has another number of tasks
  public double improvementOver(RunScores other) {
    if (other.tasks.length != tasks.length) {
      throw new IllegalArgumentException(tasks.length + " tasks and " + other.tasks.length);
    }
    double sum = 0;
    for (int task = 0; task < tasks.length; task++) {
      double won = 0;
      for (double own : tasks[task]) {
        for (double theirs : other.tasks[task]) {
          won += own > theirs ? 1 : own == theirs ? 0.5 : 0;
        }
      }
      sum += won / tasks[task].length / other.tasks[task].length;
    }
    return sum / tasks.length;
  }

  private double[] taskMeans() {
    return Arrays.stream(tasks)
        .mapToDouble(runs -> Arrays.stream(runs).average().orElseThrow())
        .toArray();
  }
}
