package dev.hindsight.app.fleet;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.fx.IconButton;
import dev.hindsight.app.fx.QuestionRow;
import dev.hindsight.app.fx.RowMenu;
import dev.hindsight.app.fx.Tooltips;
import dev.hindsight.app.replay.WorstEpisodeRecording;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.env.randomise.BucketMonitor;
import dev.hindsight.trainer.run.FleetBooks;
import dev.hindsight.trainer.run.FleetState;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.FleetLog;
import dev.hindsight.trainer.run.ledger.MetricsLog;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.session.TrainingCommand;
import dev.hindsight.trainer.text.Sentences;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import javafx.geometry.Orientation;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.SplitPane;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.material2.Material2AL;
import org.kordamp.ikonli.material2.Material2MZ;

/// Shows the workers of a run: of one that trains as it reports them, of another as its files say.
/// FX thread.
public final class FleetView extends BorderPane {
  /// Reports of updates that are taken over in a frame: the rest comes in the next ones.
  private static final int REPORTS_A_FRAME = 300;

  private final WindowContext window;
  private final Label title = new Label(wording("FleetView.no_run_is_chosen"));
  private final Label summary = new Label();
  private final WorkerTable workers = new WorkerTable();
  private final LagHistogram lags = new LagHistogram();
  private final Figures queue = new Figures("fleet.queue");
  private final Figures episodes = new Figures("fleet.episodes");
  private final BucketHeatMap heatMap;
  private final Label variance = new Label();
  private final Button pause;
  private final Button drain;
  private final Button kill;
  private final QuestionRow question;
  private final Button killIt;
  private OptionalInt asked = OptionalInt.empty();
  private BucketHistory buckets = new BucketHistory();
  private int taken;
  private boolean behind;
  private Optional<RunFolder> shown = Optional.empty();
  private Optional<FleetState> state = Optional.empty();
  private boolean alive;
  private boolean paused;
  private boolean reading;
  private Runnable cancel = () -> {};

  /// A run that trains, as it is now.
  ///
  /// @param folder of its files
  /// @param fleet its workers; empty without workers, and before the first report
  /// @param reports of its updates, oldest first
  /// @param alive whether it still trains
  /// @param paused whether it waits
  public record LiveFleet(
      RunFolder folder,
      Optional<FleetState> fleet,
      List<UpdateReport> reports,
      boolean alive,
      boolean paused) {}

