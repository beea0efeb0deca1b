package dev.hindsight.app.training;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.model.Store;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.recording.TrainingEpisodePlan;
import dev.hindsight.app.recording.UniquelyNamedRecording;
import dev.hindsight.app.settings.DocumentsFolder;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.tasks.BackgroundTask;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.render.stage.SceneThreads;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.run.ledger.Gate;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.session.TrainingCommand;
import dev.hindsight.trainer.run.session.TrainingEvent;
import dev.hindsight.trainer.text.Sentences;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import javafx.geometry.Orientation;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.SplitPane;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/// Shows a run while it trains: its state, its charts, its gates, its policy in action. FX thread.
final class RunView extends BorderPane {

  private final WindowContext window;
  private final RunHeader header;
  private final RunCharts charts;
  private final GateList gates = new GateList();
  private final LiveScene live;
  private final Consumer<RunRecord> next;
  private Optional<TrainingSession> session = Optional.empty();
  private long recordings;
  private Runnable unwatch = () -> {};

  /// @param options of the charts
  /// @param next resumes a run
  RunView(
      WindowContext window,
      SceneThreads threads,
      Theme theme,
      Store<ChartOptions, UnaryOperator<ChartOptions>> options,
      Consumer<RunRecord> next) {
    this.window = window;
    this.next = next;
    header = new RunHeader(new Buttons());
    charts = new RunCharts(theme, options);
    live = new LiveScene(window.background(), threads, theme);
    Label checks = new Label(wording("RunView.gates"));
    checks.getStyleClass().add(Styles.TEXT_BOLD);
    ScrollPane scroll = new ScrollPane(gates);
    scroll.setFitToWidth(true);
    VBox top = new VBox(6, checks, scroll);
    top.getStyleClass().add("hs-side");
    live.getStyleClass().add("hs-side");
    SplitPane side = new SplitPane(live, top);
    side.setOrientation(Orientation.VERTICAL);
    side.setDividerPositions(0.6);
    side.getStyleClass().add("hs-run-side");
    SplitPane all = new SplitPane(charts.board(), side);
    SplitPane.setResizableWithParent(side, false);
    all.setDividerPositions(0.72);
    setTop(header);
    setCenter(all);
  }

  /// Follows another run.
  void follow(TrainingSession other) {
    session = Optional.of(other);
    header.breaks().clear();
    header.follow(other.state());
    unwatch.run();
    List<EventKind> events = BuiltInEnvironments.named(other.environment()).events();
    unwatch =
        window
            .books()
            .of(other.environment())
            .watch(book -> header.breaks().offer(book.breakpoints(), events));
    live.follow(other);
    show();
  }

  /// Applies the colours of a theme.
  void applyTheme(Theme theme) {
    charts.applyTheme(theme);
    live.applyTheme(theme);
  }

  /// Updates the view; called once per frame.
  void frame(double seconds) {
    live.frame(seconds);
    charts.board().frame(seconds);
  }

  /// Shows what the run has reported.
  void show() {
    session
        .map(TrainingSession::state)
        .ifPresent(state -> {
          header.show(state);
          header.show(session.flatMap(TrainingSession::within));
          header.show(session.map(TrainingSession::settings).orElse(List.of()));
          gates.show(state.gates());
          charts.show(state);
        });
    session.map(TrainingSession::breaks).orElse(List.of()).forEach(this::broke);
  }

  private void broke(TrainingEvent event) {
    switch (event) {
      case TrainingEvent.Armed armed ->
          armed.wrong().ifPresent(wrong -> window.raiseNotice(Notice.of(wrong)));
      case TrainingEvent.SettingChanged changed ->
          changed.wrong().ifPresent(wrong -> window.raiseNotice(Notice.of(wrong)));
      case TrainingEvent.Hit hit -> {
        window.raiseNotice(
            new Notice.Waiting(
                wording("RunView.the_run_is_paused_in_update", hit.update(), hit.hit().words()),
                wording("RunView.the_ticks_before_it_are_recorded")));
        hit.policy().ifPresent(policy -> open(hit, policy));
      }
      case TrainingEvent.Reached reached ->
          window.raiseNotice(
              new Notice.Waiting(
                  wording("RunView.paused_after_update", reached.update(), reached.condition()),
                  wording("RunView.continue_or_stop_it")));
      case TrainingEvent.Warned warned ->
          window.raiseNotice(
              new Notice.Waiting(Sentences.complete(warned.sentence()), warned.remedy()));
      case TrainingEvent.Started _,
          TrainingEvent.Progressed _,
          TrainingEvent.SettingsKnown _,
          TrainingEvent.Evaluated _,
          TrainingEvent.HealthChanged _,
          TrainingEvent.GateChecked _,
          TrainingEvent.Updated _,
          TrainingEvent.FleetChanged _,
          TrainingEvent.PolicyWritten _,
          TrainingEvent.LearningRateScaled _,
          TrainingEvent.Paused _,
          TrainingEvent.Resumed _,
          TrainingEvent.Ended _ -> {
        // The state covers the other events.
      }
    }
  }

