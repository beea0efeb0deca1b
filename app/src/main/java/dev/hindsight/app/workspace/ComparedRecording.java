package dev.hindsight.app.workspace;

/// Which of two recordings under one cursor is meant.
public enum ComparedRecording {
  /// The open recording: A.
  THIS,
  /// The recording beside it: B.
  OTHER
}
