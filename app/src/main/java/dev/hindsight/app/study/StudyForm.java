package dev.hindsight.app.study;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.form.FolderField;
import dev.hindsight.app.form.MapPicker;
import dev.hindsight.app.fx.FormGrid;
import dev.hindsight.app.fx.IconButton;
import dev.hindsight.app.fx.ProblemLine;
import dev.hindsight.app.fx.WholeNumberSpinner;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.workspace.FileSaving;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.inspector.panel.FileDialogs;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.TrainingPreset;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.learn.algorithm.BuiltInAlgorithms;
import dev.hindsight.trainer.run.AlgorithmType;
import dev.hindsight.trainer.study.plan.StoredStudy;
import dev.hindsight.trainer.study.plan.StudyDraft;
import dev.hindsight.trainer.study.plan.StudyFile;
import dev.hindsight.trainer.study.plan.StudySpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.Spinner;
import javafx.scene.control.TextField;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.material2.Material2AL;
import org.kordamp.ikonli.material2.Material2MZ;

/// The form of a study. What the user types is checked as the file of a study is, in the words of
/// the command; then, in the background, as the command checks it before it trains. FX thread.
final class StudyForm extends BorderPane {
  /// Files that describe a study.
  static final FileDialogs.Kind STUDIES =
      new FileDialogs.Kind(wording("StudyForm.studies"), List.of("*.yaml", "*.yml", "*.json"));

  private static final String EVALUATION = "evaluation.";

  private final WindowContext window;
  private final Consumer<StudyRequest> start;
  private final Map<String, String> texts = new HashMap<>();
  private final Map<String, Node> fields = new LinkedHashMap<>();
  private final StudyArms arms = new StudyArms(this::changed, this::knobs);
  private final ProblemLine message = new ProblemLine();
  private final Spinner<Integer> atOnce = new WholeNumberSpinner(1, 64, 1);
  private final Button save =
      IconButton.of("study.save", wording("StudyForm.save"), Material2MZ.SAVE, this::save);
  private final Button begin =
      new Button(wording("StudyForm.start"), new FontIcon(Material2MZ.PLAY_ARROW));
  private List<String> maps = List.of();
  private List<String> heldOut = List.of();
  private Optional<StudySpec> checked = Optional.empty();
  private boolean ready;
  private boolean busy;
  private boolean building;
  private Runnable cancelCheck = () -> {};

  /// What the user starts.
  ///
  /// @param folder of the study
  /// @param atOnce the most runs at the same time
  record StudyRequest(StudySpec spec, Path folder, int atOnce) {}

  /// What the background has found out about a study that is right.
  ///
  /// @param runs of the folder; empty if no study is there
  private record Found(Path folder, Optional<List<StoredStudy.StoredRun>> runs) {}

  /// @param start receives the study that the user starts
  /// @param open asks for a study and opens it
  StudyForm(WindowContext window, Consumer<StudyRequest> start, Runnable open) {
    this.window = window;
    this.start = start;
    setId("study.form");
    getStyleClass().addAll("hs-draft", "hs-evaluation");
    setBottom(buttons(open));
    show(StudyDraft.begin("darkroom"), "");
  }

  /// Shows a study.
  ///
  /// @param folder of the study; empty for the usual one
  void show(StudyDraft draft, String folder) {
    building = true;
    texts.clear();
    texts.put("folder", folder);
    arms.show(draft.arms());
    maps = draft.maps();
    heldOut = draft.evaluation().maps();
    fields.clear();
    setLeft(scrolled(training(draft)));
    VBox right = new VBox(16, arms, evaluation(draft));
    right.getStyleClass().add("hs-study-arms");
    setCenter(scrolled(right));
    building = false;
    changed();
  }

  private static ScrollPane scrolled(Node content) {
    ScrollPane scroll = new ScrollPane(content);
    scroll.setFitToWidth(true);
    scroll.getStyleClass().add("edge-to-edge");
    return scroll;
  }

