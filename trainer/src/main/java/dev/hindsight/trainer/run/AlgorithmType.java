package dev.hindsight.trainer.run;

import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.Settings;

/// A way to train. To add one: a package in `learn`, and one line in `BuiltInAlgorithms`.
public interface AlgorithmType {
  /// The name in files: `ppo`.
  String id();

  /// The knobs it has, those of the network included.
  Settings settings();

  /// Updates a run with these settings will have.
  long updates(SettingValues settings);

  /// Looks whether it can do that at all, before there is anything of a run.
  ///
  /// @throws dev.hindsight.trainer.Problem if it cannot
  default void check(TrainingTask task) {}

  /// Makes it ready for its first update.
  ///
  /// @throws dev.hindsight.trainer.Problem if a value will not do
  Algorithm open(TrainingTask task);
}
