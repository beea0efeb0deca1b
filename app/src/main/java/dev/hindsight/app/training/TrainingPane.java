package dev.hindsight.app.training;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.fleet.FleetView;
import dev.hindsight.app.fx.IconButton;
import dev.hindsight.app.fx.PillRow;
import dev.hindsight.app.fx.QuestionRow;
import dev.hindsight.app.fx.Tooltips;
import dev.hindsight.app.model.Store;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.replay.ReplayBufferView;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.workspace.TrainingTab;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.render.stage.SceneThreads;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunQueue;
import dev.hindsight.trainer.run.ledger.RunQueue.QueuedRun;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import dev.hindsight.trainer.run.session.RunContext;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.material2.Material2AL;
import org.kordamp.ikonli.material2.Material2MZ;

/// The training tab: sets up a run, shows it while it trains, shows those that wait for its end,
/// and lists all earlier ones. FX thread.
public final class TrainingPane extends BorderPane {
  private final WindowContext window;
  private final TrainingForm form;
  private final RunView run;
  private final RunsView runs;
  private final ToggleButton toForm =
      PillRow.pill("training.toForm", wording("TrainingPane.new_run"), Material2AL.ADD);
  private final ToggleButton toRun =
      PillRow.pill("training.toRun", wording("TrainingPane.this_run"), Material2MZ.SHOW_CHART);
  private final ToggleButton toRuns =
      PillRow.pill("training.toRuns", wording("TrainingPane.all_runs"), Material2AL.LIST);
  private final ToggleButton toQueue =
      PillRow.pill("training.toQueue", wording("TrainingPane.queue"), Material2MZ.QUEUE);
  private final ToggleButton toReplay =
      PillRow.pill("training.toReplay", wording("TrainingPane.replay_buffer"), Material2MZ.STORAGE);
  private final ToggleButton toFleet =
      PillRow.pill("training.toFleet", wording("TrainingPane.workers"), Material2MZ.PEOPLE);
  private final ReplayBufferView replay;
  private final FleetView fleet;
  private final QuestionRow question = question();
  private final VersionQuestion versions;
  private final RunQueueView waiting = new RunQueueView(new Queue());
  private List<QueuedRun> queued = List.of();
  private Optional<TrainingSession> session = Optional.empty();

  /// A run that was asked for while another one goes on: begins when that ends, whether or not the
  /// user has answered by then, before those that wait.
  private Optional<Wanted> asked = Optional.empty();

  /// Whether a run goes on, as of the last frame.
  private boolean went;

  /// Whether the first run of the queue is being fetched.
  private boolean fetching;

  private boolean closed;

  /// The views that show a run which the user has chosen from the list, instead of the current one.
  private final Set<Node> chosen = new HashSet<>();

  /// Number of updates of the current run when the replay buffer last heard of it.
  private long updatesSeen;

  /// A run that the user wants.
  ///
  /// @param begin starts it
  /// @param queue adds it to the queue, on a background thread
  private record Wanted(
      Supplier<TrainingSession> begin, Function<RunQueue, List<QueuedRun>> queue) {}

  /// A run that was taken from the queue.
  ///
  /// @param begin starts it; empty if it cannot be started
  /// @param wrong why
  private record Fetched(
      QueuedRun run, Optional<Supplier<TrainingSession>> begin, Optional<Problem> wrong) {}

  /// Starts with the form.
  ///
  /// @param charts how charts are shown, in this tab and the next ones
  public TrainingPane(
      WindowContext window,
      TrainingTab tab,
      SceneThreads threads,
      Store<ChartOptions, UnaryOperator<ChartOptions>> charts) {
    this.window = window;
    versions = new VersionQuestion(window.background());
    Theme theme = window.preferences().state().theme();
    form = new TrainingForm(window, BuiltInEnvironments.named("darkroom"), this::train);
    run = new RunView(window, threads, theme, charts, this::resume);
    runs = new RunsView(window, theme, charts, this::resume, this::trainOn, new RunViews());
    replay = new ReplayBufferView(window);
    fleet =
        new FleetView(window, command -> session.ifPresent(current -> current.command(command)));
    tab.parent().ifPresent(parent -> form.begin(parent.toString()));
    toForm.setOnAction(_ -> turnTo(toForm, form));
    toRun.setOnAction(_ -> {
      turnTo(toRun, run);
      chosen.clear();
    });
    toQueue.setOnAction(_ -> {
      turnTo(toQueue, waiting);
      change(RunQueue::runs);
    });
    toRuns.setOnAction(_ -> {
      turnTo(toRuns, runs);
      runs.read();
    });
    toReplay.setOnAction(_ -> {
      turnTo(toReplay, replay);
      if (!chosen.contains(replay)) {
        checkpoint().ifPresent(replay::show);
      }
    });
    Tooltips.on(toReplay, wording("TrainingPane.what_soft_actor_critic_learns_from"));
    toFleet.setOnAction(_ -> {
      turnTo(toFleet, fleet);
      followWorkers();
    });
    Tooltips.on(toFleet, wording("TrainingPane.what_the_workers_do"));
    toRun.setDisable(true);
    PillRow top = new PillRow(toForm, toRun, toQueue, toRuns, toReplay, toFleet);
    top.setAlignment(Pos.CENTER_LEFT);
    top.getStyleClass().add("hs-training-bar");
    setId("training");
    setTop(new VBox(top, versions, question));
    turnTo(toForm, form);
    change(RunQueue::runs);
    tab.run()
        .ifPresent(id -> {
          turnTo(toRuns, runs);
          runs.read(id);
        });
  }