  /// An empty view.
  ///
  /// @param commands receives what the run that trains should do
  public FleetView(WindowContext window, Consumer<TrainingCommand> commands) {
    this.window = window;
    heatMap =
        new BucketHeatMap(bucket ->
            shown.ifPresent(folder -> WorstEpisodeRecording.open(window, folder, bucket)));
    setId("fleet");
    title.setId("fleet.title");
    title.getStyleClass().add(Styles.TEXT_BOLD);
    title.setWrapText(true);
    title.setMaxWidth(Double.MAX_VALUE);
    HBox.setHgrow(title, Priority.ALWAYS);
    summary.setId("fleet.summary");
    summary.setWrapText(true);
    pause =
        IconButton.of(
            "fleet.pause",
            wording("FleetView.pause"),
            Material2MZ.PAUSE,
            () ->
                commands.accept(
                    paused ? new TrainingCommand.Resume() : new TrainingCommand.Pause()));
    drain =
        IconButton.of(
            "fleet.drain",
            wording("FleetView.drain"),
            Material2AL.AUTORENEW,
            () ->
                workers
                    .selected()
                    .ifPresent(worker -> commands.accept(new TrainingCommand.DrainWorker(worker))));
    kill = IconButton.of("fleet.kill", wording("FleetView.kill"), Material2AL.CLOSE, this::ask);
    Tooltips.on(pause, wording("FleetView.pauses_after_the_update"));
    Tooltips.on(drain, wording("FleetView.drains"));
    Tooltips.on(kill, wording("FleetView.kills"));
    HBox row = new HBox(8, title, pause, drain, kill);
    row.setAlignment(Pos.CENTER_LEFT);
    VBox top = new VBox(4, row, summary);
    top.getStyleClass().add("hs-pane-header");
    killIt =
        IconButton.of(
            "fleet.question.kill",
            wording("FleetView.kill_it"),
            Material2AL.CLOSE,
            () -> {
              asked.ifPresent(worker -> commands.accept(new TrainingCommand.KillWorker(worker)));
              takeBack();
            });
    question = question();
    workers.table().getSelectionModel().selectedItemProperty().subscribe(_ -> enable());
    workers
        .table()
        .setOnKeyPressed(event -> {
          if (event.getCode() == KeyCode.DELETE && !kill.isDisabled()) {
            kill.fire();
            event.consume();
          }
        });
    RowMenu.on(workers.table())
        .button(wording("FleetView.drain"), drain)
        .button(wording("FleetView.kill"), kill);
    variance.setId("fleet.variance");
    variance.setWrapText(true);
    Region space = new Region();
    VBox.setVgrow(space, Priority.ALWAYS);
    VBox below =
        new VBox(
            14,
            thirds(
                card(wording("FleetView.lags"), wording("FleetView.how_old_were_batches"), lags),
                card(wording("FleetView.queue"), wording("FleetView.who_waits_for_whom"), queue),
                card(
                    wording("FleetView.episodes"),
                    wording("FleetView.what_became_of_episodes"),
                    episodes)),
            card(
                wording("FleetView.buckets"),
                wording("FleetView.how_well_in_each_bucket"),
                heatMap,
                variance),
            space);
    below.getStyleClass().add("hs-side");
    ScrollPane scroll = new ScrollPane(below);
    scroll.setFitToWidth(true);
    scroll.setFocusTraversable(false);
    SplitPane all = new SplitPane(workers, scroll);
    all.setOrientation(Orientation.VERTICAL);
    all.setDividerPositions(0.27);
    setTop(new VBox(top, question));
    setCenter(all);
    show(Optional.empty());
  }

  private static Node thirds(Node... cards) {
    GridPane grid = new GridPane();
    grid.setHgap(18);
    for (int i = 0; i < cards.length; i++) {
      ColumnConstraints third = new ColumnConstraints();
      third.setPercentWidth(100.0 / cards.length);
      third.setFillWidth(true);
      grid.getColumnConstraints().add(third);
      grid.add(cards[i], i, 0);
      GridPane.setValignment(cards[i], javafx.geometry.VPos.TOP);
    }
    return grid;
  }

  /// A heading, the question that the content answers, and the content.
  private static Node card(String heading, String question, Node... content) {
    Label name = new Label(heading);
    name.getStyleClass().add(Styles.TEXT_BOLD);
    name.setWrapText(true);
    Label asks = new Label(question);
    asks.setWrapText(true);
    asks.getStyleClass().addAll(Styles.TEXT_MUTED, Styles.TEXT_SMALL);
    VBox card = new VBox(4, name, asks);
    card.getChildren().addAll(content);
    return card;
  }

  private QuestionRow question() {
    Button no =
        IconButton.of(
            "fleet.question.keep", wording("FleetView.keep_it"), Material2AL.CHECK, this::takeBack);
    QuestionRow row = QuestionRow.of("fleet.question", killIt, no);
    row.setOnKeyPressed(event -> {
      if (event.getCode() == KeyCode.ESCAPE) {
        takeBack();
        event.consume();
      }
    });
    return row;
  }

  private void ask() {
    asked = workers.selected();
    asked.ifPresent(worker -> {
      question.ask(wording("FleetView.kill_worker", FleetText.worker(worker)));
      killIt.requestFocus();
    });
  }

  private void takeBack() {
    asked = OptionalInt.empty();
    question.setVisible(false);
    workers.table().requestFocus();
  }

