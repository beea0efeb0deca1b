package dev.hindsight.trainer.env;

/// A checked configuration with its scenario loaded: makes any number of environments cheaply, from
/// any thread.
public interface EnvironmentFactory {
  /// What the environments will look like.
  EnvironmentShape shape();

  /// Every knob with the value that took effect, presets unfolded.
  SettingValues effective();

  /// A fresh environment, already reset.
  Environment create(long seed);
}
