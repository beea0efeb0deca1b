package dev.hindsight.trainer.env;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A named set of tested settings for training in an environment.
///
/// @param algorithm id of the algorithm they are for
/// @param id the name on the command line: `5x5`
/// @param doc one line for people, without a full stop
/// @param scenarios maps to train on if the user names none
/// @param settings knobs by name; those of the environment begin with `env.`
/// @param partners the population that drives the agents that are not egos if the user names none;
///   empty if all agents learn
public record TrainingPreset(
    String algorithm,
    String id,
    String doc,
    List<String> scenarios,
    Map<String, String> settings,
    Optional<String> partners) {
  /// A preset in which all agents learn.
  public TrainingPreset(
      String algorithm,
      String id,
      String doc,
      List<String> scenarios,
      Map<String, String> settings) {
    this(algorithm, id, doc, scenarios, settings, Optional.empty());
  }

  /// Copies the collections.
  public TrainingPreset {
    scenarios = List.copyOf(scenarios);
    settings = Map.copyOf(settings);
  }
}
