package dev.hindsight.app.notices;

/// Everything that changes the visible notices.
public sealed interface NoticeCommand {
  /// Shows a notice.
  record Raise(Notice notice) implements NoticeCommand {}

  /// Removes a notice that the user has read.
  record Dismiss(Notice notice) implements NoticeCommand {}
}
