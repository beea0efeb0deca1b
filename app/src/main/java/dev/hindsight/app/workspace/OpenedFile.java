package dev.hindsight.app.workspace;

import dev.hindsight.trainer.rollout.Rollout;
import java.nio.file.Path;

/// What a file the user opened turned out to be.
public sealed interface OpenedFile {
  /// A recording.
  record Recording(Rollout rollout) implements OpenedFile {}

  /// A map to record on.
  record Map(Path file) implements OpenedFile {}

  /// Weights to record with.
  record Weights(Path file) implements OpenedFile {}
}
