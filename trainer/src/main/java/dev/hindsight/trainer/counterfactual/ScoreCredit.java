package dev.hindsight.trainer.counterfactual;

import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.branch.Control;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.List;
import java.util.Map;

/// What earlier moments were worth to the score of a trial: that trial lived again once without
/// each of them. Arrays are not to be written.
///
/// @param trial from 0
/// @param with mean score with everything
/// @param groups the moments
/// @param worths `[groups]` by how much the score is lower without
/// @param control whether the recording repeats where nothing is changed
public record ScoreCredit(
    int trial, double with, List<Span> groups, double[] worths, Control control) {
  /// Copies the list.
  public ScoreCredit {
    groups = List.copyOf(groups);
  }

  /// Lives it, so many times for every group.
  ///
  /// @param run stands at the first tick of the trial
  /// @param horizon S
  /// @param draws of random numbers, the same for all
  public static ScoreCredit of(
      RunOn run,
      int trial,
      List<Span> groups,
      Ablation.Fill fill,
      int horizon,
      int draws,
      Progress progress,
      Cancellation cancellation) {
    double with = score(run, Change.NONE, trial, draws, cancellation);
    double[] worths = new double[groups.size()];
    for (int i = 0; i < worths.length; i++) {
      Ablation without = Ablation.of(fill, new Ablation.Keys.Ticks(groups.get(i)));
      Change change = new Change.Without(without, Map.of(), horizon);
      worths[i] = with - score(run, change, trial, draws, cancellation);
      progress.report(i + 1L, worths.length, "moments");
    }
    return new ScoreCredit(trial, with, groups, worths, run.control());
  }

  private static double score(
      RunOn run, Change change, int trial, int draws, Cancellation cancellation) {
    double sum = 0;
    for (int draw = 0; draw < draws; draw++) {
      sum += run.live(change, draw, cancellation).scores()[trial];
    }
    return sum / draws;
  }
}