  private void turnTo(ToggleButton button, Node view) {
    button.setSelected(true);
    setCenter(view);
  }

  /// Shows the workers of the current run, unless another run was chosen.
  private void followWorkers() {
    if (getCenter() != fleet || chosen.contains(fleet)) {
      return;
    }
    session
        .map(TrainingSession::state)
        .ifPresent(now ->
            now.files()
                .ifPresent(files ->
                    fleet.follow(
                        new FleetView.LiveFleet(
                            files,
                            now.fleet(),
                            now.reports(),
                            now.alive(),
                            now.health() == TrainingState.Health.PAUSED))));
  }

  /// Shows what a run of the list has beside its numbers.
  private final class RunViews implements RunsView.RunDetails {
    @Override
    public void replayed(RunRecord run) {
      chosen.add(replay);
      turnTo(toReplay, replay);
      replay.show(RunFolder.of(run).latest());
    }

    @Override
    public void workers(RunRecord run) {
      chosen.add(fleet);
      turnTo(toFleet, fleet);
      fleet.show(RunFolder.of(run));
    }
  }

  /// The newest checkpoint of the current run, once it has completed an update.
  private Optional<Path> checkpoint() {
    return session
        .map(TrainingSession::state)
        .filter(state -> state.updates() > 0)
        .flatMap(TrainingState::files)
        .map(RunFolder::latest);
  }

  private void train(TrainingRequest request) {
    Wanted wanted = new Wanted(() -> begin(request), queue -> queue.add(request));
    if (RunLauncher.mayWarn(request)) {
      versions.compare(() -> RunLauncher.warnings(request), () -> follow(wanted));
    } else {
      follow(wanted);
    }
  }

  private TrainingSession begin(TrainingRequest request) {
    return TrainingSession.begin(window.background(), request, RunContext.usualHome());
  }

  private void resume(RunRecord before) {
    Wanted wanted =
        new Wanted(
            () -> TrainingSession.resume(window.background(), before),
            queue -> queue.add(before.id()));
    versions.compare(() -> RunLauncher.changes(before), () -> follow(wanted));
  }

  private void trainOn(String checkpoint) {
    form.begin(checkpoint);
    turnTo(toForm, form);
  }

  /// A tab trains one run at a time: while one goes on, the user says whether the next one stops it
  /// or joins the queue.
  private void follow(Wanted wanted) {
    asked = Optional.of(wanted);
    if (going()) {
      question.ask(wording("TrainingPane.a_run_goes_on"));
    } else {
      beginAsked();
    }
  }

  private boolean going() {
    return fetching || session.filter(current -> current.state().alive()).isPresent();
  }

  private void beginAsked() {
    Optional<Wanted> next = asked;
    asked = Optional.empty();
    question.setVisible(false);
    next.ifPresent(wanted -> begin(wanted.begin()));
  }

  private void begin(Supplier<TrainingSession> next) {
    TrainingSession begun = next.get();
    session = Optional.of(begun);
    went = true;
    chosen.clear();
    waiting.going(true);
    run.follow(begun);
    toRun.setDisable(false);
    turnTo(toRun, run);
  }

  /// Starts what comes next, if anything does; called when no run goes on any more.
  private void ended() {
    waiting.going(false);
    if (asked.isPresent()) {
      beginAsked();
    } else {
      fetch();
    }
  }

  /// Starts the first run of the queue.
  private void fetch() {
    if (fetching || closed) {
      return;
    }
    fetching = true;
    Runnable _ =
        window
            .background()
            .startCancellable(
                wording("TrainingPane.starting_the_next_run"),
                (_, _) -> RunQueue.ofUser().take().map(this::fetched),
                this::start,
                failure -> {
                  fetching = false;
                  window.raiseNotice(Notice.of(failure));
                  beginAsked();
                });
  }

  /// Finds the run of the ledger that waits; on a background thread.
  private Fetched fetched(QueuedRun next) {
    return switch (next) {
      case QueuedRun.NewRun begun ->
          new Fetched(next, Optional.of(() -> begin(begun.request())), Optional.empty());
      case QueuedRun.ResumedRun resumed -> {
        try {
          RunRecord before = RunLedger.ofUser().find(resumed.run().text());
          yield new Fetched(
              next,
              Optional.of(() -> TrainingSession.resume(window.background(), before)),
              Optional.empty());
        } catch (Problem gone) {
          yield new Fetched(next, Optional.empty(), Optional.of(gone));
        }
      }
    };
  }

