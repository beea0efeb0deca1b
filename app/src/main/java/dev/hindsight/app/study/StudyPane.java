package dev.hindsight.app.study;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.evaluation.EpisodeRecording;
import dev.hindsight.app.evaluation.FinishedEvaluation;
import dev.hindsight.app.fx.IconButton;
import dev.hindsight.app.fx.PillRow;
import dev.hindsight.app.fx.RowMenu;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.study.StudyRunsTable.RunRow;
import dev.hindsight.app.study.StudyRunsTable.RunState;
import dev.hindsight.app.tasks.BackgroundTask;
import dev.hindsight.app.tasks.NewestReading;
import dev.hindsight.app.workspace.StudyTab;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.study.plan.StoredStudy;
import dev.hindsight.trainer.study.plan.StudyDraft;
import dev.hindsight.trainer.study.plan.StudyFile;
import dev.hindsight.trainer.study.plan.StudyFolder;
import dev.hindsight.trainer.study.plan.StudyReport;
import dev.hindsight.trainer.study.plan.StudySpec;
import dev.hindsight.trainer.task.LatestValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javafx.geometry.Orientation;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.material2.Material2AL;
import org.kordamp.ikonli.material2.Material2MZ;

/// The tab of a study: sets it up, runs it, and shows its runs and its report. FX thread.
public final class StudyPane extends BorderPane {
  private final WindowContext window;
  private final StudyForm form;
  private final StudyRunsTable runs = new StudyRunsTable();
  private final StudyReportView report;
  private final Label status = new Label();
  private final ToggleButton toForm =
      PillRow.pill("study.toForm", wording("StudyPane.set_up"), Material2AL.EDIT);
  private final ToggleButton toResults =
      PillRow.pill("study.toResults", wording("StudyPane.runs_and_report"), Material2AL.ASSESSMENT);
  private final Button stop =
      IconButton.of("study.stop", wording("StudyPane.stop"), Material2MZ.STOP, this::stop);
  private final Button resume;
  private final Button training =
      IconButton.of(
          "study.run.training",
          wording("StudyPane.open_in_training"),
          Material2MZ.MODEL_TRAINING,
          this::openRun);
  private final Button worst =
      IconButton.of(
          "study.run.worst",
          wording("StudyPane.open_worst_episode"),
          Material2MZ.PLAY_ARROW,
          this::openWorst);
  private final Node results;
  private final NewestReading opening;
  private List<RunRow> rows = List.of();
  private Optional<StoredStudy> shown = Optional.empty();
  private Runnable cancel = () -> {};

  /// Whether a study of this tab goes on. Its rows stay until it ends.
  private boolean going;

  /// What an opened path holds.
  ///
  /// @param stored empty if it is a file that describes a study
  private record Opened(Optional<StudySpec> spec, Optional<StoredStudy> stored) {}

  /// Starts with the form, or with what was opened.
  public StudyPane(WindowContext window, StudyTab tab) {
    this.window = window;
    this.opening = new NewestReading(window.background());
    form = new StudyForm(window, this::start, this::askToOpen);
    resume =
        IconButton.of(
            "study.resume",
            wording("StudyForm.resume"),
            Material2MZ.PLAY_ARROW,
            () -> {
              if (!form.begin()) {
                turnTo(toForm, form);
              }
            });
    resume.setVisible(false);
    resume.managedProperty().bind(resume.visibleProperty());
    report = new StudyReportView(window, window.preferences().state().theme());
    setId("study");
    results = results();
    toForm.setOnAction(_ -> turnTo(toForm, form));
    toResults.setOnAction(_ -> turnTo(toResults, results));
    status.setId("study.status");
    status.setMaxWidth(Double.MAX_VALUE);
    status.setWrapText(true);
    HBox.setHgrow(status, Priority.ALWAYS);
    stop.setDisable(true);
    HBox pills = new PillRow(toForm, toResults);
    HBox top = new HBox(12, pills, status, resume, stop);
    top.setAlignment(Pos.CENTER_LEFT);
    top.getStyleClass().add("hs-training-bar");
    setTop(top);
    turnTo(toForm, form);
    tab.opened().ifPresent(this::open);
  }

  private void turnTo(ToggleButton button, Node view) {
    button.setSelected(true);
    setCenter(view);
  }

