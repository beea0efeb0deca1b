package dev.hindsight.app.window;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.tasks.EndedTask;
import dev.hindsight.app.tasks.TaskOutcome;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.inspector.live.SystemClipboard;
import java.nio.file.Path;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.material2.Material2AL;

/// A job that has ended: its outcome, and actions for its result. FX thread.
final class EndedTaskRow extends HBox {
  /// @param leave runs when something is opened in the window
  EndedTaskRow(WindowContext window, EndedTask ended, Runnable leave) {
    getStyleClass().add("hs-task");
    setAlignment(Pos.CENTER_LEFT);
    Label title = new Label(ended.title());
    title.setGraphic(new FontIcon(icon(ended.outcome())));
    Label words = new Label(words(ended.outcome()));
    words.getStyleClass().add(Styles.TEXT_MUTED);
    words.setWrapText(true);
    VBox text = new VBox(title, words);
    text.setMinWidth(0);
    HBox.setHgrow(text, Priority.ALWAYS);
    getChildren().add(text);
    switch (ended.outcome()) {
      case TaskOutcome.Done done ->
          done.file()
              .ifPresent(file ->
                  getChildren()
                      .addAll(
                          button(
                              wording("EndedTaskRow.open"), ended, () -> open(window, file, leave)),
                          button("Show folder", ended, () -> ResultFile.showFolder(window, file))));
      case TaskOutcome.Failed failed ->
          getChildren()
              .add(
                  button(
                      wording("EndedTaskRow.copy_error"),
                      ended,
                      () -> copy(failed.notice().text())));
      case TaskOutcome.Cancelled _ -> {}
    }
  }

  private static String words(TaskOutcome outcome) {
    return outcome instanceof TaskOutcome.Done done
        ? done.file().map(file -> wording("EndedTaskRow.done", file)).orElse(outcome.words())
        : outcome.words();
  }

  private static Ikon icon(TaskOutcome outcome) {
    return switch (outcome) {
      case TaskOutcome.Done _ -> Material2AL.CHECK_CIRCLE_OUTLINE;
      case TaskOutcome.Cancelled _ -> Material2AL.CANCEL;
      case TaskOutcome.Failed _ -> Material2AL.ERROR_OUTLINE;
    };
  }

  private static Button button(String words, EndedTask ended, Runnable run) {
    Button button = new Button(words);
    button.setId("ended." + words.toLowerCase(java.util.Locale.ROOT).replace(' ', '.'));
    button.getStyleClass().add(Styles.SMALL);
    button.setMinWidth(USE_PREF_SIZE);
    button.setAccessibleText(words + ": " + ended.title());
    button.setOnAction(_ -> run.run());
    return button;
  }

  private static void open(WindowContext window, Path file, Runnable leave) {
    if (ResultFile.ours(file)) {
      leave.run();
    }
    ResultFile.open(window, file);
  }

  private static void copy(String text) {
    SystemClipboard.copy(text);
  }
}