  /// Shows the run that trains as it is now; called whenever it has reported something.
  public void follow(LiveFleet live) {
    if (!shown.equals(Optional.of(live.folder()))) {
      begin(live.folder());
    }
    if (live.reports().size() < taken) {
      buckets = new BucketHistory();
      taken = 0;
    }
    int to = Math.min(live.reports().size(), taken + REPORTS_A_FRAME);
    if (to > taken) {
      live.reports().subList(taken, to).forEach(buckets::add);
      taken = to;
      showBuckets();
    }
    behind = taken < live.reports().size();
    alive = live.alive();
    paused = live.paused();
    show(live.fleet());
    if (live.fleet().isEmpty() && !live.reports().isEmpty()) {
      title.setText(wording("FleetView.has_no_workers", live.folder().name()));
    }
  }

  /// Shows a run of the ledger, from its files.
  public void show(RunFolder folder) {
    begin(folder);
    alive = false;
    reading = true;
    title.setText(wording("FleetView.reading", folder.name()));
    cancel =
        window
            .background()
            .startCancellable(
                wording("FleetView.reading_the_workers"),
                (_, _) -> StoredFleet.read(folder),
                stored -> {
                  reading = false;
                  buckets = stored.buckets();
                  showBuckets();
                  show(stored.state());
                  if (stored.state().isEmpty()) {
                    title.setText(wording("FleetView.has_no_workers", folder.name()));
                  }
                },
                failure -> {
                  reading = false;
                  title.setText(folder.path().toString());
                  summary.setText(Sentences.complete(window.background().words(failure)));
                });
  }

  /// What the files of a run say of its workers.
  private record StoredFleet(Optional<FleetState> state, BucketHistory buckets) {
    static StoredFleet read(RunFolder folder) {
      List<FleetState> states = FleetLog.read(folder.fleet());
      BucketHistory buckets = new BucketHistory();
      MetricsLog.read(folder.metrics()).forEach(buckets::add);
      return new StoredFleet(
          states.isEmpty() ? Optional.empty() : Optional.of(states.getLast()), buckets);
    }
  }

  private void begin(RunFolder folder) {
    cancel.run();
    reading = false;
    shown = Optional.of(folder);
    buckets = new BucketHistory();
    taken = 0;
    behind = false;
    paused = false;
    showBuckets();
    show(Optional.empty());
  }

  private void show(Optional<FleetState> now) {
    state = now;
    workers.show(now);
    String run = shown.map(folder -> folder.name()).orElse("");
    now.ifPresentOrElse(
        fleet -> {
          title.setText(
              alive
                  ? wording("FleetView.of_run", run, fleet.update())
                  : wording("FleetView.of_ended_run", run, fleet.update()));
          summary.setText(words(fleet));
          lags.show(LagBars.of(fleet));
          queue.show(queue(fleet));
          episodes.show(episodes(fleet.books()));
        },
        () -> {
          title.setText(
              run.isEmpty()
                  ? wording("FleetView.no_run_is_chosen")
                  : wording("FleetView.nothing_yet", run));
          summary.setText(wording("FleetView.about"));
          lags.show(List.of());
          queue.show(Map.of(wording("FleetView.batches_waiting"), NumberWords.NONE));
          episodes.show(Map.of(wording("FleetView.started"), NumberWords.NONE));
        });
    enable();
  }

  private static String words(FleetState fleet) {
    double speed =
        fleet.workers().stream().mapToDouble(FleetState.WorkerStatus::stepsPerSecond).sum();
    return wording(
        "FleetView.summary",
        fleet.workers().size(),
        fleet.version(),
        FleetText.speed(speed),
        NumberWords.count(fleet.books().failures()),
        NumberWords.count(fleet.books().recycled()),
        fleet.staleWorkers() == 0
            ? wording("FleetView.all_give_signs_of_life")
            : wording("FleetView.stale_workers", fleet.staleWorkers()));
  }

