package dev.hindsight.app.workspace;

import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.RolloutGrowth;
import java.nio.file.Path;
import java.util.Optional;

/// What a file the user opened turned out to be.
public sealed interface OpenedFile {
  /// A recording.
  ///
  /// @param growth whether somebody is making it
  record RecordingFile(Rollout rollout, RolloutGrowth growth) implements OpenedFile {}

  /// A map to record on.
  record MapFile(Path file) implements OpenedFile {}

  /// Weights to record with.
  ///
  /// @param origin what they were trained in; nothing for weights of other programs
  record WeightsFile(Path file, Optional<CheckpointOrigin> origin) implements OpenedFile {}
}
