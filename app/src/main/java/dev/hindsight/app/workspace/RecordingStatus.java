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
        "Cut off: the recording stopped before its end. Its first "
            + ticks
            + " ticks are shown. Record it again for the rest.");
  }

  /// A recording whose file has been taken away.
  static RecordingStatus gone(int ticks) {
    return new Incomplete(
        "removed",
        "Removed: the file was deleted or replaced during recording. Its first "
            + ticks
            + " ticks stay until you close the tab.");
  }

  /// A recording the user has stopped.
  static RecordingStatus cancelled(int ticks) {
    return new Incomplete(
        "cancelled",
        "Cancelled: no file was saved. Its first "
            + ticks
            + " ticks stay until you close the tab.");
  }

  /// A recording that went wrong.
  ///
  /// @param why what went wrong, in a line
  static RecordingStatus failed(int ticks, String why) {
    return new Incomplete(
        "failed",
        "Failed: " + why + ". Its first " + ticks + " ticks stay until you close the tab.");
  }
}
