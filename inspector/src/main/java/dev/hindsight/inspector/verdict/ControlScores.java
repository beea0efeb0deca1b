package dev.hindsight.inspector.verdict;

import dev.hindsight.inspector.counterfactual.ChosenPolicySource;
import dev.hindsight.trainer.counterfactual.ControlledEpisodes;
import dev.hindsight.trainer.counterfactual.MemoryControl;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// The scores of some episodes under one control.
///
/// @param control what was closed
/// @param missing why it does not apply; there are no episodes then
/// @param episodes `[K]` each: mean score of the egos by trial, NaN for unfinished trials
/// @param departs the first tick at which the unchanged run does not repeat the recording
record ControlScores(
    MemoryControl control, Optional<String> missing, List<double[]> episodes, OptionalInt departs) {
  /// The number of draws in a batch.
  static final int BATCH = 8;

  /// Copies the list.
  ControlScores {
    episodes = List.copyOf(episodes);
  }

  /// Runs the episodes of some draws. Opens the policy and simulates: for a background thread.
  ///
  /// @param from the first draw; draw 0 covers all episodes of the recording
  /// @param to the draw after the last
  static ControlScores run(
      Rollout rollout,
      Optional<Path> checkpoint,
      MemoryControl control,
      int from,
      int to,
      Cancellation cancellation) {
    List<Side> sides = Side.of(rollout);
    try (ControlledEpisodes runs =
        ControlledEpisodes.of(rollout, new ChosenPolicySource(checkpoint))) {
      Optional<String> missing = runs.missing(control);
      List<double[]> episodes = new ArrayList<>();
      for (int draw = from; draw < to && missing.isEmpty(); draw++) {
        for (double[][] scores : runs.run(control, draw, cancellation)) {
          episodes.add(egos(scores, sides));
        }
      }
      return new ControlScores(control, missing, episodes, runs.departs());
    }
  }

  /// The agents of an episode share its world, so they count as one sample.
  private static double[] egos(double[][] scores, List<Side> sides) {
    double[] means = new double[scores.length];
    for (int k = 0; k < means.length; k++) {
      double sum = 0;
      int count = 0;
      for (int agent = 0; agent < sides.size(); agent++) {
        if (sides.get(agent) == Side.EGO && !Double.isNaN(scores[k][agent])) {
          sum += scores[k][agent];
          count++;
        }
      }
      means[k] = count == 0 ? Double.NaN : sum / count;
    }
    return means;
  }

  /// The same with the episodes of later draws added.
  ControlScores and(ControlScores later) {
    List<double[]> all = new ArrayList<>(episodes);
    all.addAll(later.episodes);
    return new ControlScores(control, missing, all, departs);
  }
}
