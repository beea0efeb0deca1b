package dev.hindsight.app.training;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.fx.IconButton;
import dev.hindsight.app.fx.RowMenu;
import dev.hindsight.trainer.run.ledger.RunQueue.QueuedRun;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.material2.Material2AL;
import org.kordamp.ikonli.material2.Material2MZ;

/// Shows the runs that wait for the running one to end, and lets the user reorder and remove them.
/// FX thread.
final class RunQueueView extends BorderPane {
  /// What the buttons do.
  interface QueueActions {
    /// Starts the first run now.
    void start();

    /// Moves a run.
    ///
    /// @param places towards the end; negative towards the front
    void move(long number, int places);

    void remove(long number);

    void clear();
  }

  private final ListView<QueuedRun> list = new ListView<>();
  private final Button start;
  private final Button up;
  private final Button down;
  private final Button remove;
  private final Button clear;
  private boolean going;

  RunQueueView(QueueActions actions) {
    start =
        IconButton.of(
            "training.queue.start",
            wording("RunQueueView.start"),
            Material2MZ.PLAY_ARROW,
            actions::start);
    up =
        IconButton.of(
            "training.queue.up",
            wording("RunQueueView.earlier"),
            Material2AL.ARROW_UPWARD,
            () -> selected().ifPresent(run -> actions.move(run.number(), -1)));
    down =
        IconButton.of(
            "training.queue.down",
            wording("RunQueueView.later"),
            Material2AL.ARROW_DOWNWARD,
            () -> selected().ifPresent(run -> actions.move(run.number(), 1)));
    remove =
        IconButton.of(
            "training.queue.remove",
            wording("RunQueueView.remove"),
            Material2AL.CLOSE,
            () -> selected().ifPresent(run -> actions.remove(run.number())));
    clear =
        IconButton.of(
            "training.queue.clear",
            wording("RunQueueView.empty"),
            Material2AL.CLEAR_ALL,
            actions::clear);
    Label words = new Label(wording("RunQueueView.the_next_run_starts_when"));
    words.setWrapText(true);
    words.getStyleClass().add(Styles.TEXT_MUTED);
    words.setMaxWidth(Double.MAX_VALUE);
    HBox.setHgrow(words, Priority.ALWAYS);
    HBox row = new HBox(8, words, start, up, down, remove, clear);
    row.setAlignment(Pos.CENTER_LEFT);
    row.getStyleClass().add("hs-pane-header");
    list.setId("training.queue");
    list.setAccessibleText(wording("RunQueueView.queue"));
    list.setPlaceholder(new Label(wording("RunQueueView.no_run_waits")));
    list.setCellFactory(_ -> new QueueCell());
    list.getSelectionModel().selectedItemProperty().subscribe(_ -> enable());
    RowMenu.on(list)
        .button(wording("RunQueueView.earlier"), up)
        .button(wording("RunQueueView.later"), down)
        .button(wording("RunQueueView.remove"), remove);
    setTop(new VBox(row));
    setCenter(list);
    enable();
  }

  /// Shows what waits, and keeps the selection.
  void show(List<QueuedRun> runs) {
    Optional<Long> before = selected().map(QueuedRun::number);
    list.getItems().setAll(runs);
    runs.stream()
        .filter(run -> before.filter(number -> number == run.number()).isPresent())
        .findFirst()
        .ifPresent(list.getSelectionModel()::select);
    enable();
  }

  /// Shows whether a run goes on, for whose end the first one waits.
  void going(boolean now) {
    going = now;
    enable();
  }

  private Optional<QueuedRun> selected() {
    return Optional.ofNullable(list.getSelectionModel().getSelectedItem());
  }

  private void enable() {
    int place = list.getSelectionModel().getSelectedIndex();
    start.setDisable(going || list.getItems().isEmpty());
    up.setDisable(place < 1);
    down.setDisable(place < 0 || place >= list.getItems().size() - 1);
    remove.setDisable(place < 0);
    clear.setDisable(list.getItems().isEmpty());
  }

  /// A run in one line: what it trains, and what the user set.
  static String words(QueuedRun run) {
    return switch (run) {
      case QueuedRun.ResumedRun resumed -> wording("RunQueueView.resume", resumed.run());
      case QueuedRun.NewRun begun -> words(begun.request());
    };
  }

  private static String words(TrainingRequest request) {
    String settings =
        request.settings().entrySet().stream()
            .map(setting -> setting.getKey() + "=" + setting.getValue())
            .collect(Collectors.joining("  "));
    return wording(
            "RunQueueView.new_run",
            Stream.concat(Stream.of(request.environment()), request.preset().stream())
                .collect(Collectors.joining(" ")),
            request.seed(),
            settings)
        .strip();
  }

  private static final class QueueCell extends ListCell<QueuedRun> {
    @Override
    protected void updateItem(@Nullable QueuedRun run, boolean empty) {
      super.updateItem(run, empty);
      setText(empty || run == null ? null : getIndex() + 1 + ".  " + words(run));
    }
  }
}
