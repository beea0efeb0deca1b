package dev.hindsight.app.training;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.form.FileChoice;
import dev.hindsight.app.form.KnobTabs;
import dev.hindsight.app.form.MapPicker;
import dev.hindsight.app.fx.FormGrid;
import dev.hindsight.app.fx.ProblemLine;
import dev.hindsight.app.fx.Tooltips;
import dev.hindsight.app.model.Store;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.TrainingPreset;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.TorchEngine;
import dev.hindsight.trainer.learn.algorithm.BuiltInAlgorithms;
import dev.hindsight.trainer.run.AlgorithmType;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import dev.hindsight.trainer.run.session.RunContext;
import dev.hindsight.trainer.run.session.RunSettings;
import dev.hindsight.trainer.run.session.TrainingSpec;
import dev.hindsight.trainer.text.Sentences;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TabPane;
import javafx.scene.control.TextField;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.material2.Material2MZ;

/// The form for a new run. FX thread.
final class TrainingForm extends BorderPane {
  private final WindowContext window;
  private final Consumer<TrainingRequest> train;
  private final Store<TrainingFormState, UnaryOperator<TrainingFormState>> form;
  private final ProblemLine message = new ProblemLine();
  private final Label about = new Label();
  private final DeviceChoice devices;
  private Map<String, String> effective = Map.of();
  private Optional<KnobTabs> sheets = Optional.empty();

  /// What the last check in the background refused.
  private Optional<Problem> refused = Optional.empty();

  /// Whether such a check runs; it is followed by another if the form has changed meanwhile.
  private boolean checking;

  /// @param train receives the requested run
  TrainingForm(WindowContext window, EnvironmentType first, Consumer<TrainingRequest> train) {
    this.window = window;
    this.train = train;
    this.form = new Store<>(TrainingFormState.begin(first), (state, change) -> change.apply(state));
    this.devices = new DeviceChoice(device -> form.send(state -> state.on(device)));
    setId("training.form");
    getStyleClass().add("hs-draft");
    about.getStyleClass().add(Styles.TEXT_MUTED);
    about.setWrapText(true);
    setBottom(buttons());
    arrange();
    form.watch(this::check);
    addEventHandler(MouseEvent.MOUSE_ENTERED, _ -> checkAgain());
    focusWithinProperty().subscribe(this::checkAgain);
    window
        .background()
        .startCancellable(
            wording("TrainingForm.looking_for_a_gpu"),
            (_, _) -> TorchEngine.gpus(),
            devices::found,
            failure -> devices.missing(window.background().words(failure)));
  }

  /// Starts from a checkpoint's weights.
  void begin(String checkpoint) {
    form.send(state -> state.from(checkpoint));
    arrange();
  }

  /// Checks what was typed and, once that is right, in the background all that the command checks
  /// before it trains: values that do not go together, maps, initial weights. What the last check
  /// refused stays until the next one ends, so that nothing flickers while the user types.
  private void check(TrainingFormState state) {
    message.check(() -> words(state));
    if (typedRight(state)) {
      checkAll();
    }
  }

  private static boolean typedRight(TrainingFormState state) {
    try {
      state.request();
      return true;
    } catch (Problem _) {
      return false;
    }
  }

  /// Checks once more what was refused: a file that was missing may be there now.
  private void checkAgain() {
    if (refused.isPresent()) {
      check(form.state());
    }
  }

  /// One check at a time, since each reads whole files.
  private void checkAll() {
    if (checking) {
      return;
    }
    checking = true;
    TrainingFormState asked = form.state();
    TrainingRequest request = asked.request();
    Runnable _ =
        window
            .background()
            .startCancellable(
                wording("TrainingForm.checking"),
                (_, _) -> RunLauncher.checked(request),
                _ -> checked(asked, Optional.empty()),
                // Any other failure is reported when the run starts.
                failure -> checked(asked, Problem.behind(failure)));
  }

