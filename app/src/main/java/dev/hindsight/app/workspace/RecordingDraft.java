package dev.hindsight.app.workspace;

import java.nio.file.Path;
import java.util.Optional;

/// A recording that is being set up.
public final class RecordingDraft implements Tab {
  private final Optional<Path> map;
  private final Optional<Path> checkpoint;

  /// Starts from a file the user opened, or from the shipped ones.
  public RecordingDraft(Optional<Path> map, Optional<Path> checkpoint) {
    this.map = map;
    this.checkpoint = checkpoint;
  }

  @Override
  public String title() {
    return "New recording";
  }

  /// The map to start from.
  public Optional<Path> map() {
    return map;
  }

  /// The checkpoint to start from.
  public Optional<Path> checkpoint() {
    return checkpoint;
  }
}
