package dev.hindsight.app.tasks;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.task.TaskProgress;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/// A running job as the strip shows it.
///
/// @param number distinguishes jobs with the same name
/// @param title its description
/// @param progress its progress; empty until it reports any
public record RunningTask(long number, String title, Optional<TaskProgress> progress) {
  /// The completed share, or below 0 while it is unknown.
  public double fraction() {
    return progress.flatMap(TaskProgress::fraction).orElse(-1.0);
  }

  /// "120 of 804 ticks, 12 s left", as far as it is known.
  public String words() {
    return progress.map(RunningTask::words).orElse("waiting");
  }

  private static String words(TaskProgress progress) {
    String done =
        progress.total() > 0
            ? wording("RunningTask.of", progress.done(), progress.total(), progress.what())
            : progress.done() + " " + progress.what();
    return done
        + progress.remaining().map(left -> wording("RunningTask.left", time(left))).orElse("");
  }

  private static String time(Duration left) {
    long seconds = Math.max(1, left.toSeconds());
    return seconds < 60
        ? seconds + " s"
        : String.format(Locale.ROOT, wording("RunningTask.min"), seconds / 60, seconds % 60);
  }
}
