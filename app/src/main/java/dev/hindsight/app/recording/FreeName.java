package dev.hindsight.app.recording;

import dev.hindsight.trainer.record.RecordingReport;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Records under the plan's name, or that name with a number where there is such a file already: a
/// recording made in the window never replaces another.
///
/// @param plan what to record
public record FreeName(RecordingPlan plan) implements Job<RecordingReport> {
  @Override
  public RecordingReport run(Progress progress, Cancellation cancellation) throws IOException {
    Path wanted = plan.out().toAbsolutePath();
    Files.createDirectories(wanted.getParent());
    return writing(free(wanted)).run(progress, cancellation);
  }

  private RecordingPlan writing(Path file) {
    return new RecordingPlan(
        plan.environment(),
        plan.map(),
        plan.checkpoint(),
        plan.ticks(),
        plan.actions(),
        plan.seed(),
        plan.settings(),
        file);
  }

  static Path free(Path wanted) {
    String name = wanted.getFileName().toString();
    int dot = name.lastIndexOf('.');
    Path file = wanted;
    for (int number = 2; Files.exists(file); number++) {
      file = wanted.resolveSibling(name.substring(0, dot) + "-" + number + name.substring(dot));
    }
    return file;
  }
}
