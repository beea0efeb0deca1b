package dev.hindsight.app.window;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.tasks.EndedTask;
import dev.hindsight.app.tasks.TaskOutcome;
import dev.hindsight.app.tasks.TaskStripState;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.inspector.live.SystemClipboard;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.material2.Material2AL;

/// Lists all jobs of this session, running and ended, newest first. FX thread.
final class TaskHistory extends VBox {
  private final WindowContext window;
  private final Runnable leave;
  private final VBox list = new VBox();
  private final Map<Long, Node> rows = new HashMap<>();
  private Runnable unwatch = () -> {};

  /// @param leave closes the list
  TaskHistory(WindowContext window, Runnable leave) {
    this.window = window;
    this.leave = leave;
    setId("history");
    getStyleClass().addAll("hs-sheet", "hs-history");
    setMaxSize(USE_PREF_SIZE, USE_PREF_SIZE);
    Label title = new Label(wording("TaskHistory.activity_in_this_session"));
    title.getStyleClass().add(Styles.TITLE_4);
    ScrollPane scroll = new ScrollPane(list);
    scroll.setFitToWidth(true);
    scroll.setAccessibleText(wording("TaskHistory.activity_in_this_session"));
    // Escape and the arrow keys reach the dialog even if nothing in it takes the keyboard focus.
    scroll.setFocusTraversable(true);
    VBox.setVgrow(scroll, Priority.ALWAYS);
    getChildren().addAll(title, scroll);
    sceneProperty()
        .subscribe(scene -> {
          unwatch.run();
          unwatch = scene == null ? () -> {} : window.background().watch(this::show);
        });
  }

  private void show(TaskStripState state) {
    Stream<Node> running =
        state.lines().reversed().stream()
            .map(line -> {
              RunningTaskRow row =
                  rows.get(line.number()) instanceof RunningTaskRow known
                      ? known
                      : new RunningTaskRow(window.background(), line);
              row.show(line);
              rows.put(line.number(), row);
              return row;
            });
    List<Node> wanted = Stream.concat(running, state.ended().stream().map(this::ended)).toList();
    if (wanted.isEmpty()) {
      list.getChildren().setAll(new Label(wording("TaskHistory.nothing_has_been_opened_recorded")));
    } else if (!wanted.equals(list.getChildren())) {
      list.getChildren().setAll(wanted);
    }
  }

  private Node ended(EndedTask ended) {
    Node row =
        rows.get(ended.number()) instanceof EndedTaskRow known
            ? known
            : new EndedTaskRow(window, ended, leave);
    rows.put(ended.number(), row);
    return row;
  }

  /// A job that has ended: its outcome, and actions for its result. FX thread.
  private static final class EndedTaskRow extends HBox {
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
                                wording("EndedTaskRow.open"),
                                ended,
                                () -> open(window, file, leave)),
                            button(
                                "Show folder", ended, () -> ResultFile.showFolder(window, file))));
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
}
