package dev.hindsight.app.workspace;

/// How far the making of an open recording has come.
public sealed interface RecordingStatus {
  /// It is whole.
  record Complete() implements RecordingStatus {}

  /// It is being recorded.
  record InProgress() implements RecordingStatus {}

  /// It was not finished, and what is shown is all there is.
  ///
  /// @param badge in a word, for the tab
  /// @param words what happened and what is left, as sentences
  record Incomplete(String badge, String words) implements RecordingStatus {}

  /// What stands behind the name on a tab; empty for a whole recording.
  default String badge() {
    return switch (this) {
      case Complete _ -> "";
      case InProgress _ -> "recording";
      case Incomplete incomplete -> incomplete.badge();
    };
  }

  /// A recording whose writer stopped before the end.
  static RecordingStatus cutOff(int ticks) {
    return new Incomplete(
        "cut off",
        "Cut off: whoever recorded it stopped before the end. Its first "
            + ticks
            + " ticks are shown; record it again for the rest.");
  }

  /// A recording whose file has been taken away.
  static RecordingStatus gone(int ticks) {
    return new Incomplete(
        "removed",
        "Removed: its file was deleted or replaced before it was finished. Its first "
            + ticks
            + " ticks stay here until the tab is closed.");
  }

  /// A recording the user has stopped.
  static RecordingStatus cancelled(int ticks) {
    return new Incomplete(
        "cancelled",
        "Cancelled: no file was kept. Its first "
            + ticks
            + " ticks stay here until the tab is closed.");
  }

  /// A recording that went wrong.
  ///
  /// @param why what went wrong, in a line
  static RecordingStatus failed(int ticks, String why) {
    return new Incomplete(
        "failed",
        "Failed: "
            + why
            + ". Its first "
            + ticks
            + " ticks stay here until the tab is closed; they are not a whole recording.");
  }
}
