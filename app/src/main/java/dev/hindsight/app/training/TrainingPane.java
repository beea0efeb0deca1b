package dev.hindsight.app.training;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.model.Store;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.workspace.TrainingTab;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.render.stage.SceneThreads;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import dev.hindsight.trainer.run.session.RunContext;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.material2.Material2AL;
import org.kordamp.ikonli.material2.Material2MZ;

/// The training tab: sets up a run, shows it while it trains, and lists all earlier ones. FX
/// thread.
public final class TrainingPane extends BorderPane {
  private final WindowContext window;
  private final TrainingForm form;
  private final RunView run;
  private final RunsView runs;
  private final ToggleButton toForm =
      pill("training.toForm", wording("TrainingPane.new_run"), Material2AL.ADD);
  private final ToggleButton toRun =
      pill("training.toRun", wording("TrainingPane.this_run"), Material2MZ.SHOW_CHART);
  private final ToggleButton toRuns =
      pill("training.toRuns", wording("TrainingPane.all_runs"), Material2AL.LIST);
  private final HBox question = question();
  private Optional<TrainingSession> session = Optional.empty();

  /// A run that was asked for while another one goes on.
  private Optional<Supplier<TrainingSession>> waiting = Optional.empty();

  /// Whether the user has said that it begins when the other one ends.
  private boolean agreed;

  /// Starts with the form.
  ///
  /// @param charts how charts are shown, in this tab and the next ones
  public TrainingPane(
      WindowContext window,
      TrainingTab tab,
      SceneThreads threads,
      Store<ChartOptions, UnaryOperator<ChartOptions>> charts) {
    this.window = window;
    Theme theme = window.preferences().state().theme();
    form = new TrainingForm(window, BuiltInEnvironments.named("darkroom"), this::train);
    run = new RunView(window, threads, theme, charts, this::resume);
    runs = new RunsView(window, theme, charts, this::resume, this::trainOn);
    tab.parent().ifPresent(parent -> form.begin(parent.toString()));
    ToggleGroup group = new ToggleGroup();
    group.getToggles().addAll(toForm, toRun, toRuns);
    group
        .selectedToggleProperty()
        .addListener((_, before, now) -> {
          if (now == null) {
            group.selectToggle(before);
          }
        });
    toForm.getStyleClass().add(Styles.LEFT_PILL);
    toRun.getStyleClass().add(Styles.CENTER_PILL);
    toRuns.getStyleClass().add(Styles.RIGHT_PILL);
    toForm.setOnAction(_ -> turnTo(toForm, form));
    toRun.setOnAction(_ -> turnTo(toRun, run));
    toRuns.setOnAction(_ -> {
      turnTo(toRuns, runs);
      runs.read();
    });
    toRun.setDisable(true);
    HBox top = new HBox(toForm, toRun, toRuns);
    top.setAlignment(Pos.CENTER_LEFT);
    top.getStyleClass().add("hs-training-bar");
    setId("training");
    setTop(new VBox(top, question));
    turnTo(toForm, form);
  }

  private void turnTo(ToggleButton button, Node view) {
    button.setSelected(true);
    setCenter(view);
  }

  private void train(TrainingRequest request) {
    follow(() -> TrainingSession.begin(window.background(), request, RunContext.usualHome()));
  }

  private void resume(RunRecord before) {
    follow(() -> TrainingSession.resume(window.background(), before));
  }

  private void trainOn(String checkpoint) {
    form.begin(checkpoint);
    turnTo(toForm, form);
  }

  /// A tab trains one run at a time: while one goes on, the user says whether the next one stops it
  /// or waits for its end.
  private void follow(Supplier<TrainingSession> next) {
    waiting = Optional.of(next);
    question.setVisible(going());
    if (!going()) {
      begin();
    }
  }

  private boolean going() {
    return session.filter(current -> current.state().alive()).isPresent();
  }

  /// Begins the run that waits; called when none goes on.
  private void begin() {
    Optional<Supplier<TrainingSession>> next = waiting;
    waiting = Optional.empty();
    agreed = false;
    question.setVisible(false);
    next.ifPresent(begins -> {
      TrainingSession begun = begins.get();
      session = Optional.of(begun);
      run.follow(begun);
      toRun.setDisable(false);
      turnTo(toRun, run);
    });
  }

  private HBox question() {
    Label words = new Label(wording("TrainingPane.a_run_goes_on"));
    words.setWrapText(true);
    HBox.setHgrow(words, Priority.ALWAYS);
    words.setMaxWidth(Double.MAX_VALUE);
    Button stop =
        RunHeader.button(
            "training.question.stop",
            wording("TrainingPane.stop_it_and_train"),
            Material2MZ.STOP,
            () -> {
              agree();
              session.filter(_ -> going()).ifPresent(TrainingSession::stop);
            });
    Button after =
        RunHeader.button(
            "training.question.after",
            wording("TrainingPane.train_after_it"),
            Material2MZ.QUEUE,
            this::agree);
    Button cancel =
        RunHeader.button(
            "training.question.cancel",
            wording("TrainingPane.do_not_train"),
            Material2AL.CLOSE,
            () -> {
              waiting = Optional.empty();
              question.setVisible(false);
            });
    HBox row = new HBox(8, words, stop, after, cancel);
    row.setId("training.question");
    row.setAlignment(Pos.CENTER_LEFT);
    row.getStyleClass().add("hs-training-bar");
    row.managedProperty().bind(row.visibleProperty());
    row.setVisible(false);
    return row;
  }

  /// The next run may begin as soon as the present one has ended.
  private void agree() {
    agreed = true;
    question.setVisible(false);
    turnTo(toRun, run);
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
    session.filter(TrainingSession::poll).ifPresent(_ -> run.show());
    if (agreed && waiting.isPresent() && !going()) {
      begin();
    }
    if (!seen()) {
      return;
    }
    if (getCenter() == run) {
      run.frame(seconds);
    } else if (getCenter() == runs) {
      runs.frame(seconds);
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

  /// Closes everything: the run stops cleanly and can be resumed.
  public void close() {
    waiting = Optional.empty();
    session.ifPresent(TrainingSession::stop);
    run.close();
    runs.close();
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
    return (getCenter() != run || run.upToDate()) && (getCenter() != runs || runs.upToDate());
  }

  private static ToggleButton pill(String id, String words, Ikon icon) {
    ToggleButton button = new ToggleButton(words, new FontIcon(icon));
    button.setId(id);
    button.setMinWidth(USE_PREF_SIZE);
    return button;
  }
}