  private void checked(TrainingFormState asked, Optional<Problem> problem) {
    checking = false;
    TrainingFormState now = form.state();
    if (now.equals(asked)) {
      refused = problem;
      sheets.ifPresent(shown -> shown.refuse(problem));
      message.check(() -> words(now));
    } else {
      check(now);
    }
  }

  /// @throws Problem if something is typed wrong, or the last check refused what was typed
  private String words(TrainingFormState state) {
    state.request();
    if (refused.isPresent()) {
      throw refused.get();
    }
    return wording("TrainingForm.saves_to", RunContext.usualHome());
  }

  /// Rebuilds the form for another environment or preset; computes the preset's values in the
  /// background, since this may read maps.
  private void arrange() {
    TrainingFormState asked = form.state();
    setLeft(fields(asked));
    effective = Map.of();
    setCenter(knobs());
    window
        .background()
        .startCancellable(
            wording("TrainingForm.reading_the_preset"),
            (_, _) -> TrainingSpec.of(asked.untouched().request(), asked.algorithm()).effective(),
            values -> {
              TrainingFormState now = form.state();
              if (now.environment().equals(asked.environment())
                  && now.algorithm().equals(asked.algorithm())
                  && now.preset().equals(asked.preset())) {
                effective = values;
                setCenter(knobs());
              }
            },
            // The check of all that was typed reports a map that cannot be read; the form shows the
            // defaults.
            _ -> {});
  }

  private Node fields(TrainingFormState first) {
    EnvironmentType type = first.environment();
    FormGrid grid = new FormGrid();
    grid.getStyleClass().add("hs-form-wide");
    grid.choice(
        "Environment",
        "training.environment",
        BuiltInEnvironments.all(),
        type,
        EnvironmentType::title,
        chosen -> {
          form.send(state -> state.in(chosen));
          arrange();
        });
    grid.choice(
        "Algorithm",
        "training.algorithm",
        BuiltInAlgorithms.all(),
        first.algorithm(),
        TrainingForm::title,
        chosen -> {
          form.send(state -> state.by(chosen));
          arrange();
        });
    preset(grid, first);
    if (!type.scenarios().endings().isEmpty()) {
      grid.field(
          "Maps",
          "training.maps",
          new MapPicker(
              "training.maps",
              wording("TrainingForm.none"),
              type.scenarios(),
              first.scenarios(),
              window,
              maps -> form.send(state -> state.on(maps))));
    }
    grid.seed("training.seed", first.seed(), typed -> form.send(s -> s.seeded(typed)));
    grid.field("Device", "training.device", devices);
    if (first.mayHaveWorkers()) {
      TextField bind = new TextField(first.bind());
      bind.setPromptText(wording("TrainingForm.in_this_process"));
      bind.textProperty().addListener((_, _, typed) -> form.send(s -> s.bound(typed)));
      Tooltips.on(bind, wording("TrainingForm.host_and_port_at_which_workers_join"));
      grid.field(wording("TrainingForm.workers_join_at"), "training.bind", bind);
    }
    grid.field(
        wording("TrainingForm.initial_weights"),
        "training.parent",
        new FileChoice(
            "training.parent",
            wording("TrainingForm.initial_weights"),
            List.of(),
            first.parent(),
            () ->
                window
                    .dialogs()
                    .open(wording("TrainingForm.choose_a_checkpoint"), FileChoice.checkpoints()),
            file -> form.send(state -> state.from(file))));
    if (first.mayHaveCoPlayers()) {
      grid.field(
          "Co-players",
          "training.coplayer",
          new FileChoice(
              "training.coplayer",
              wording("TrainingForm.co_players_the_policy_of_agents"),
              coPlayers(type.id()),
              first.coPlayer(),
              () ->
                  window
                      .dialogs()
                      .open(wording("TrainingForm.choose_a_checkpoint"), FileChoice.checkpoints()),
              policy -> form.send(state -> state.among(policy))));
    }
    return new VBox(12, grid, about);
  }

  /// The names of policies; empty if all agents learn.
  private static List<String> coPlayers(String environment) {
    List<String> names = new ArrayList<>(List.of(""));
    names.addAll(BuiltInPolicies.offered(environment));
    return names;
  }

