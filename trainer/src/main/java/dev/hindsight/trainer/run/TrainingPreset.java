package dev.hindsight.trainer.run;

import java.util.List;
import java.util.Map;

/// Settings that are known to work, under a name.
///
/// @param environment id of the environment they are for
/// @param algorithm id of the way to train they are for
/// @param id the name on the command line: `5x5`
/// @param doc one line for people, without a full stop
/// @param scenarios maps to train on, where nobody names others
/// @param settings knobs, as in a [TrainingRequest]
public record TrainingPreset(
    String environment,
    String algorithm,
    String id,
    String doc,
    List<String> scenarios,
    Map<String, String> settings) {
  /// Copies the collections.
  public TrainingPreset {
    scenarios = List.copyOf(scenarios);
    settings = Map.copyOf(settings);
  }
}
