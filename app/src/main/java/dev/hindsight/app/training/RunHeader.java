package dev.hindsight.app.training;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.fx.IconButton;
import dev.hindsight.app.fx.Tooltips;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.run.session.LiveSetting;
import dev.hindsight.trainer.run.session.TrainingCommand;
import dev.hindsight.trainer.run.session.TrainingEvent;
import dev.hindsight.trainer.text.Sentences;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.material2.Material2AL;
import org.kordamp.ikonli.material2.Material2MZ;

/// Shows the state of a run, with buttons to control it. FX thread.
final class RunHeader extends VBox {
  /// The states in which a going run has a policy worth recording.
  private static final Set<TrainingState.Health> RECORDABLE =
      EnumSet.of(
          TrainingState.Health.HEALTHY, TrainingState.Health.ALARMED, TrainingState.Health.PAUSED);

  /// Stands among the settings for the factor on the scheduled learning rate.
  private static final String FACTOR = wording("RunHeader.learning_rate");

  /// The actions of the buttons.
  interface RunActions {
    void command(TrainingCommand command);

    void stop();

    void resume();

    void recordNow();
  }

  private final Label badge = new Label();
  private final Label name = new Label();
  private final Label within = new Label();
  private final Label sentence = new Label();
  private final Label progress = new Label();
  private final Label scores = new Label();
  private final Label episodes = new Label();
  private final ProgressBar bar = new ProgressBar(0);
  private final RunActions runActions;
  private final Button pause;
  private final Button stop;
  private final Button record;
  private final BreakpointMenu breaks;
  private final ComboBox<String> setting = new ComboBox<>();
  private final TextField factor = new TextField("1");
  private final Label refusal = new Label();
  private final Button apply;
  private Optional<TrainingState> shown = Optional.empty();
  private List<LiveSetting> settings = List.of();

  /// Whether the user has typed a value for the chosen setting of this run.
  private boolean typed;

  RunHeader(RunActions runActions) {
    this.runActions = runActions;
    getStyleClass().add("hs-run-header");
    badge.setId("training.badge");
    badge.getStyleClass().addAll("hs-badge", Styles.TEXT_BOLD);
    badge.setMinWidth(Region.USE_PREF_SIZE);
    name.setId("training.run");
    name.setMinWidth(0);
    sentence.setId("training.sentence");
    sentence.setWrapText(true);
    sentence.getStyleClass().add(Styles.TEXT_MUTED);
    progress.setId("training.progress");
    scores.setId("training.scores");
    episodes.setId("training.episodes");
    bar.setMaxWidth(Double.MAX_VALUE);
    bar.setAccessibleText(wording("RunHeader.updates_finished"));
    pause =
        IconButton.of(
            "training.pause", wording("RunHeader.pause"), Material2MZ.PAUSE, this::toggle);
    stop = IconButton.of("training.stop", wording("RunHeader.stop"), Material2MZ.STOP, this::end);
    record =
        IconButton.of(
            "training.record",
            wording("RunHeader.record_now"),
            Material2AL.FIBER_MANUAL_RECORD,
            runActions::recordNow);
    breaks = new BreakpointMenu(all -> runActions.command(new TrainingCommand.Arm(all)));
    apply =
        IconButton.of(
            "training.rate.apply", wording("RunHeader.change"), Material2AL.CHECK, this::change);
    factor.setId("training.rate");
    factor.setPrefColumnCount(4);
    factor.setOnAction(_ -> change());
    factor.setAccessibleText(wording("RunHeader.value_of_the_setting"));
    factor.textProperty().subscribe(_ -> typed = true);
    setting.setId("training.setting");
    setting.setAccessibleText(wording("RunHeader.setting_to_change"));
    setting.setVisibleRowCount(14);
    setting.getItems().setAll(FACTOR);
    setting.getSelectionModel().selectFirst();
    setting.setCellFactory(_ -> new SettingCell());
    setting.getSelectionModel().selectedItemProperty().subscribe(_ -> choose());
    Tooltips.on(setting, wording("RunHeader.changes_from_the_next_update_on"));
    refusal.setId("training.setting.refusal");
    refusal.getStyleClass().add(Styles.TEXT_MUTED);
    refusal.managedProperty().bind(refusal.visibleProperty());
    refusal.setVisible(false);
    HBox rate = new HBox(6, setting, factor, apply);
    rate.setAlignment(Pos.CENTER_LEFT);
    within.setId("training.within");
    within.getStyleClass().add(Styles.TEXT_MUTED);
    within.setMinWidth(Region.USE_PREF_SIZE);
    // At the end of the row, where its width moves nothing.
    HBox first = new HBox(10, badge, name, within);
    first.setAlignment(Pos.CENTER_LEFT);
    HBox.setHgrow(name, Priority.ALWAYS);
    name.setMaxWidth(Double.MAX_VALUE);
    FlowPane buttons = new FlowPane(8, 6, pause, stop, record, breaks, rate, refusal);
    buttons.setAlignment(Pos.CENTER_LEFT);
    FlowPane numbers = new FlowPane(18, 2, progress, scores, episodes);
    getChildren().addAll(first, sentence, bar, numbers, buttons);
    follow(TrainingState.BEGIN);
  }

