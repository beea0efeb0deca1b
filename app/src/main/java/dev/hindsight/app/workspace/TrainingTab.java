package dev.hindsight.app.workspace;

import java.nio.file.Path;
import java.util.Optional;

/// A tab for training.
public final class TrainingTab implements WorkspaceTab {
  private final Optional<Path> parent;
  private final Optional<String> run;

  /// @param parent a checkpoint to start from
  public TrainingTab(Optional<Path> parent) {
    this(parent, Optional.empty());
  }

  private TrainingTab(Optional<Path> parent, Optional<String> run) {
    this.parent = parent;
    this.run = run;
  }

  /// A tab that shows all runs.
  ///
  /// @param run the selected one, by its name in the ledger
  static TrainingTab of(String run) {
    return new TrainingTab(Optional.empty(), Optional.of(run));
  }

  /// The run to show.
  public Optional<String> run() {
    return run;
  }

  @Override
  public String title() {
    return "Training";
  }

  @Override
  public Optional<Path> shownFile() {
    return Optional.empty();
  }

  /// The checkpoint to start from.
  public Optional<Path> parent() {
    return parent;
  }
}
