package dev.hindsight.app.replay;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.fx.IconButton;
import dev.hindsight.app.fx.RowMenu;
import dev.hindsight.app.fx.Tooltips;
import dev.hindsight.app.tasks.BackgroundTask;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.trainer.learn.sac.CheckpointReplay;
import dev.hindsight.trainer.text.Sentences;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javafx.geometry.Orientation;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.material2.Material2MZ;

/// Shows the replay buffer of a run as of its last update: its episodes, and the steps of the
/// selected one, each of which opens as a recording. FX thread.
public final class ReplayBufferView extends BorderPane {
  /// Seconds between two readings of a run that trains.
  private static final double PAUSE = 2;

  /// The most buffers that have a sentence each.
  private static final int SENTENCES = 4;

  private final WindowContext window;
  private final Label title = new Label(wording("ReplayBufferView.no_run_is_chosen"));
  private final Label summary = new Label();
  private final EpisodeTable episodes = new EpisodeTable();
  private final StepTable steps = new StepTable();
  private final Button open;
  private final Button refresh;
  private Optional<Path> checkpoint = Optional.empty();
  private Optional<CheckpointReplay> shown = Optional.empty();
  private Runnable cancel = () -> {};
  private boolean reading;
  private boolean stale;
  private double waited = PAUSE;

  /// An empty view.
  public ReplayBufferView(WindowContext window) {
    this.window = window;
    setId("replay");
    title.setId("replay.title");
    title.getStyleClass().add(Styles.TEXT_BOLD);
    title.setMaxWidth(Double.MAX_VALUE);
    HBox.setHgrow(title, Priority.ALWAYS);
    summary.setId("replay.summary");
    summary.setWrapText(true);
    open =
        IconButton.of(
            "replay.open",
            wording("ReplayBufferView.open_at_tick"),
            Material2MZ.OPEN_IN_NEW,
            () -> episodes.selected().ifPresent(this::open));
    Tooltips.on(open, wording("ReplayBufferView.simulates_the_episode_again"));
    refresh =
        IconButton.of(
            "replay.refresh", wording("ReplayBufferView.refresh"), Material2MZ.REFRESH, this::read);
    HBox row = new HBox(8, title, open, refresh);
    row.setAlignment(Pos.CENTER_LEFT);
    VBox top = new VBox(4, row, summary);
    top.getStyleClass().add("hs-pane-header");
    episodes.table().getSelectionModel().selectedItemProperty().subscribe(_ -> chosen());
    opens(episodes.table());
    opens(steps.table());
    RowMenu.on(episodes.table()).button(wording("ReplayBufferView.open_at_tick"), open);
    RowMenu.on(steps.table()).button(wording("ReplayBufferView.open_at_tick"), open);
    SplitPane all = new SplitPane(episodes, steps);
    all.setOrientation(Orientation.VERTICAL);
    all.setDividerPositions(0.62);
    setTop(top);
    setCenter(all);
    chosen();
  }

  /// Opens a row with a double click or Enter.
  private <R> void opens(TableView<R> table) {
    table.setRowFactory(_ -> {
      TableRow<R> row = new TableRow<>();
      row.setOnMouseClicked(event -> {
        if (event.getButton() == MouseButton.PRIMARY
            && event.getClickCount() == 2
            && !row.isEmpty()) {
          open.fire();
        }
      });
      return row;
    });
    table.setOnKeyPressed(event -> {
      if (event.getCode() == KeyCode.ENTER) {
        open.fire();
        event.consume();
      }
    });
  }

  /// Shows the buffer of another run.
  ///
  /// @param file its newest checkpoint
  public void show(Path file) {
    if (!checkpoint.equals(Optional.of(file))) {
      cancel.run();
      reading = false;
      checkpoint = Optional.of(file);
      shown = Optional.empty();
      title.setText(wording("ReplayBufferView.reading", file.toAbsolutePath().getParent()));
      summary.setText("");
      episodes.show(List.of());
      chosen();
    }
    read();
  }