  void show(TrainingState state) {
    if (shown.filter(state::equals).isPresent()) {
      return;
    }
    shown = Optional.of(state);
    TrainingState.Health health = state.health();
    badge.setText(RunText.badge(state));
    badge.getStyleClass().removeAll(Styles.SUCCESS, Styles.DANGER, Styles.WARNING, Styles.ACCENT);
    badge.getStyleClass().add(tone(health));
    name.setText(state.run().map(run -> run.text()).orElse(""));
    name.setTooltip(state.folder().map(folder -> new Tooltip(folder.toString())).orElse(null));
    sentence.setText(RunText.sentence(state));
    progress.setText(RunText.progress(state));
    scores.setText(RunText.scores(state.progress()));
    episodes.setText(RunText.episodes(state));
    bar.setProgress(
        state
            .progress()
            .filter(now -> now.updatesInAll() > 0)
            .map(now -> (double) now.updates() / now.updatesInAll())
            .orElse(state.alive() ? -1.0 : 0.0));
    if (!typed) {
      showValue();
    }
    boolean alive = state.alive();
    boolean begun = state.run().isPresent();
    pause.setDisable(!alive || !begun || health == TrainingState.Health.STOPPING);
    pause.setText(
        health == TrainingState.Health.PAUSED
            ? wording("RunHeader.continue")
            : wording("RunHeader.pause"));
    pause.setGraphic(
        new FontIcon(
            health == TrainingState.Health.PAUSED ? Material2MZ.PLAY_ARROW : Material2MZ.PAUSE));
    boolean resumable =
        health == TrainingState.Health.STOPPED
            || (health == TrainingState.Health.FAILED && state.run().isPresent());
    stop.setText(resumable ? wording("RunHeader.resume") : wording("RunHeader.stop"));
    stop.setGraphic(new FontIcon(resumable ? Material2MZ.PLAY_ARROW : Material2MZ.STOP));
    boolean stopping = health == TrainingState.Health.STOPPING;
    stop.setDisable(stopping || (!alive && !resumable));
    boolean policy =
        alive
            ? RECORDABLE.contains(health)
            : state.ending().flatMap(TrainingState.RunEnding::checkpoint).isPresent();
    record.setDisable(!policy);
    breaks.setDisable(!alive || !begun);
    setting.setDisable(!alive || !begun);
    apply.setDisable(!alive || !begun || !refusal.getText().isEmpty());
    factor.setDisable(apply.isDisabled());
  }

  /// Shows how far the current update has got.
  void show(Optional<TrainingEvent.Progressed> progressed) {
    within.setText(progressed.map(TrainingEvent.Progressed::words).orElse(""));
  }

  /// Shows another run: its own factor, not the last one that was typed.
  void follow(TrainingState state) {
    typed = false;
    show(state);
    show(List.of());
    showValue();
  }