  private Node training(StudyDraft draft) {
    EnvironmentType type = BuiltInEnvironments.named(draft.environment());
    FormGrid grid = new FormGrid();
    grid.getStyleClass().add("hs-form-narrow");
    text(grid, wording("StudyForm.name"), "name", draft.name(), "");
    texts.put("environment", type.id());
    grid.choice(
        wording("StudyForm.environment"),
        "study.environment",
        BuiltInEnvironments.all(),
        type,
        EnvironmentType::title,
        chosen -> show(draft().in(chosen.id()), texts.getOrDefault("folder", "")));
    String algorithm =
        draft.algorithm().isEmpty() ? BuiltInAlgorithms.all().getFirst().id() : draft.algorithm();
    choice(
        grid,
        wording("StudyForm.preset"),
        "preset",
        Stream.concat(Stream.of(""), type.presets(algorithm).stream().map(TrainingPreset::id))
            .toList(),
        draft.preset());
    choice(
        grid,
        wording("StudyForm.algorithm"),
        "algorithm",
        Stream.concat(Stream.of(""), BuiltInAlgorithms.all().stream().map(AlgorithmType::id))
            .toList(),
        draft.algorithm());
    choice(grid, wording("StudyForm.device"), "device", List.of("cpu", "gpu"), draft.device());
    text(
        grid,
        wording("StudyForm.seeds"),
        "seeds",
        draft.seeds(),
        wording("StudyForm.seeds_prompt"));
    if (!type.scenarios().endings().isEmpty()) {
      maps(grid, wording("StudyForm.training_maps"), "maps", type, draft.maps());
    }
    if (partners(type)) {
      text(
          grid,
          wording("StudyForm.partners"),
          "partners",
          draft.partners(),
          wording("StudyForm.partners_prompt"));
    }
    texts.putIfAbsent("partners", draft.partners());
    text(
        grid,
        wording("StudyForm.settings"),
        "settings",
        draft.settings(),
        wording("StudyForm.settings_prompt"));
    FolderField folder =
        new FolderField(
            "study.folder",
            wording("StudyForm.choose_the_folder"),
            texts.getOrDefault("folder", ""),
            wording("StudyForm.folder_prompt"),
            window,
            text -> typed("folder", text));
    fields.put("folder", folder.field());
    grid.field(wording("StudyForm.folder"), "study.folder.row", folder);
    return grid;
  }

  /// Finds out the knobs that all arms share.
  private void knobs(Consumer<StudyKnobs> found) {
    checked.ifPresent(spec -> {
      Runnable _ =
          window
              .background()
              .startCancellable(
                  wording("StudyForm.reading_settings"),
                  (_, _) -> StudyKnobs.of(spec),
                  found,
                  failure -> window.raiseNotice(Notice.of(failure)));
    });
  }

  private static boolean partners(EnvironmentType type) {
    return type.settings().all().stream().anyMatch(one -> one.name().equals("num_ego_agents"));
  }

  private Node evaluation(StudyDraft draft) {
    EnvironmentType type = BuiltInEnvironments.named(draft.environment());
    StudyDraft.EvaluationDraft held = draft.evaluation();
    FormGrid grid = new FormGrid();
    text(grid, wording("StudyForm.episodes"), EVALUATION + "episodes", held.episodes(), "200");
    text(grid, wording("StudyForm.seed"), EVALUATION + "seed", held.seed(), "0");
    if (!type.scenarios().endings().isEmpty()) {
      maps(grid, wording("StudyForm.held_out_maps"), EVALUATION + "maps", type, held.maps());
    }
    if (partners(type)) {
      text(
          grid,
          wording("StudyForm.partners"),
          EVALUATION + "partners",
          held.partners(),
          wording("StudyForm.as_in_training"));
    }
    texts.putIfAbsent(EVALUATION + "partners", held.partners());
    text(
        grid,
        wording("StudyForm.settings"),
        EVALUATION + "settings",
        held.settings(),
        wording("StudyForm.as_in_training"));
    choice(
        grid,
        wording("StudyForm.actions"),
        EVALUATION + "actions",
        List.of("sample", "argmax"),
        held.actions());
    choice(
        grid,
        wording("StudyForm.checkpoint"),
        EVALUATION + "checkpoint",
        List.of("latest", "best"),
        held.checkpoint());
    CheckBox wipe = new CheckBox(wording("StudyForm.wipe_it_at_every_trial"));
    wipe.setSelected(held.wipeMemory().equals("true"));
    texts.put(EVALUATION + "wipe_memory", held.wipeMemory());
    wipe.selectedProperty()
        .addListener((_, _, on) -> typed(EVALUATION + "wipe_memory", Boolean.toString(on)));
    grid.field(wording("StudyForm.memory"), "study.evaluation.wipe_memory", wipe);
    return new VBox(8, heading(wording("StudyForm.evaluation_of_every_run")), grid);
  }