  /// Opens the rollout that led to a hit at its tick, after repeating it.
  private void open(TrainingEvent.Hit hit, Path policy) {
    Path out =
        policy.resolveSibling(policy.getFileName().toString().replace(".safetensors", ".rollout"));
    window
        .background()
        .start(
            BackgroundTask.of(
                    wording("RunView.recording_what_led_to_the_breakpoint"),
                    TrainingEpisodePlan.replay(hit.hit().history(), policy, out),
                    file ->
                        window.open(
                            file,
                            document -> {
                              document.timeline().send(new TimelineCommand.Seek(hit.hit().tick()));
                              document.view().send(new ViewCommand.Select(hit.hit().agent()));
                            }))
                .withFile(file -> file));
  }

  /// Whether the visible charts show the latest numbers.
  boolean upToDate() {
    return charts.board().upToDate();
  }

  /// The episode in the live scene.
  Optional<Rollout> liveRollout() {
    return live.rollout();
  }

  void close() {
    unwatch.run();
    charts.board().close();
    live.close();
  }

  private final class Buttons implements RunHeader.RunActions {
    @Override
    public void command(TrainingCommand command) {
      session.ifPresent(run -> run.command(command));
    }

    @Override
    public void stop() {
      session.ifPresent(TrainingSession::stop);
    }

    @Override
    public void resume() {
      session
          .flatMap(run -> run.state().run())
          .ifPresent(run ->
              window
                  .background()
                  .startHidden(
                      wording("RunView.searching_for_the_run"),
                      (_, _) -> RunLedger.ofUser().find(run.text()),
                      before -> MovedRun.locate(window, before, next)));
    }

    /// The policy stays in the run's folder, because the recording depends on it.
    @Override
    public void recordNow() {
      long number = ++recordings;
      session.ifPresent(run ->
          run.state()
              .folder()
              .ifPresent(folder ->
                  run.policy(
                      folder.resolve(
                          "recorded-" + run.state().updates() + "-" + number + ".safetensors"),
                      writtenPolicy -> record(run, writtenPolicy, number))));
    }
  }

  /// @param seed of the episode
  private void record(TrainingSession run, TrainingSession.WrittenPolicy policy, long seed) {
    if (policy.file().isEmpty()) {
      window.raiseNotice(
          Notice.of(
              new Problem(
                  wording("RunView.the_policy_could_not_be_written"),
                  run.state()
                      .folder()
                      .map(Path::toString)
                      .orElse(wording("RunView.the_runs_folder")),
                  wording("RunView.make_room_and_check_permissions"))));
      return;
    }
    Path out =
        DocumentsFolder.path()
            .resolve(run.state().run().orElseThrow() + "-update" + policy.update() + ".rollout");
    window.record(
        wording("RunView.recording_after_update", policy.update()),
        (progress, cancellation, follower) ->
            new UniquelyNamedRecording(TrainingEpisodePlan.of(policy.file().get(), seed, out))
                .run(progress, cancellation, follower)
                .file(),
        Optional.empty());
  }

  /// Lists the gates of a run, one line each: PASS, FAIL or SKIP, the name, the result. FX thread.
  private static final class GateList extends VBox {
    private List<Gate> shown = List.of();

    GateList() {
      setId("training.gates");
      getStyleClass().add("hs-gates");
      getChildren().add(waiting());
    }

    void show(List<Gate> gates) {
      if (!gates.equals(shown)) {
        shown = gates;
        getChildren().setAll(gates.stream().map(GateList::line).toList());
        if (gates.isEmpty()) {
          getChildren().setAll(waiting());
        }
      }
    }

    private static Node waiting() {
      Label words = new Label(wording("RunView.no_check_has_finished_yet"));
      words.getStyleClass().add(Styles.TEXT_MUTED);
      return words;
    }

    private static Node line(Gate gate) {
      Label verdict = new Label(gate.verdict().name());
      verdict.getStyleClass().addAll(Styles.TEXT_BOLD, "hs-verdict", tone(gate.verdict()));
      verdict.setMinWidth(Region.USE_PREF_SIZE);
      Label name = new Label(gate.name());
      name.setMinWidth(Region.USE_PREF_SIZE);
      Label detail = new Label(gate.detail());
      detail.getStyleClass().addAll(Styles.TEXT_MUTED, Styles.TEXT_SMALL);
      detail.setWrapText(true);
      detail.setTooltip(new Tooltip(gate.detail()));
      HBox first = new HBox(8, verdict, name);
      first.setAlignment(Pos.BASELINE_LEFT);
      return new VBox(first, detail);
    }

    private static String tone(Gate.Status status) {
      return switch (status) {
        case PASS -> Styles.SUCCESS;
        case FAIL -> Styles.DANGER;
        case SKIP -> Styles.TEXT_MUTED;
      };
    }
  }
}