  private void preset(FormGrid grid, TrainingFormState first) {
    List<TrainingPreset> presets = first.presets();
    about.setText("");
    presets.stream()
        .filter(preset -> preset.id().equals(first.preset()))
        .findFirst()
        .ifPresent(chosen -> {
          about.setText(Sentences.complete(chosen.doc()));
          grid.choice(
              "Preset",
              "training.preset",
              presets,
              chosen,
              TrainingPreset::id,
              other -> {
                form.send(state -> state.as(other));
                arrange();
              });
        });
  }

  private Node knobs() {
    TrainingFormState state = form.state();
    Map<String, String> texts = new LinkedHashMap<>(effective);
    texts.putAll(state.knobs());
    KnobTabs tabs =
        new KnobTabs(
            "training",
            state.environment(),
            state.algorithm(),
            texts,
            Map.of(RunSettings.EVAL_SUITE, this::suite),
            (knob, text) -> form.send(now -> now.turning(knob, text)));
    if (getCenter() instanceof VBox old && old.getChildren().getFirst() instanceof TabPane before) {
      tabs.getSelectionModel().select(before.getSelectionModel().getSelectedIndex());
    }
    tabs.refuse(refused);
    sheets = Optional.of(tabs);
    VBox box = new VBox(tabs);
    VBox.setVgrow(tabs, Priority.ALWAYS);
    box.getStyleClass().add("hs-knobs");
    return box;
  }

  private Optional<Path> suite() {
    return window
        .dialogs()
        .open(wording("TrainingForm.choose_a_suite"), List.of(FileChoice.suites()));
  }

  private Node buttons() {
    message.setId("training.message");
    HBox.setHgrow(message, Priority.ALWAYS);
    Button button =
        new Button(wording("TrainingForm.train"), new FontIcon(Material2MZ.MODEL_TRAINING));
    button.setId("training.train");
    button.getStyleClass().add(Styles.ACCENT);
    button.setMinWidth(USE_PREF_SIZE);
    button.setDefaultButton(true);
    button.disableProperty().bind(message.wrong());
    button.setOnAction(_ -> train.accept(form.state().request()));
    HBox row = new HBox(message, button);
    row.setAlignment(Pos.CENTER_LEFT);
    row.getStyleClass().add("hs-buttons");
    return row;
  }

  private static String title(AlgorithmType algorithm) {
    return algorithm.id().toUpperCase(Locale.ROOT);
  }

  /// Chooses the device; unavailable devices are greyed out and say why. FX thread.
  private static final class DeviceChoice extends HBox {
    private final javafx.scene.control.RadioButton cpu =
        new javafx.scene.control.RadioButton("CPU");
    private final javafx.scene.control.RadioButton gpu =
        new javafx.scene.control.RadioButton("GPU");
    private final Label why = new Label("searching…");

    DeviceChoice(Consumer<TrainingTask.Device> chosen) {
      super(12);
      setAlignment(Pos.CENTER_LEFT);
      var group = new javafx.scene.control.ToggleGroup();
      cpu.setToggleGroup(group);
      gpu.setToggleGroup(group);
      cpu.setSelected(true);
      cpu.setMinWidth(USE_PREF_SIZE);
      gpu.setMinWidth(USE_PREF_SIZE);
      gpu.setId("training.device.gpu");
      gpu.setDisable(true);
      why.getStyleClass().addAll(Styles.TEXT_MUTED, Styles.TEXT_SMALL);
      why.setWrapText(true);
      HBox.setHgrow(why, Priority.ALWAYS);
      gpu.selectedProperty()
          .subscribe(on -> chosen.accept(on ? TrainingTask.Device.GPU : TrainingTask.Device.CPU));
      getChildren().addAll(cpu, gpu, why);
    }

    void found(int gpus) {
      gpu.setDisable(gpus == 0);
      why.setText(gpus == 0 ? wording("TrainingForm.pytorch_sees_no_gpu_here") : gpus + " GPU(s)");
    }

    void missing(String reason) {
      why.setText(reason);
    }
  }
}