  private static Map<String, String> queue(FleetState fleet) {
    Map<String, String> lines = new java.util.LinkedHashMap<>();
    lines.put(wording("FleetView.batches_waiting"), Integer.toString(fleet.batchesWaiting()));
    lines.put(wording("FleetView.orders_out"), Integer.toString(fleet.ordersOut()));
    lines.put(
        wording("FleetView.waited"),
        wording("FleetView.seconds", NumberWords.decimals(fleet.waited(), 2)));
    lines.put(
        wording("FleetView.queue_timeouts"), NumberWords.count(fleet.books().queueTimeouts()));
    lines.put(wording("FleetView.refused"), NumberWords.count(fleet.books().refusedDeliveries()));
    return lines;
  }

  private static Map<String, String> episodes(FleetBooks books) {
    Map<String, String> lines = new java.util.LinkedHashMap<>();
    lines.put(wording("FleetView.started"), NumberWords.count(books.started()));
    books.ends().forEach((kind, count) -> lines.put(FleetText.end(kind), NumberWords.count(count)));
    lines.put(wording("FleetView.running"), NumberWords.count(books.running()));
    lines.put(wording("FleetView.wasted_steps"), NumberWords.count(books.wastedSteps()));
    lines.put(
        wording("FleetView.books"),
        books.balanced()
            ? wording("FleetView.they_balance")
            : wording("FleetView.they_do_not_balance"));
    return lines;
  }

  private void showBuckets() {
    heatMap.show(buckets);
    double spread = buckets.variance().orElse(Double.NaN);
    String number = NumberWords.decimals(spread, 3);
    double most = BucketMonitor.LARGEST_VARIANCE;
    if (Double.isNaN(spread)) {
      variance.setText("");
    } else if (spread > most) {
      variance.setText(wording("FleetView.variance_alert", number, most));
    } else {
      variance.setText(wording("FleetView.variance", number, most));
    }
    variance.pseudoClassStateChanged(Styles.STATE_DANGER, spread > most);
    variance.setManaged(!variance.getText().isEmpty());
  }

  private void enable() {
    boolean chosen = alive && state.isPresent() && workers.selected().isPresent();
    drain.setDisable(!chosen);
    kill.setDisable(!chosen);
    pause.setDisable(!alive || state.isEmpty());
    pause.setText(paused ? wording("FleetView.continue") : wording("FleetView.pause"));
    pause.setGraphic(new FontIcon(paused ? Material2MZ.PLAY_ARROW : Material2MZ.PAUSE));
    if (!alive && question.isVisible()) {
      takeBack();
    }
  }

  /// Whether it has not taken over all updates of the run that trains yet.
  public boolean behind() {
    return behind;
  }

  /// Whether it shows what it last heard of.
  public boolean upToDate() {
    return !reading && !behind;
  }

  /// Ends what it reads.
  public void close() {
    cancel.run();
  }

  /// Names with numbers, one line each: many of them in two groups, side by side where there is
  /// room. FX thread.
  private static final class Figures extends FlowPane {
    private static final int ONE_GROUP = 6;

    private Map<String, String> lines = Map.of();

    Figures(String id) {
      super(28, 1);
      setId(id);
    }

    private static GridPane grid() {
      GridPane grid = new GridPane();
      grid.setHgap(12);
      grid.setVgap(1);
      return grid;
    }

    void show(Map<String, String> now) {
      if (now.equals(lines)) {
        return;
      }
      lines = now;
      List<GridPane> grids = now.size() > ONE_GROUP ? List.of(grid(), grid()) : List.of(grid());
      int each = Math.ceilDiv(now.size(), grids.size());
      getChildren().setAll(grids);
      int[] line = {0};
      now.forEach((name, number) -> {
        GridPane grid = grids.get(line[0]++ / each);
        Label words = new Label(name);
        Label value = new Label(number);
        words.setMinWidth(USE_PREF_SIZE);
        value.setMinWidth(USE_PREF_SIZE);
        value.getStyleClass().add(Styles.TEXT_BOLD);
        grid.addRow(grid.getRowCount(), words, value);
      });
    }
  }
}
