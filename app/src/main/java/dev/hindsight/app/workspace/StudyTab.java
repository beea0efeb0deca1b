package dev.hindsight.app.workspace;

import static dev.hindsight.app.text.AppText.wording;

import java.nio.file.Path;
import java.util.Optional;

/// A tab for a study.
public final class StudyTab implements WorkspaceTab {
  private final Optional<Path> opened;

  /// @param opened the folder of a study, or a file that describes one
  public StudyTab(Optional<Path> opened) {
    this.opened = opened;
  }

  @Override
  public String title() {
    return opened.map(path -> String.valueOf(path.getFileName())).orElse(wording("StudyTab.study"));
  }

  @Override
  public Optional<Path> shownFile() {
    return opened;
  }

  /// The folder of a study, or a file that describes one.
  public Optional<Path> opened() {
    return opened;
  }
}
