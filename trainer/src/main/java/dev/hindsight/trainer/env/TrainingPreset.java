package dev.hindsight.trainer.env;

import java.util.List;
import java.util.Map;

/// Settings to train with in an environment that are known to work, under a name.
///
/// @param algorithm id of the way to train they are for
/// @param id the name on the command line: `5x5`
/// @param doc one line for people, without a full stop
/// @param scenarios maps to train on, where nobody names others
/// @param settings knobs by name; those of the environment begin with `env.`
public record TrainingPreset(
    String algorithm, String id, String doc, List<String> scenarios, Map<String, String> settings) {
  /// Copies the collections.
  public TrainingPreset {
    scenarios = List.copyOf(scenarios);
    settings = Map.copyOf(settings);
  }
}
