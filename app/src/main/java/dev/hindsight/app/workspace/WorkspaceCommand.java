package dev.hindsight.app.workspace;

/// Everything that changes what is open.
public sealed interface WorkspaceCommand {
  /// Open beside the others, and show it.
  record Open(WorkspaceTab tab) implements WorkspaceCommand {}

  /// Put in the place of another, and show it.
  record Replace(WorkspaceTab old, WorkspaceTab tab) implements WorkspaceCommand {}

  /// Close.
  record Close(WorkspaceTab tab) implements WorkspaceCommand {}

  /// Show one of those open.
  record Activate(WorkspaceTab tab) implements WorkspaceCommand {}
}
