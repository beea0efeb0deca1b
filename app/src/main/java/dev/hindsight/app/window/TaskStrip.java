package dev.hindsight.app.window;

import dev.hindsight.app.tasks.BackgroundTasks;
import dev.hindsight.app.tasks.RunningTask;
import dev.hindsight.app.tasks.TaskStripState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javafx.scene.layout.VBox;

/// The jobs that run, at the bottom. FX thread.
final class TaskStrip extends VBox {
  private final BackgroundTasks backgroundTasks;
  private final Map<Long, RunningTaskRow> rows = new HashMap<>();

  TaskStrip(BackgroundTasks backgroundTasks) {
    this.backgroundTasks = backgroundTasks;
    setId("tasks");
    backgroundTasks.watch(this::show);
  }

  /// Rows stay while their job runs: a button that is pressed must not be another one when it is
  /// let go.
  private void show(TaskStripState state) {
    rows.keySet().retainAll(state.lines().stream().map(RunningTask::number).toList());
    List<RunningTaskRow> wanted = state.lines().stream().map(this::row).toList();
    if (!wanted.equals(getChildren())) {
      getChildren().setAll(wanted);
    }
  }

  private RunningTaskRow row(RunningTask line) {
    RunningTaskRow row =
        rows.computeIfAbsent(line.number(), _ -> new RunningTaskRow(backgroundTasks, line));
    row.show(line);
    return row;
  }
}
