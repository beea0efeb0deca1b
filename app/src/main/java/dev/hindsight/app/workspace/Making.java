package dev.hindsight.app.workspace;

/// How far the making of an open recording has come.
public sealed interface Making {
  /// It is whole.
  record Whole() implements Making {}

  /// It is being recorded.
  record UnderWay() implements Making {}

  /// It was not finished, and what is shown is all there is.
  ///
  /// @param badge in a word, for the tab
  /// @param words what happened and what is left, as sentences
  record Unfinished(String badge, String words) implements Making {}

  /// What stands behind the name on a tab; empty for a whole recording.
  default String badge() {
    return switch (this) {
      case Whole _ -> "";
      case UnderWay _ -> "recording";
      case Unfinished unfinished -> unfinished.badge();
    };
  }

  /// A recording whose writer stopped before the end.
  static Making cutOff(int ticks) {
    return new Unfinished(
        "cut off",
        "Cut off: whoever recorded it stopped before the end. Its first "
            + ticks
            + " ticks are shown; record it again for the rest.");
  }

  /// A recording whose file has been taken away.
  static Making gone(int ticks) {
    return new Unfinished(
        "removed",
        "Removed: its file was deleted or replaced before it was finished. Its first "
            + ticks
            + " ticks stay here until the tab is closed.");
  }

  /// A recording the user has stopped.
  static Making cancelled(int ticks) {
    return new Unfinished(
        "cancelled",
        "Cancelled: no file was kept. Its first "
            + ticks
            + " ticks stay here until the tab is closed.");
  }

  /// A recording that went wrong.
  ///
  /// @param why what went wrong, in a line
  static Making failed(int ticks, String why) {
    return new Unfinished(
        "failed",
        "Failed: "
            + why
            + ". Its first "
            + ticks
            + " ticks stay here until the tab is closed; they are not a whole recording.");
  }
}
