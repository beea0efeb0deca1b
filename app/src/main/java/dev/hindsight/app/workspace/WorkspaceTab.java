package dev.hindsight.app.workspace;

import java.nio.file.Path;
import java.util.Optional;

/// A tab of the window, compared by identity.
public sealed interface WorkspaceTab
    permits Document, RecordingDraft, TrainingTab, EvaluationTab, StudyTab, FileTab {
  /// What it is called; other tabs may be called the same ([WorkspaceState#names] tells them
  /// apart).
  String title();

  /// The file or folder that it shows, if it is one.
  Optional<Path> shownFile();
}