  private Node results() {
    FlowPane tools = new FlowPane(8, 6, training, worst);
    tools.setAlignment(Pos.CENTER_LEFT);
    RowMenu.on(runs.table())
        .button(wording("StudyPane.open_in_training"), training)
        .button(wording("StudyPane.open_worst_episode"), worst);
    runs.table().getSelectionModel().selectedItemProperty().subscribe(this::allow);
    runs.table()
        .setOnMouseClicked(event -> {
          if (event.getButton() == MouseButton.PRIMARY && event.getClickCount() == 2) {
            openRun();
          }
        });
    runs.table()
        .setOnKeyPressed(event -> {
          if (event.getCode() == KeyCode.ENTER) {
            openRun();
            event.consume();
          }
        });
    VBox.setVgrow(runs, Priority.ALWAYS);
    VBox below = new VBox(6, tools, runs);
    below.getStyleClass().add("hs-side");
    SplitPane all = new SplitPane(report, below);
    all.setOrientation(Orientation.VERTICAL);
    all.setDividerPositions(0.64);
    return all;
  }

  private void allow() {
    Optional<RunRow> row = runs.selected();
    training.setDisable(row.filter(one -> !one.name().isEmpty()).isEmpty());
    worst.setDisable(
        row.filter(one -> one.result().isPresent()).isEmpty()
            || shown.flatMap(StoredStudy::spec).isEmpty());
  }

  /// Applies the colours of a theme.
  public void applyTheme(Theme theme) {
    report.applyTheme(theme);
  }

  private void askToOpen() {
    window
        .dialogs()
        .open(wording("StudyPane.open_a_study"), List.of(StudyForm.STUDIES))
        .ifPresent(this::open);
  }

  /// Opens the folder of a study, a file of one, or a file that describes a study.
  private void open(Path path) {
    if (going) {
      window.openStudy(Optional.of(path));
      return;
    }
    opening.start(
        wording("StudyPane.reading_the_study"),
        (_, _) -> {
          Opened opened =
              StoredStudy.folder(path)
                  .map(StoredStudy::read)
                  .map(stored -> new Opened(stored.spec(), Optional.of(stored)))
                  .orElseGet(() -> new Opened(Optional.of(StudyFile.read(path)), Optional.empty()));
          opened.spec().ifPresent(spec -> BuiltInEnvironments.named(spec.environment()));
          return opened;
        },
        opened -> {
          if (going) {
            // It was started while the other one was read.
            window.openStudy(Optional.of(path));
            return;
          }
          opened
              .spec()
              .ifPresent(spec ->
                  form.show(
                      StudyDraft.of(spec),
                      opened.stored().map(stored -> stored.folder().toString()).orElse("")));
          opened.stored().ifPresent(this::show);
        });
  }

  private void show(StoredStudy stored) {
    shown = Optional.of(stored);
    rows = rows(stored);
    runs.show(rows);
    report.show(stored);
    allow();
    long done = rows.stream().filter(row -> ended(row.state())).count();
    status.setText(wording("StudyPane.runs_done", stored.name(), done, rows.size()));
    resume.setVisible(stored.spec().isPresent() && done < rows.size());
    turnTo(toResults, results);
  }

  private static boolean ended(RunState state) {
    return state == RunState.DONE || state == RunState.DIVERGED;
  }

  /// The runs of the plan, then those that only the folder has.
  private static List<RunRow> rows(StoredStudy stored) {
    Map<String, RunRow> all = new LinkedHashMap<>();
    stored
        .spec()
        .ifPresent(spec -> spec.runs().forEach(run -> all.put(run.key(), RunRow.waiting(run))));
    stored
        .runs()
        .forEach((key, run) ->
            all.put(
                key,
                new RunRow(
                    run.entry().arm(),
                    run.entry().seed(),
                    state(run),
                    0,
                    0,
                    run.name(),
                    result(stored, run.entry()))));
    return List.copyOf(all.values());
  }

  private static RunState state(StoredStudy.StoredRun run) {
    if (run.entry().status().equals(StudyFolder.Entry.PLANNED)) {
      return run.begun() ? RunState.INTERRUPTED : RunState.WAITS;
    }
    if (!run.done()) {
      return RunState.INTERRUPTED;
    }
    return run.entry().status().equals("finished") ? RunState.DONE : RunState.DIVERGED;
  }

  private static Optional<StudyReport.RunResult> result(
      StoredStudy stored, StudyFolder.Entry entry) {
    return stored.results().stream()
        .flatMap(results -> results.report().arms().stream())
        .filter(arm -> arm.title().equals(entry.arm()))
        .flatMap(arm -> arm.runs().stream())
        .filter(run -> run.seed() == entry.seed())
        .findFirst();
  }

