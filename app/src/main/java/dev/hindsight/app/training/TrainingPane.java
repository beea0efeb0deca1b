package dev.hindsight.app.training;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
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
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.material2.Material2AL;
import org.kordamp.ikonli.material2.Material2MZ;

/// The training tab: sets up a run, shows it while it trains, and lists all earlier ones. FX
/// thread.
public final class TrainingPane extends BorderPane {
  private final WindowContext bench;
  private final TrainingForm form;
  private final RunView run;
  private final RunsView runs;
  private final ToggleButton toForm =
      pill("training.toForm", wording("TrainingPane.new_run"), Material2AL.ADD);
  private final ToggleButton toRun =
      pill("training.toRun", wording("TrainingPane.this_run"), Material2MZ.SHOW_CHART);
  private final ToggleButton toRuns =
      pill("training.toRuns", wording("TrainingPane.all_runs"), Material2AL.LIST);
  private Optional<TrainingSession> session = Optional.empty();

  /// Starts with the form.
  public TrainingPane(WindowContext bench, TrainingTab tab, SceneThreads threads) {
    this.bench = bench;
    Theme theme = bench.preferences().state().theme();
    form = new TrainingForm(bench, BuiltInEnvironments.named("darkroom"), this::train);
    run = new RunView(bench, threads, theme, this::follow);
    runs = new RunsView(bench, theme, this::resume, this::trainOn);
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
    setTop(top);
    turnTo(toForm, form);
  }

  private void turnTo(ToggleButton button, Node view) {
    button.setSelected(true);
    setCenter(view);
  }

  private void train(TrainingRequest request) {
    follow(TrainingSession.begin(bench.background(), request, RunContext.usualHome()));
  }

  private void resume(RunRecord before) {
    follow(TrainingSession.resume(bench.background(), before));
  }

  private void trainOn(String checkpoint) {
    form.begin(checkpoint);
    turnTo(toForm, form);
  }

  /// A tab trains one run at a time: the previous run stops and can be resumed.
  private void follow(TrainingSession next) {
    session.ifPresent(TrainingSession::stop);
    session = Optional.of(next);
    run.follow(next);
    toRun.setDisable(false);
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
    session.ifPresent(TrainingSession::stop);
    run.close();
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
