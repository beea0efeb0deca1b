package dev.hindsight.app.notices;

/// Everything that changes what the user is told.
public sealed interface NoticeCommand {
  /// Tell.
  record Raise(Notice notice) implements NoticeCommand {}

  /// The user has read it.
  record Dismiss(Notice notice) implements NoticeCommand {}
}
