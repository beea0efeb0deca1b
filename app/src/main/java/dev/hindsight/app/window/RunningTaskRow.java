package dev.hindsight.app.window;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.fx.Tooltips;
import dev.hindsight.app.tasks.BackgroundTasks;
import dev.hindsight.app.tasks.RunningTask;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.material2.Material2AL;

/// A running job: its progress, the remaining time, and a button to cancel it. FX thread.
final class RunningTaskRow extends HBox {
  private final ProgressBar bar = new ProgressBar();
  private final Label words = new Label();

  RunningTaskRow(BackgroundTasks backgroundTasks, RunningTask line) {
    getStyleClass().add("hs-task");
    setAlignment(Pos.CENTER_LEFT);
    Label title = new Label(line.title());
    Region space = new Region();
    HBox.setHgrow(space, Priority.ALWAYS);
    bar.setMinWidth(40);
    bar.setAccessibleText(line.title());
    words.getStyleClass().add(Styles.TEXT_MUTED);
    Button cancel = new Button();
    cancel.setId("task.cancel");
    cancel.setGraphic(new FontIcon(Material2AL.CANCEL));
    cancel.getStyleClass().addAll(Styles.BUTTON_ICON, Styles.FLAT);
    cancel.setMinWidth(USE_PREF_SIZE);
    Tooltips.on(cancel, "Cancel");
    cancel.setAccessibleText(wording("RunningTaskRow.cancel", line.title()));
    cancel.setOnAction(_ -> {
      cancel.setDisable(true);
      backgroundTasks.cancel(line);
    });
    getChildren().addAll(title, bar, words, space, cancel);
  }

  void show(RunningTask line) {
    bar.setProgress(line.fraction());
    words.setText(line.words());
  }
}
