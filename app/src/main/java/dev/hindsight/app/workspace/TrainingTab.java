package dev.hindsight.app.workspace;

import java.nio.file.Path;
import java.util.Optional;

/// A tab for training.
public final class TrainingTab implements WorkspaceTab {
  private final Optional<Path> parent;

  /// @param parent a checkpoint to start from
  public TrainingTab(Optional<Path> parent) {
    this.parent = parent;
  }

  @Override
  public String title() {
    return "Training";
  }

  /// The checkpoint to start from.
  public Optional<Path> parent() {
    return parent;
  }
}
