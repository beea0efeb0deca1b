package dev.hindsight.trainer.counterfactual;

import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.branch.ControlResult;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.study.Interval;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// How much earlier moments contributed to the score of a trial: the trial is simulated again once
/// without each of them. Do not modify the arrays.
///
/// @param trial from 0
/// @param with mean score with nothing removed
/// @param groups the moments
/// @param differences `[groups]` by how much the score drops without each, over the draws; valid
///   for this one episode
/// @param control whether the recording repeats without a change
public record ScoreCredit(
    int trial, double with, List<Span> groups, List<Interval> differences, ControlResult control) {
  /// Copies the lists.
  public ScoreCredit {
    groups = List.copyOf(groups);
    differences = List.copyOf(differences);
  }

  /// The mean differences, `[groups]`.
  public double[] worths() {
    return differences.stream().mapToDouble(Interval::mean).toArray();
  }

  /// Simulates the trial as often as `draws` says for every group.
  ///
  /// @param run at the first tick of the trial
  /// @param horizon S
  /// @param draws sets of random numbers, the same for all groups
  public static ScoreCredit of(
      CounterfactualRunner run,
      int trial,
      List<Span> groups,
      Ablation.Fill fill,
      int horizon,
      int draws,
      Progress progress,
      Cancellation cancellation) {
    double[] with = scores(run, Intervention.NONE, trial, draws, cancellation);
    List<Interval> differences = new ArrayList<>();
    for (int i = 0; i < groups.size(); i++) {
      Ablation without = Ablation.of(fill, new Ablation.Keys.Ticks(groups.get(i)));
      Intervention intervention = new Intervention.AblateAttention(without, Map.of(), horizon);
      double[] after = scores(run, intervention, trial, draws, cancellation);
      double[] lower = new double[draws];
      Arrays.setAll(lower, draw -> with[draw] - after[draw]);
      differences.add(interval(Arrays.stream(lower).filter(Double::isFinite).toArray()));
      progress.report(i + 1L, groups.size(), "moments");
    }
    return new ScoreCredit(
        trial,
        Arrays.stream(with).average().orElse(Double.NaN),
        groups,
        differences,
        run.control());
  }

  /// Over the draws in which the trial ended.
  private static Interval interval(double[] lower) {
    return lower.length == 0
        ? new Interval(Double.NaN, Double.NaN, Double.NaN, 0, Interval.Method.NONE)
        : Interval.ofDifferences(lower, Interval.Range.UNIT);
  }

  private static double[] scores(
      CounterfactualRunner run,
      Intervention intervention,
      int trial,
      int draws,
      Cancellation cancellation) {
    double[] scores = new double[draws];
    for (int draw = 0; draw < draws; draw++) {
      scores[draw] = run.run(intervention, draw, cancellation).scores()[trial];
    }
    return scores;
  }
}
