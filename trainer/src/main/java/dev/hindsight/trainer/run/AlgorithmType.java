package dev.hindsight.trainer.run;

import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.Settings;
import dev.hindsight.trainer.policy.Checkpoint;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/// An algorithm. To add one: a package in `learn`, and one line in `BuiltInAlgorithms`.
public interface AlgorithmType {
  /// The name in files: `ppo`.
  String id();

  /// Its knobs, including those of the network.
  Settings settings();

  /// Names of the settings that [Algorithm#change] can change between two updates, because no
  /// weight, buffer or stored state depends on them.
  Set<String> live();

  /// Number of updates of a run with these settings.
  long updates(SettingValues settings);

  /// Steps that one update of a task simulates, in the kind of step that its setting `total_steps`
  /// counts; empty if it has no such setting.
  default OptionalLong stepsOfUpdate(TrainingTask task) {
    return OptionalLong.empty();
  }

  /// Number of ticks after which the memory of a policy is emptied in training, even within an
  /// episode; empty if memory lasts as long as the episode.
  default OptionalInt memoryTicks(TrainingTask task) {
    return OptionalInt.empty();
  }

  /// Checks whether it can run the task at all, before any file of the run exists.
  ///
  /// @throws dev.hindsight.trainer.Problem if it cannot
  default void check(TrainingTask task) {}

  /// What makes the results of a task mean less than they seem to, in a sentence without a full
  /// stop; empty if nothing does.
  default Optional<String> warning(TrainingTask task) {
    return Optional.empty();
  }

  /// Checks a checkpoint to begin with before any file of the run exists, as [Algorithm#adopt]
  /// would.
  ///
  /// @throws dev.hindsight.trainer.Problem if its weights are not those of the network to train
  default void checkParent(TrainingTask task, Checkpoint parent) {}

  /// Checks conditions before any file of the run exists, as [Algorithm#arm] would.
  ///
  /// @throws dev.hindsight.trainer.Problem if a text is not a condition
  void checkConditions(TrainingTask task, List<String> conditions);

  /// Prepares the first update.
  ///
  /// @throws dev.hindsight.trainer.Problem if a value is invalid
  Algorithm open(TrainingTask task);
}
