package dev.hindsight.trainer.env;

import java.util.Map;

/// A checked configuration with its scenario loaded. Creates any number of environments cheaply,
/// from any thread.
public interface EnvironmentFactory {
  /// The shape of its environments.
  EnvironmentShape shape();

  /// Number of egos; they come first among the agents. They learn and are measured; the other
  /// agents are their co-players.
  default int egos() {
    return shape().agents();
  }

  /// Joint actions whose shares of the steps evaluations publish as `eval/action_NAME`, by NAME.
  default Map<String, Integer> namedActions() {
    return Map.of();
  }

  /// Every knob with its effective value, presets expanded.
  SettingValues effective();

  /// A new environment, already reset.
  Environment create(long seed);
}
