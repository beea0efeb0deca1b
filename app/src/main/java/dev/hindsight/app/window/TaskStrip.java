package dev.hindsight.app.window;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.tasks.Background;
import dev.hindsight.app.tasks.TaskLine;
import dev.hindsight.app.tasks.TaskStripState;
import java.util.HashMap;
import java.util.Map;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.material2.Material2AL;

/// The jobs that run, at the bottom: how far, how long still, and a button to stop each. FX thread.
final class TaskStrip extends VBox {
  private final Background background;
  private final Map<Long, Row> rows = new HashMap<>();

  TaskStrip(Background background) {
    this.background = background;
    setId("tasks");
    background.watch(this::show);
  }

  private void show(TaskStripState state) {
    rows.keySet().retainAll(state.lines().stream().map(TaskLine::number).toList());
    getChildren().clear();
    for (TaskLine line : state.lines()) {
      Row row = rows.computeIfAbsent(line.number(), _ -> new Row(background, line));
      row.show(line);
      getChildren().add(row);
    }
  }

  /// One job.
  private static final class Row extends HBox {
    private final ProgressBar bar = new ProgressBar();
    private final Label words = new Label();

    Row(Background background, TaskLine line) {
      getStyleClass().add("hs-task");
      setAlignment(Pos.CENTER_LEFT);
      Label title = new Label(line.title());
      Region space = new Region();
      HBox.setHgrow(space, Priority.ALWAYS);
      bar.setPrefWidth(220);
      bar.setAccessibleText(line.title());
      words.getStyleClass().add(Styles.TEXT_MUTED);
      Button cancel = new Button();
      cancel.setId("task.cancel");
      cancel.setGraphic(new FontIcon(Material2AL.CANCEL));
      cancel.getStyleClass().addAll(Styles.BUTTON_ICON, Styles.FLAT);
      cancel.setTooltip(new Tooltip("Cancel"));
      cancel.setAccessibleText("Cancel " + line.title());
      cancel.setOnAction(_ -> {
        cancel.setDisable(true);
        background.cancel(line);
      });
      getChildren().addAll(title, bar, words, space, cancel);
    }

    void show(TaskLine line) {
      bar.setProgress(line.fraction());
      words.setText(line.words());
    }
  }
}
