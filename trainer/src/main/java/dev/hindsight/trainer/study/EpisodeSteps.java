package dev.hindsight.trainer.study;

import java.util.Map;

/// What the single steps of an evaluated episode were like, over all egos that acted.
///
/// @param count number of steps: ticks of egos outside limbo; 0 if unknown
/// @param ticks the same, averaged over the egos
/// @param earned sum of the rewards of all steps, averaged over the egos
/// @param largestReward the largest reward of one step; NaN if unknown
/// @param actions how many of the steps took each action that the environment names, see
///   [dev.hindsight.trainer.env.EnvironmentFactory#namedActions]
public record EpisodeSteps(
    long count, double ticks, double earned, double largestReward, Map<String, Long> actions) {
  /// Copies the map.
  public EpisodeSteps {
    actions = Map.copyOf(actions);
  }

  /// Of an episode read from a file, which holds only these sums.
  public static EpisodeSteps sums(double earned, double ticks) {
    return new EpisodeSteps(0, ticks, earned, Double.NaN, Map.of());
  }
}