  static Label heading(String words) {
    Label label = new Label(words);
    label.getStyleClass().add(Styles.TEXT_BOLD);
    return label;
  }

  private void text(FormGrid grid, String label, String key, String first, String prompt) {
    TextField field = new TextField(first);
    field.setPromptText(prompt);
    texts.put(key, first);
    field.textProperty().addListener((_, _, text) -> typed(key, text));
    grid.field(label, "study." + key, field);
    fields.put(key, field);
  }

  private void choice(FormGrid grid, String label, String key, List<String> known, String first) {
    List<String> items = new ArrayList<>(known);
    if (!items.contains(first)) {
      items.add(first);
    }
    texts.put(key, first);
    grid.choice(
        label,
        "study." + key,
        items,
        first,
        item -> item.isEmpty() ? wording("StudyForm.default") : item,
        chosen -> {
          typed(key, chosen);
          if (key.equals("algorithm")) {
            show(draft(), texts.getOrDefault("folder", ""));
          }
        });
  }

  private void maps(
      FormGrid grid, String label, String key, EnvironmentType type, List<String> first) {
    grid.field(
        label,
        "study." + key,
        new MapPicker(
            "study." + key,
            key.equals("maps")
                ? wording("StudyForm.of_the_preset")
                : wording("StudyForm.as_in_training"),
            type.scenarios(),
            first,
            window,
            chosen -> {
              if (key.equals("maps")) {
                maps = chosen;
              } else {
                heldOut = chosen;
              }
              changed();
            }));
  }

  private Node buttons(Runnable open) {
    message.setId("study.message");
    HBox.setHgrow(message, Priority.ALWAYS);
    atOnce.setId("study.at_once");
    atOnce.getStyleClass().add("hs-number");
    Label words = new Label(wording("StudyForm.at_once"));
    words.setMinWidth(USE_PREF_SIZE);
    words.setLabelFor(atOnce);
    atOnce.getEditor().setAccessibleText(wording("StudyForm.at_once"));
    Button opens =
        IconButton.of("study.open", wording("StudyForm.open"), Material2AL.FOLDER_OPEN, open);
    begin.setId("study.start");
    begin.setMinWidth(USE_PREF_SIZE);
    begin.getStyleClass().add(Styles.ACCENT);
    begin.setDefaultButton(true);
    begin.setOnAction(_ -> {
      boolean _ = begin();
    });
    HBox row = new HBox(message, words, atOnce, opens, save, begin);
    row.setAlignment(Pos.CENTER_LEFT);
    row.getStyleClass().add("hs-buttons");
    return row;
  }

  /// Starts the study, or goes on with it.
  ///
  /// @return whether the form is right and no study of this tab goes on
  boolean begin() {
    if (begin.isDisabled() || checked.isEmpty()) {
      return false;
    }
    StudySpec spec = checked.get();
    start.accept(new StudyRequest(spec, folder(spec), atOnce.getValue()));
    return true;
  }

