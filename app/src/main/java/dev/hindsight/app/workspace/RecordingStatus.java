package dev.hindsight.app.workspace;

/// Whether an open recording is complete.
public sealed interface RecordingStatus {
  /// It is complete.
  record Complete() implements RecordingStatus {}

  /// It is being recorded.
  record InProgress() implements RecordingStatus {}

  /// It was not finished, and will not grow.
  ///
  /// @param badge one word, for the tab
  /// @param words what happened and what is left, in sentences
  record Incomplete(String badge, String words) implements RecordingStatus {}

  /// The text after the name on a tab; empty for a complete recording.
  default String badge() {
    return switch (this) {
      case Complete _ -> "";
      case InProgress _ -> "recording";
      case Incomplete incomplete -> incomplete.badge();
    };
  }

  /// A recording whose writer stopped early.
  static RecordingStatus cutOff(int ticks) {
    return new Incomplete(
        "cut off",
        "Cut off: the recording stopped before its end. Its first "
            + ticks
            + " ticks are shown. Record it again for the rest.");
  }

  /// A recording whose file has disappeared.
  static RecordingStatus gone(int ticks) {
    return new Incomplete(
        "removed",
        "Removed: the file was deleted or replaced during recording. Its first "
            + ticks
            + " ticks stay until you close the tab.");
  }

  /// A recording that the user cancelled.
  static RecordingStatus cancelled(int ticks) {
    return new Incomplete(
        "cancelled",
        "Cancelled: no file was saved. Its first "
            + ticks
            + " ticks stay until you close the tab.");
  }

  /// A recording that failed.
  ///
  /// @param why the failure in one line
  static RecordingStatus failed(int ticks, String why) {
    return new Incomplete(
        "failed",
        "Failed: " + why + ". Its first " + ticks + " ticks stay until you close the tab.");
  }
}
