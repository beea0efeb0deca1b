package dev.hindsight.app.training;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.trainer.run.ledger.RunQueue;
import dev.hindsight.trainer.run.ledger.RunQueue.QueuedRun;
import java.util.List;

/// Tells the user which runs wait while no training tab shows them. FX thread.
public final class QueueNotice {
  private QueueNotice() {}

  /// Tells, at the start of a window, which runs wait since an earlier one.
  public static void ofEarlierWindows(WindowContext window) {
    window
        .background()
        .startHidden(
            wording("QueueNotice.reading_the_queue"),
            (_, _) -> RunQueue.ofUser().runs(),
            runs -> of(window, runs));
  }

  /// Tells which runs wait, if any does.
  static void of(WindowContext window, List<QueuedRun> runs) {
    if (!runs.isEmpty()) {
      window.raiseNotice(
          new Notice.Waiting(
              wording("QueueNotice.runs_stay_in_the_queue", runs.size()),
              wording("QueueNotice.start_them_under_queue")));
    }
  }
}
