package dev.hindsight.app.window;

import dev.hindsight.app.tasks.Background;
import dev.hindsight.app.tasks.TaskLine;
import dev.hindsight.app.tasks.TaskStripState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javafx.scene.layout.VBox;

/// The jobs that run, at the bottom. FX thread.
final class TaskStrip extends VBox {
  private final Background background;
  private final Map<Long, TaskRow> rows = new HashMap<>();

  TaskStrip(Background background) {
    this.background = background;
    setId("tasks");
    background.watch(this::show);
  }

  /// Rows stay while their job runs: a button that is pressed must not be another one when it is
  /// let go.
  private void show(TaskStripState state) {
    rows.keySet().retainAll(state.lines().stream().map(TaskLine::number).toList());
    List<TaskRow> wanted = state.lines().stream().map(this::row).toList();
    if (!wanted.equals(getChildren())) {
      getChildren().setAll(wanted);
    }
  }

  private TaskRow row(TaskLine line) {
    TaskRow row = rows.computeIfAbsent(line.number(), _ -> new TaskRow(background, line));
    row.show(line);
    return row;
  }
}
