package dev.hindsight.trainer.env;

/// A checked configuration with its scenario loaded: makes any number of environments cheaply, from
/// any thread.
public interface EnvironmentFactory {
  /// What the environments will look like.
  EnvironmentShape shape();

  /// How many agents, from the first, are egos: they learn and are measured. The others are their
  /// co-players.
  default int egos() {
    return shape().agents();
  }

  /// Every knob with the value that took effect, presets unfolded.
  SettingValues effective();

  /// A fresh environment, already reset.
  Environment create(long seed);
}
