package dev.hindsight.app.workspace;

/// Everything that changes the open tabs.
public sealed interface WorkspaceCommand {
  /// Opens a tab and shows it.
  record Open(WorkspaceTab tab) implements WorkspaceCommand {}

  /// Replaces a tab and shows the new one.
  record Replace(WorkspaceTab old, WorkspaceTab tab) implements WorkspaceCommand {}

  /// Closes a tab.
  record Close(WorkspaceTab tab) implements WorkspaceCommand {}

  /// Shows an open tab.
  record Activate(WorkspaceTab tab) implements WorkspaceCommand {}
}
