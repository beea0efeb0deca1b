package dev.hindsight.app.workspace;

import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.RolloutGrowth;
import java.nio.file.Path;
import java.util.Optional;

/// The content of a file that the user opened.
public sealed interface OpenedFile {
  /// A recording.
  ///
  /// @param growth whether it is still being written
  record RecordingFile(Rollout rollout, RolloutGrowth growth) implements OpenedFile {}

  /// A study.
  ///
  /// @param path its folder, or a file that describes it
  record StudyPath(Path path) implements OpenedFile {}

  /// A map to record on.
  ///
  /// @param file a file, or a folder
  /// @param type the environment that reads it
  record MapFile(Path file, EnvironmentType type) implements OpenedFile {}

  /// Weights to record with.
  ///
  /// @param origin the checkpoint's origin; empty for weights of other programs
  record WeightsFile(Path file, Optional<CheckpointOrigin> origin) implements OpenedFile {}

  /// A policy of another program, with its code.
  record PolicyFile(Path file) implements OpenedFile {}

  /// Arrays of steps whose meaning is not clear.
  record ArraysFile(Path file) implements OpenedFile {}

  /// Tensors of no network that Hindsight knows.
  ///
  /// @param why it is no policy that could act; empty if it does not look like one
  record TensorsFile(Path file, Optional<String> why) implements OpenedFile {}
}
