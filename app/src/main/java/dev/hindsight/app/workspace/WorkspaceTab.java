package dev.hindsight.app.workspace;

/// A tab of the window, compared by identity.
public sealed interface WorkspaceTab
    permits Document, RecordingDraft, TrainingTab, EvaluationTab, StudyTab, FileTab {
  /// The text of the tab.
  String title();
}
