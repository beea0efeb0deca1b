package dev.hindsight.app.workspace;

/// Which of two recordings under one cursor is meant.
public enum ComparedRecording {
  /// The one that is open: A.
  THIS,
  /// The one beside it: B.
  OTHER
}
