package dev.hindsight.app.workspace;

import dev.hindsight.trainer.policy.Origin;
import dev.hindsight.trainer.rollout.Growth;
import dev.hindsight.trainer.rollout.Rollout;
import java.nio.file.Path;
import java.util.Optional;

/// What a file the user opened turned out to be.
public sealed interface OpenedFile {
  /// A recording.
  ///
  /// @param growth whether somebody is making it
  record Recording(Rollout rollout, Growth growth) implements OpenedFile {}

  /// A map to record on.
  record Map(Path file) implements OpenedFile {}

  /// Weights to record with.
  ///
  /// @param origin what they were trained in; nothing for weights of other programs
  record Weights(Path file, Optional<Origin> origin) implements OpenedFile {}
}
