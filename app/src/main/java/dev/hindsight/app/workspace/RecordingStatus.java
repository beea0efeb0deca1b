package dev.hindsight.app.workspace;

import static dev.hindsight.app.text.AppText.wording;

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
        wording("RecordingStatus.cut_off"),
        ticks == 0
            ? wording("RecordingStatus.cut_off_before_its_first_tick")
            : wording("RecordingStatus.cut_off_the_recording_stopped_before", ticks));
  }

  /// A recording whose file has disappeared.
  static RecordingStatus gone(int ticks) {
    return new Incomplete(
        "removed",
        ticks == 0
            ? wording("RecordingStatus.removed_before_its_first_tick")
            : wording("RecordingStatus.removed_the_file_was_deleted_or", ticks));
  }

  /// A recording that the user cancelled.
  static RecordingStatus cancelled(int ticks) {
    return new Incomplete(
        "cancelled",
        ticks == 0
            ? wording("RecordingStatus.cancelled_no_file_was_saved")
            : wording("RecordingStatus.cancelled_no_file_was_saved_its", ticks));
  }

  /// A recording that failed.
  ///
  /// @param why the failure in one line
  static RecordingStatus failed(int ticks, String why) {
    return new Incomplete(
        "failed",
        ticks == 0
            ? wording("RecordingStatus.failed_before_its_first_tick", why)
            : wording("RecordingStatus.failed_its_first_ticks_stay_until", why, ticks));
  }
}
