package dev.hindsight.app.workspace;

/// Something open in the window, told apart by identity.
public sealed interface WorkspaceTab permits Document, RecordingDraft, TrainingTab {
  /// The words on the tab.
  String title();
}
