package dev.hindsight.app.workspace;

/// Everything that changes what is open.
public sealed interface WorkspaceCommand {
  /// Open beside the others, and show it.
  record Open(Tab tab) implements WorkspaceCommand {}

  /// Put in the place of another, and show it.
  record Replace(Tab old, Tab tab) implements WorkspaceCommand {}

  /// Close.
  record Close(Tab tab) implements WorkspaceCommand {}

  /// Show one of those open.
  record Activate(Tab tab) implements WorkspaceCommand {}
}