  /// Shows the settings that can be chosen; keeps the choice and what the user types.
  void show(List<LiveSetting> known) {
    if (known.equals(settings)) {
      return;
    }
    settings = known;
    String before = setting.getValue();
    List<String> names =
        Stream.concat(Stream.of(FACTOR), known.stream().map(LiveSetting::name)).toList();
    if (!names.equals(setting.getItems())) {
      setting.getItems().setAll(names);
      setting.setValue(names.contains(before) ? before : FACTOR);
    }
    if (!typed) {
      showValue();
    }
  }

  /// Another setting is chosen.
  private void choose() {
    typed = false;
    String why = chosen().map(LiveSetting::refusal).orElse("");
    refusal.setText(why.isEmpty() ? "" : Sentences.complete(why));
    refusal.setVisible(!why.isEmpty());
    apply.setDisable(setting.isDisabled() || !why.isEmpty());
    factor.setDisable(apply.isDisabled());
    showValue();
  }

  /// The chosen setting; empty for the factor on the learning rate.
  private Optional<LiveSetting> chosen() {
    return settings.stream().filter(one -> one.name().equals(setting.getValue())).findFirst();
  }

  private void showValue() {
    String text =
        chosen()
            .map(LiveSetting::value)
            .orElseGet(
                () -> NumberWords.atMost(shown.map(TrainingState::rateFactor).orElse(1.0), 6));
    if (!factor.getText().equals(text)) {
      factor.setText(text);
    }
    typed = false;
    factor.pseudoClassStateChanged(Styles.STATE_DANGER, false);
    factor.setTooltip(
        new Tooltip(
            chosen().isPresent()
                ? wording("RunHeader.value_of_the_setting")
                : wording("RunHeader.factor_on_the_scheduled_learning")));
  }

  /// The breakpoints that the run pauses at.
  BreakpointMenu breaks() {
    return breaks;
  }

  private void toggle() {
    boolean waits = shown.map(state -> state.health() == TrainingState.Health.PAUSED).orElse(false);
    runActions.command(waits ? new TrainingCommand.Resume() : new TrainingCommand.Pause());
  }

  private void end() {
    if (shown.map(TrainingState::alive).orElse(false)) {
      runActions.stop();
    } else {
      runActions.resume();
    }
  }

  private void change() {
    if (chosen().isPresent()) {
      runActions.command(
          new TrainingCommand.ChangeSetting(chosen().get().name(), factor.getText().strip()));
      // The field follows what the run says, also if it refuses the value.
      typed = false;
      return;
    }
    try {
      double times = Double.parseDouble(factor.getText().strip());
      runActions.command(new TrainingCommand.ScaleLearningRate(times));
      factor.pseudoClassStateChanged(Styles.STATE_DANGER, false);
      factor.setTooltip(
          new Tooltip(
              String.format(Locale.ROOT, wording("RunHeader.from_the_next_update_on"), times)));
    } catch (NumberFormatException | Problem wrong) {
      factor.pseudoClassStateChanged(Styles.STATE_DANGER, true);
      factor.setTooltip(
          new Tooltip(wording("RunHeader.give_a_number_from_0_to", wrong.getMessage())));
    }
  }

  /// The name of a setting, muted if it cannot change during the run.
  private final class SettingCell extends ListCell<String> {
    @Override
    protected void updateItem(@Nullable String name, boolean empty) {
      super.updateItem(name, empty);
      setText(empty ? null : name);
      getStyleClass().remove(Styles.TEXT_MUTED);
      if (name != null
          && settings.stream()
              .anyMatch(one -> one.name().equals(name) && !one.refusal().isEmpty())) {
        getStyleClass().add(Styles.TEXT_MUTED);
      }
    }
  }

  private static String tone(TrainingState.Health health) {
    return switch (health) {
      case WAITING, CHECKING -> Styles.ACCENT;
      case HEALTHY, FINISHED -> Styles.SUCCESS;
      case ALARMED, PAUSED, STOPPING, STOPPED -> Styles.WARNING;
      case FAILED -> Styles.DANGER;
    };
  }
}
