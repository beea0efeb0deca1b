package dev.hindsight.app.window;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.tasks.EndedTask;
import dev.hindsight.app.tasks.TaskStripState;
import dev.hindsight.app.workspace.WindowContext;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

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
}
