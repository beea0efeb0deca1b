package dev.hindsight.trainer.env;

import java.util.List;
import java.util.Map;

/// A named set of tested settings for training in an environment.
///
/// @param algorithm id of the algorithm they are for
/// @param id the name on the command line: `5x5`
/// @param doc one line for people, without a full stop
/// @param scenarios maps to train on if the user names none
/// @param settings knobs by name; those of the environment begin with `env.`
public record TrainingPreset(
    String algorithm, String id, String doc, List<String> scenarios, Map<String, String> settings) {
  /// Copies the collections.
  public TrainingPreset {
    scenarios = List.copyOf(scenarios);
    settings = Map.copyOf(settings);
  }
}
