package dev.hindsight.app.workspace;

import dev.hindsight.trainer.policy.CheckpointOrigin;
import java.nio.file.Path;
import java.util.Optional;

/// A recording that is being set up.
public final class RecordingDraft implements WorkspaceTab {
  private final Optional<Path> map;
  private final Optional<Path> checkpoint;
  private final Optional<CheckpointOrigin> origin;

  /// Starts from a file the user opened, or from the shipped ones.
  public RecordingDraft(Optional<Path> map, Optional<Path> checkpoint) {
    this(map, checkpoint, Optional.empty());
  }

  /// @param origin what the checkpoint was trained in, to start from that
  public RecordingDraft(
      Optional<Path> map, Optional<Path> checkpoint, Optional<CheckpointOrigin> origin) {
    this.map = map;
    this.checkpoint = checkpoint;
    this.origin = origin;
  }

  @Override
  public String title() {
    return "New recording";
  }

  /// The map to start from.
  public Optional<Path> map() {
    return map;
  }

  /// What the checkpoint was trained in.
  public Optional<CheckpointOrigin> origin() {
    return origin;
  }

  /// The checkpoint to start from.
  public Optional<Path> checkpoint() {
    return checkpoint;
  }
}