  private Path folder(StudySpec spec) {
    String typed = texts.getOrDefault("folder", "").strip();
    return typed.isEmpty() ? StudyRun.usualFolder(spec) : Path.of(typed);
  }

  private void typed(String key, String text) {
    texts.put(key, text);
    changed();
  }

  private String text(String key) {
    return texts.getOrDefault(key, "");
  }

  /// What the user has typed.
  StudyDraft draft() {
    return new StudyDraft(
        text("name"),
        text("environment"),
        text("preset"),
        text("algorithm"),
        text("device"),
        maps,
        text("settings"),
        arms.drafts(),
        text("seeds"),
        text("partners"),
        new StudyDraft.EvaluationDraft(
            text(EVALUATION + "episodes"),
            text(EVALUATION + "seed"),
            heldOut,
            text(EVALUATION + "partners"),
            text(EVALUATION + "settings"),
            text(EVALUATION + "actions"),
            text(EVALUATION + "wipe_memory"),
            text(EVALUATION + "checkpoint")));
  }

  /// Checks the form, at once and then in the background.
  void changed() {
    if (building) {
      return;
    }
    cancelCheck.run();
    checked = Optional.empty();
    ready = false;
    try {
      StudySpec spec = StudyFile.check(draft());
      checked = Optional.of(spec);
      Path folder = folder(spec);
      say(Optional.empty(), wording("StudyForm.checking"));
      cancelCheck =
          window
              .background()
              .startCancellable(
                  wording("StudyForm.checking"),
                  (_, _) -> found(spec, folder),
                  this::found,
                  failure -> {
                    if (failure instanceof Problem problem) {
                      say(Optional.of(problem), "");
                    } else {
                      window.raiseNotice(Notice.of(failure));
                    }
                  });
    } catch (Problem problem) {
      say(Optional.of(problem), "");
    }
    allow();
  }

  private static Found found(StudySpec spec, Path folder) {
    StudyRun.check(spec, Optional.empty());
    return new Found(folder, StudyRun.stored(spec, folder));
  }

  private void found(Found found) {
    ready = true;
    begin.setText(
        found.runs().isPresent() ? wording("StudyForm.resume") : wording("StudyForm.start"));
    int all = checked.map(spec -> spec.runs().size()).orElse(0);
    say(
        Optional.empty(),
        found
            .runs()
            .map(runs ->
                wording(
                    "StudyForm.runs_are_done",
                    runs.stream().filter(StoredStudy.StoredRun::done).count(),
                    all,
                    found.folder()))
            .orElseGet(() -> wording("StudyForm.trains_runs", all, found.folder())));
    allow();
  }

  /// Shows a problem, also at the field that it names, or else a hint.
  private void say(Optional<Problem> wrong, String hint) {
    message.check(() -> {
      if (wrong.isPresent()) {
        throw wrong.get();
      }
      return hint;
    });
    Optional<Node> field = wrong.flatMap(this::field);
    Stream.concat(fields.values().stream(), arms.fields().stream())
        .forEach(node ->
            node.pseudoClassStateChanged(Styles.STATE_DANGER, field.equals(Optional.of(node))));
  }

  /// The field that a problem is about.
  private Optional<Node> field(Problem problem) {
    String where = problem.where();
    return arms.field(where)
        .or(() ->
            fields.entrySet().stream()
                .filter(one ->
                    where.equals(one.getKey())
                        || where.startsWith(one.getKey() + " ")
                        || where.startsWith(one.getKey() + "."))
                .map(Map.Entry::getValue)
                .findFirst());
  }

  /// Whether a study of this tab goes on.
  void going(boolean now) {
    busy = now;
    allow();
  }

  private void allow() {
    begin.setDisable(busy || !ready);
    save.setDisable(checked.isEmpty());
  }

  private void save() {
    checked.ifPresent(spec ->
        FileSaving.ask(
            window,
            wording("StudyForm.save_the_study"),
            STUDIES,
            spec.name() + ".yaml",
            file -> StudyFile.write(file, spec),
            _ -> {}));
  }
}
