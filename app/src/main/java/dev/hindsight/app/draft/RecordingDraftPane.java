package dev.hindsight.app.draft;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.foreign.PolicyLink;
import dev.hindsight.app.foreign.PolicyWorld;
import dev.hindsight.app.form.FileChoice;
import dev.hindsight.app.form.KnobSheet;
import dev.hindsight.app.fx.FormGrid;
import dev.hindsight.app.fx.ProblemLine;
import dev.hindsight.app.model.Store;
import dev.hindsight.app.recording.RecordingPlan;
import dev.hindsight.app.recording.UniquelyNamedRecording;
import dev.hindsight.app.settings.DocumentsFolder;
import dev.hindsight.app.workspace.RecordingDraft;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Spinner;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.material2.Material2AL;

/// The form for a new recording. FX thread.
public final class RecordingDraftPane extends BorderPane {
  private static final int MOST_TRIALS = 64;
  private static final int MOST_TICKS = 100_000;

  private final WindowContext window;
  private final RecordingDraft draft;
  private final Path folder = DocumentsFolder.path();
  private final Store<RecordingDraftState, UnaryOperator<RecordingDraftState>> form;
  private final ProblemLine message = new ProblemLine();
  private PolicyLink policy;
  private Set<String> hidden = Set.of();
  private Spinner<Integer> trials = new Spinner<>();
  private Spinner<Integer> ticks = new Spinner<>();

  /// A form filled in with what the user opened.
  public RecordingDraftPane(WindowContext window, RecordingDraft draft) {
    this.window = window;
    this.draft = draft;
    this.form = new Store<>(begin(draft), (state, change) -> change.apply(state));
    this.policy = new PolicyLink("draft.policy.form", window);
    setId("draft");
    getStyleClass().add("hs-draft");
    setBottom(buttons());
    arrange();
    form.watch(this::show);
  }

  private static RecordingDraftState begin(RecordingDraft draft) {
    String checkpoint = draft.checkpoint().map(Path::toString).orElse("");
    if (draft.origin().isPresent()) {
      return RecordingDraftState.trained(draft.origin().get(), checkpoint);
    }
    RecordingDraftState first = RecordingDraftState.begin(draft.environment());
    RecordingDraftState onMap = draft.map().map(file -> first.onMap(file.toString())).orElse(first);
    RecordingDraftState by = checkpoint.isEmpty() ? onMap : acting(onMap.by(checkpoint));
    for (Map.Entry<String, String> knob : draft.settings().entrySet()) {
      by = by.turning(knob.getKey(), knob.getValue());
    }
    return by;
  }

  /// A policy that the user opened is to act.
  private static RecordingDraftState acting(RecordingDraftState state) {
    return state.actions().equals("random") ? state.choosing("sample") : state;
  }

  /// Shows the fields and knobs of the chosen environment.
  private void arrange() {
    setLeft(fields(form.state()));
    setCenter(knobs());
  }

  /// The list of knobs depends on whether there are trials.
  private void show(RecordingDraftState state) {
    message.check(() -> words(state));
    if (!hidden.equals(state.ownKnobs())) {
      setCenter(knobs());
    }
  }

  private void enter(EnvironmentType type) {
    form.send(state -> state.in(type));
    arrange();
  }

  /// A policy may bring its numbers of trials and ticks.
  private void choose(String policy) {
    form.send(state -> state.by(policy));
    RecordingDraftState state = form.state();
    look(state);
    trials.getValueFactory().setValue(state.trials());
    ticks.getValueFactory().setValue(state.ticks());
  }

  private void look(RecordingDraftState state) {
    Optional<String> map = Optional.of(state.map()).filter(text -> !text.isBlank());
    policy.chosen(state.policy(), new PolicyWorld(state.environment(), map, state.settings()));
  }