  /// Shows the buffer of a run, and nothing anew if it already does.
  ///
  /// @param file its newest checkpoint
  public void follow(Path file) {
    if (!checkpoint.equals(Optional.of(file))) {
      show(file);
    }
  }

  /// Says that the run has written its checkpoint again.
  public void written(Path file) {
    stale |= checkpoint.equals(Optional.of(file));
  }

  /// Reads again what has changed; called once per frame while it is visible.
  ///
  /// @param seconds since the last frame
  public void frame(double seconds) {
    waited += seconds;
    if (stale && !reading && waited >= PAUSE) {
      read();
    }
  }

  /// Whether it shows what it last heard of.
  public boolean upToDate() {
    return !reading;
  }

  private void read() {
    if (checkpoint.isEmpty() || reading) {
      return;
    }
    Path file = checkpoint.get();
    stale = false;
    waited = 0;
    reading = true;
    cancel =
        window
            .background()
            .startCancellable(
                wording("ReplayBufferView.reading_the_buffer"),
                (_, _) -> ReadBuffer.of(file),
                this::arrived,
                failure -> {
                  reading = false;
                  failed(failure);
                });
  }

  /// A buffer as it was read on a background thread.
  ///
  /// @param summary in a sentence for each buffer
  private record ReadBuffer(CheckpointReplay replay, List<ReplayRow> rows, String summary) {
    static ReadBuffer of(Path file) {
      CheckpointReplay replay = CheckpointReplay.open(file);
      List<ReplaySummary> buffers = replay.buffers().stream().map(ReplaySummary::of).toList();
      String words =
          buffers.size() == 1
              ? buffers.getFirst().words()
              : IntStream.range(0, Math.min(SENTENCES, buffers.size()))
                  .mapToObj(i -> wording("ReplayBufferView.of_member", i, buffers.get(i).words()))
                  .collect(Collectors.joining("\n"));
      return new ReadBuffer(replay, ReplayRow.of(replay), words);
    }
  }

  private void arrived(ReadBuffer read) {
    reading = false;
    shown = Optional.of(read.replay());
    title.setText(
        wording("ReplayBufferView.after_update", read.replay().run(), read.replay().updates()));
    summary.setText(read.summary());
    episodes.show(read.rows());
    chosen();
  }

  private void failed(Throwable failure) {
    shown = Optional.empty();
    title.setText(
        checkpoint.map(file -> file.toAbsolutePath().getParent()).map(Path::toString).orElse(""));
    summary.setText(Sentences.complete(window.background().words(failure)));
    episodes.show(List.of());
    chosen();
  }

  private void chosen() {
    Optional<ReplayRow> row = episodes.selected();
    steps.show(row);
    open.setDisable(row.isEmpty() || shown.isEmpty());
    refresh.setDisable(checkpoint.isEmpty());
  }

  /// Records the episode again beside its checkpoint, and opens it at the selected step.
  private void open(ReplayRow row) {
    if (shown.isEmpty()) {
      return;
    }
    CheckpointReplay replay = shown.get();
    int tick = steps.selected().map(ReplayStep::tick).orElse(row.firstTick());
    String name =
        "replayed-"
            + replay.updates()
            + "-environment"
            + row.environment()
            + "-agent"
            + row.agents().getFirst()
            + "-tick"
            + row.firstTick()
            + ".rollout";
    Path out = replay.file().toAbsolutePath().resolveSibling(name);
    window
        .background()
        .start(
            BackgroundTask.of(
                    wording("ReplayBufferView.simulating_the_episode_again", row.number()),
                    new ReplayedEpisode(replay, row, out),
                    file ->
                        window.open(
                            file,
                            document -> {
                              document.timeline().send(new TimelineCommand.Seek(tick));
                              document.view().send(new ViewCommand.Select(row.agents().getFirst()));
                            }))
                .withFile(file -> file));
  }

  /// Ends what it reads.
  public void close() {
    cancel.run();
  }
}
