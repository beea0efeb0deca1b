package dev.hindsight.trainer.study;

import java.util.Map;

/// The result of one trial of one episode, averaged over the egos, which share a world and so count
/// as one sample.
///
/// @param score the environment's score, in `[0, 1]`
/// @param earned sum of the rewards: the return, without discount
/// @param ticks length: ticks outside limbo
/// @param events for each event of the environment and each common one, by name, the part of the
///   egos to which it happened at least once
public record TrialResult(double score, double earned, double ticks, Map<String, Double> events) {
  /// Copies the map.
  public TrialResult {
    events = Map.copyOf(events);
  }
}