  /// Runs a study, or what is left of it.
  private void start(StudyForm.StudyRequest asked) {
    Path folder = asked.folder().toAbsolutePath().normalize();
    going = true;
    form.going(true);
    stop.setDisable(false);
    resume.setVisible(false);
    shown = Optional.empty();
    report.clear(wording("StudyPane.the_report_appears_at_the_end"));
    rows = asked.spec().runs().stream().map(RunRow::waiting).toList();
    runs.show(rows);
    status.setText(wording("StudyPane.runs", asked.spec().name()));
    turnTo(toResults, results);
    cancel =
        window
            .background()
            .startStoppable(
                BackgroundTask.of(
                        wording("StudyPane.study", asked.spec().name()),
                        new StudyRun(
                            asked.spec(),
                            folder,
                            asked.atOnce(),
                            new Live(asked.spec()),
                            Optional.empty()),
                        (StudyResult result) -> ended(result.folder()))
                    .withFile(result -> StudyFolder.report(result.folder()))
                    .orElse(_ -> ended(folder)));
  }

  private void stop() {
    stop.setDisable(true);
    status.setText(wording("StudyPane.stopping"));
    cancel.run();
  }

  /// Whether its tab and its window are open: a study ends with its window, too.
  private boolean shown() {
    return getScene() != null
        && getScene().getWindow() != null
        && getScene().getWindow().isShowing();
  }

  /// Shows what the folder has, after the end or an interruption.
  private void ended(Path folder) {
    if (!shown()) {
      return;
    }
    going = false;
    form.going(false);
    stop.setDisable(true);
    if (!form.draft().name().isBlank()) {
      form.changed();
    }
    window
        .background()
        .startHidden(
            wording("StudyPane.reading_the_study"),
            (_, _) ->
                StudyFolder.isStudy(folder)
                    ? Optional.of(StoredStudy.read(folder))
                    : Optional.<StoredStudy>empty(),
            stored ->
                stored.ifPresentOrElse(
                    study -> {
                      window.preferences().send(kept -> kept.opened(folder));
                      if (!going) {
                        show(study);
                      }
                    },
                    () -> {
                      if (!going) {
                        status.setText("");
                      }
                    }));
  }

  /// Passes what happens in the study to the FX thread: of updates, only the newest of each run.
  private final class Live implements StudyListener {
    private final Map<String, LatestValue<UnaryOperator<RunRow>>> newest = new LinkedHashMap<>();

    Live(StudySpec spec) {
      spec.runs()
          .forEach(run -> newest.put(key(run.arm().title(), run.seed()), new LatestValue<>()));
    }

    private static String key(String arm, long seed) {
      return arm + "\n" + seed;
    }

    @Override
    public void told(StudyEvent event) {
      RunState state =
          switch (event.event()) {
            case "trains", "resumes" -> RunState.TRAINS;
            case "trained" -> RunState.EVALUATES;
            default -> RunState.DONE;
          };
      window.background().runOnOwner(() -> change(event.arm(), event.seed(), row -> row.in(state)));
    }

    @Override
    public void updated(String arm, long seed, long update, long inAll) {
      LatestValue<UnaryOperator<RunRow>> slot = newest.get(key(arm, seed));
      if (slot != null && slot.offer(row -> row.at(update, inAll))) {
        window
            .background()
            .runOnOwner(() -> slot.take().ifPresent(change -> change(arm, seed, change)));
      }
    }
  }

  private void change(String arm, long seed, UnaryOperator<RunRow> change) {
    List<RunRow> changed = new ArrayList<>();
    rows.forEach(row -> changed.add(row.is(arm, seed) ? change.apply(row) : row));
    rows = changed;
    runs.show(rows);
  }

  private void openRun() {
    runs.selected().map(RunRow::name).filter(name -> !name.isEmpty()).ifPresent(window::openRun);
  }

  /// Records the worst episode of the selected run's evaluation again, and opens it.
  private void openWorst() {
    Optional<RunRow> row = runs.selected();
    if (row.isEmpty() || shown.isEmpty() || worst.isDisabled()) {
      return;
    }
    StoredStudy study = shown.get();
    StudySpec spec = study.spec().orElseThrow();
    EpisodeRecording.open(
        window,
        wording("StudyPane.recording_the_worst_episode", row.get().arm(), row.get().seed()),
        () -> {
          StudySpec.PlannedRun planned =
              spec.runs().stream()
                  .filter(run -> row.get().is(run.arm().title(), run.seed()))
                  .findFirst()
                  .orElseThrow(() ->
                      new Problem(
                          wording("StudyPane.the_study_no_longer_has_the_run"),
                          row.get().arm(),
                          wording("StudyPane.add_it_to_the_study")));
          FinishedEvaluation evaluation =
              new EvaluatedRun(spec, study.folder(), planned, row.get().name()).finished();
          // Without trials that is the whole episode.
          int last = evaluation.report().trials() - 1;
          return EpisodeRecording.of(evaluation, evaluation.worst(last), last);
        });
  }
}