  private FileChoice maps(EnvironmentType type, RecordingDraftState first) {
    String title = wording("RecordingDraftPane.choose_a_map");
    FileChoice choice =
        new FileChoice(
            "draft.map",
            "Map",
            FileChoice.shipped(type.scenarios()),
            first.map(),
            () -> window.dialogs().open(title, FileChoice.maps(type.scenarios())),
            map -> form.send(state -> state.onMap(map)));
    return type.scenarios().folders()
        ? choice.withFolders("draft.map", () -> window.dialogs().folder(title))
        : choice;
  }

  private Node fields(RecordingDraftState first) {
    policy = new PolicyLink("draft.policy.form", window);
    EnvironmentType type = first.environment();
    FormGrid grid = new FormGrid();
    grid.getStyleClass().add("hs-form-wide");
    grid.choice(
        "Environment",
        "draft.environment",
        BuiltInEnvironments.recordable(),
        type,
        EnvironmentType::title,
        this::enter);
    if (!type.scenarios().endings().isEmpty()) {
      grid.field("Map", "draft.map", maps(type, first));
    }
    FileChoice policies =
        new FileChoice(
            "draft.policy",
            "Policy",
            BuiltInPolicies.offered(type.id()),
            first.policy(),
            () ->
                window
                    .dialogs()
                    .open(
                        wording("RecordingDraftPane.choose_a_checkpoint"),
                        FileChoice.checkpoints()),
            this::choose);
    grid.field("Policy", "draft.policy", policy.below(policies));
    look(first);
    grid.choice(
        "Actions",
        "draft.actions",
        RecordingDraftState.ACTIONS,
        first.actions(),
        String::toString,
        actions -> form.send(state -> state.choosing(actions)));
    trials =
        grid.number(
            "Trials",
            "draft.trials",
            MOST_TRIALS,
            first.trials(),
            count -> form.send(state -> state.over(count)));
    ticks =
        grid.number(
            wording("RecordingDraftPane.ticks_per_trial"),
            "draft.ticks",
            MOST_TICKS,
            first.ticks(),
            count -> form.send(state -> state.lasting(count)));
    grid.seed("draft.seed", first.seed(), typed -> form.send(s -> s.seeded(typed)));
    return grid;
  }

  private Node knobs() {
    hidden = form.state().ownKnobs();
    Label title = new Label(wording("RecordingDraftPane.more_settings"));
    title.getStyleClass().add(Styles.TEXT_BOLD);
    Node sheet =
        KnobSheet.of(
            form.state().environment().settings(),
            hidden,
            form.state().knobs(),
            (knob, text) -> form.send(state -> state.turning(knob, text)));
    VBox.setVgrow(sheet, Priority.ALWAYS);
    VBox box = new VBox(8, title, sheet);
    box.getStyleClass().add("hs-knobs");
    return box;
  }

  private Node buttons() {
    message.setId("draft.message");
    HBox.setHgrow(message, Priority.ALWAYS);
    Button record = new Button(wording("RecordingDraftPane.record"));
    record.setId("draft.record");
    record.setGraphic(new FontIcon(Material2AL.FIBER_MANUAL_RECORD));
    record.getStyleClass().add(Styles.ACCENT);
    record.setMinWidth(USE_PREF_SIZE);
    record.setDefaultButton(true);
    record.disableProperty().bind(message.wrong());
    record.setOnAction(_ -> record());
    HBox row = new HBox(message, record);
    row.setAlignment(Pos.CENTER_LEFT);
    row.getStyleClass().add("hs-buttons");
    return row;
  }

  /// Reports invalid input while the user types; the content of files is checked when they are
  /// read.
  private String words(RecordingDraftState state) {
    RecordingPlan plan = state.plan(folder);
    state.environment().settings().parse(plan.settings(), "");
    String saves = wording("RecordingDraftPane.saves_to", plan.out());
    return plan.program().map(program -> program + ". " + saves).orElse(saves);
  }

  private void record() {
    RecordingPlan plan = form.state().plan(folder);
    window.record(
        wording("RecordingDraftPane.recording", plan.out().getFileName()),
        (progress, cancellation, follower) -> {
          plan.permitted();
          return new UniquelyNamedRecording(plan).run(progress, cancellation, follower).file();
        },
        Optional.of(draft));
  }
}
