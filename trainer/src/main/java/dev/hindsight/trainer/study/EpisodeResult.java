package dev.hindsight.trainer.study;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The result of one evaluated episode.
///
/// @param scenario the scenario's name; empty if the environment generates its own
/// @param partner who controlled the co-players; empty if there are none
/// @param seed of the environment: with the scenario it fixes the world
/// @param trials finished trials, in order
/// @param totals the environment's own counts over the whole episode, by name
/// @param steps its single steps; empty if the episode was read from a file, which has their sums
///   only where no trial has a score
public record EpisodeResult(
    String scenario,
    Optional<String> partner,
    long seed,
    List<TrialResult> trials,
    Map<String, Double> totals,
    Optional<EpisodeSteps> steps) {
  /// Copies the collections.
  public EpisodeResult {
    trials = List.copyOf(trials);
    totals = Map.copyOf(totals);
  }

  /// An episode whose single steps are unknown.
  public EpisodeResult(
      String scenario,
      Optional<String> partner,
      long seed,
      List<TrialResult> trials,
      Map<String, Double> totals) {
    this(scenario, partner, seed, trials, totals, Optional.empty());
  }

  /// Score of the last trial minus that of the first.
  public double gain() {
    return trials.getLast().score() - trials.getFirst().score();
  }

  /// Sum of the rewards of all finished trials: the return, without discount, averaged over the
  /// egos. Where no trial has a score, that of the whole episode; NaN if its steps are unknown.
  public double earned() {
    return trials.isEmpty()
        ? steps.map(EpisodeSteps::earned).orElse(Double.NaN)
        : trials.stream().mapToDouble(TrialResult::earned).sum();
  }

  /// Ticks outside limbo of all finished trials, averaged over the egos. Where no trial has a
  /// score, those of the whole episode; NaN if its steps are unknown.
  public double ticks() {
    return trials.isEmpty()
        ? steps.map(EpisodeSteps::ticks).orElse(Double.NaN)
        : trials.stream().mapToDouble(TrialResult::ticks).sum();
  }

  /// Score of the last finished trial.
  ///
  /// @throws java.util.NoSuchElementException if no trial finished
  public double lastScore() {
    return trials.getLast().score();
  }
}