  private void start(Optional<Fetched> next) {
    fetching = false;
    if (closed) {
      next.ifPresent(one -> change(queue -> queue.putBack(one.run())));
      return;
    }
    change(RunQueue::runs);
    next.flatMap(Fetched::begin).ifPresent(this::begin);
    next.flatMap(Fetched::wrong)
        .ifPresent(problem -> {
          window.raiseNotice(Notice.of(problem));
          fetch();
        });
    if (!going()) {
      beginAsked();
    }
  }

  /// Changes the queue and shows it.
  private void change(Function<RunQueue, List<QueuedRun>> change) {
    window
        .background()
        .startEssential(
            wording("TrainingPane.reading_the_queue"),
            (_, _) -> change.apply(RunQueue.ofUser()),
            runs -> {
              queued = runs;
              waiting.show(runs);
              toQueue.setText(
                  runs.isEmpty()
                      ? wording("TrainingPane.queue")
                      : wording("TrainingPane.queue_of", runs.size()));
            });
  }

  private final class Queue implements RunQueueView.QueueActions {
    @Override
    public void start() {
      fetch();
    }

    @Override
    public void move(long number, int places) {
      change(queue -> queue.move(number, places));
    }

    @Override
    public void remove(long number) {
      change(queue -> queue.remove(number));
    }

    @Override
    public void clear() {
      change(RunQueue::clear);
    }
  }

  private QuestionRow question() {
    Button stop =
        IconButton.of(
            "training.question.stop",
            wording("TrainingPane.stop_it_and_train"),
            Material2MZ.STOP,
            () -> {
              question.setVisible(false);
              turnTo(toRun, run);
              session.filter(_ -> going()).ifPresent(TrainingSession::stop);
            });
    Button after =
        IconButton.of(
            "training.question.queue",
            wording("TrainingPane.queue_it"),
            Material2MZ.QUEUE,
            () -> {
              asked.ifPresent(wanted -> change(wanted.queue()));
              asked = Optional.empty();
              question.setVisible(false);
              turnTo(toQueue, waiting);
            });
    Button cancel =
        IconButton.of(
            "training.question.cancel",
            wording("TrainingPane.do_not_train"),
            Material2AL.CLOSE,
            () -> {
              asked = Optional.empty();
              question.setVisible(false);
            });
    return QuestionRow.of("training.question", stop, after, cancel);
  }

  /// Applies the colours of a theme.
  public void applyTheme(Theme theme) {
    run.applyTheme(theme);
    runs.applyTheme(theme);
  }

  /// Shows what the run has reported, and draws what is visible; called once before a frame is
  /// painted.
  ///
  /// @param seconds since the last frame
  public void frame(double seconds) {
    session
        .filter(TrainingSession::poll)
        .ifPresent(_ -> {
          run.show();
          followWorkers();
          checkpoint().ifPresent(this::written);
        });
    boolean goes = going();
    if (went && !goes && !closed) {
      went = false;
      ended();
    }
    if (!seen()) {
      return;
    }
    if (getCenter() == run) {
      run.frame(seconds);
    } else if (getCenter() == runs) {
      runs.frame(seconds);
    } else if (getCenter() == replay) {
      replay.frame(seconds);
    } else if (getCenter() == fleet && fleet.behind()) {
      followWorkers();
    }
  }

  /// Shows the buffer of a run that has begun while the view was open, or what has changed in it.
  private void written(Path latest) {
    if (getCenter() == replay && !chosen.contains(replay)) {
      replay.follow(latest);
    }
    long updates = session.map(TrainingSession::state).map(TrainingState::updates).orElse(0L);
    if (updates != updatesSeen) {
      updatesSeen = updates;
      replay.written(latest);
    }
  }

  /// Whether its tab is in front.
  private boolean seen() {
    boolean visible = getScene() != null;
    for (Node node = this; visible && node != null; node = node.getParent()) {
      visible = node.isVisible();
    }
    return visible;
  }

  /// Closes everything: the run stops cleanly and can be resumed, and the queue stays for the next
  /// training tab, also after a restart.
  public void close() {
    closed = true;
    asked = Optional.empty();
    versions.close();
    QueueNotice.of(window, queued);
    session.ifPresent(TrainingSession::stop);
    run.close();
    runs.close();
    replay.close();
    fleet.close();
  }

  /// The state of the current run.
  Optional<TrainingState> state() {
    return session.map(TrainingSession::state);
  }

  /// The episode in the live scene.
  Optional<Rollout> liveRollout() {
    return run.liveRollout();
  }

  /// Whether the visible charts show the latest numbers.
  public boolean upToDate() {
    return (getCenter() != run || run.upToDate())
        && (getCenter() != runs || runs.upToDate())
        && (getCenter() != replay || replay.upToDate())
        && (getCenter() != fleet || fleet.upToDate());
  }
}
