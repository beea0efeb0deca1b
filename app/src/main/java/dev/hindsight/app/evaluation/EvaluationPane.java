package dev.hindsight.app.evaluation;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.foreign.PolicyLink;
import dev.hindsight.app.form.FileChoice;
import dev.hindsight.app.form.MapPicker;
import dev.hindsight.app.fx.FormGrid;
import dev.hindsight.app.fx.IconButton;
import dev.hindsight.app.fx.ProblemLine;
import dev.hindsight.app.fx.RowMenu;
import dev.hindsight.app.fx.WholeNumberSpinner;
import dev.hindsight.app.model.Store;
import dev.hindsight.app.settings.DocumentsFolder;
import dev.hindsight.app.tasks.BackgroundTask;
import dev.hindsight.app.workspace.FileSaving;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.inspector.panel.FileDialogs;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.study.EpisodeResult;
import dev.hindsight.trainer.study.EvaluationReport;
import dev.hindsight.trainer.study.EvaluationTable;
import dev.hindsight.trainer.study.MemoryWipe;
import dev.hindsight.trainer.text.Sentences;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.Spinner;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.material2.Material2AL;
import org.kordamp.ikonli.material2.Material2MZ;

/// The evaluation tab: evaluates a policy, shows the table, opens the recording of a row where it
/// went wrong, and writes the worst worlds as a suite. FX thread.
public final class EvaluationPane extends BorderPane {
  private static final int NEWEST_RUNS = 20;
  private static final FileDialogs.Kind SAVED =
      new FileDialogs.Kind(wording("EvaluationPane.evaluations"), List.of("*.json"));
  private static final FileDialogs.Kind TABLES =
      new FileDialogs.Kind(wording("EvaluationPane.tables"), List.of("*.csv"));

  private final WindowContext window;
  private final Store<EvaluationFormState, UnaryOperator<EvaluationFormState>> form;
  private final ProblemLine message = new ProblemLine();
  private final Button evaluate =
      IconButton.of(
          "evaluation.evaluate",
          wording("EvaluationPane.evaluate"),
          Material2AL.ASSESSMENT,
          this::evaluate);
  private final EvaluationRows rows = new EvaluationRows();
  private final Label summary = new Label();
  private final Spinner<Integer> worst = new WholeNumberSpinner(1, 10_000, 20);
  private final Button record =
      IconButton.of(
          "evaluation.record",
          wording("EvaluationPane.open_recording"),
          Material2MZ.PLAY_ARROW,
          () -> rows.selected().ifPresent(this::open));
  private final List<Button> ofResults = new ArrayList<>();
  private List<String> runs = List.of();
  private List<FinishedEvaluation> shown = List.of();
  private boolean busy;

  /// Starts with the form and an empty table.
  public EvaluationPane(WindowContext window) {
    this.window = window;
    this.form =
        new Store<>(
            EvaluationFormState.begin(BuiltInEnvironments.named("darkroom")),
            (state, change) -> change.apply(state));
    setId("evaluation");
    getStyleClass().addAll("hs-draft", "hs-evaluation");
    setCenter(results());
    setBottom(buttons());
    arrange();
    form.watch(state -> message.check(() -> words(state)));
    window
        .background()
        .startHidden(
            wording("EvaluationPane.reading_the_ledger"),
            (_, _) ->
                RunLedger.ofUser().runs().reversed().stream()
                    .limit(NEWEST_RUNS)
                    .map(run -> run.id().text())
                    .toList(),
            found -> {
              runs = found;
              arrange();
            });
  }

  private static String words(EvaluationFormState state) {
    state.checked();
    return wording("EvaluationPane.runs_in_the_background");
  }

  private void arrange() {
    setLeft(fields(form.state()));
  }

  private Node fields(EvaluationFormState first) {
    EnvironmentType type = first.environment();
    FormGrid grid = new FormGrid();
    grid.getStyleClass().add("hs-form-narrow");
    grid.choice(
        wording("EvaluationPane.environment"),
        "evaluation.environment",
        BuiltInEnvironments.all(),
        type,
        EnvironmentType::title,
        chosen -> {
          form.send(state -> state.in(chosen));
          arrange();
        });
    PolicyLink policy = new PolicyLink("evaluation.checkpoint.form", window);
    List<String> policies = new ArrayList<>(BuiltInPolicies.offered(type.id()));
    policies.addAll(runs);
    grid.field(
        wording("EvaluationPane.checkpoint"),
        "evaluation.checkpoint",
        policy.below(
            typedOrChosen(
                "evaluation.checkpoint",
                wording("EvaluationPane.checkpoint"),
                policies,
                first.checkpoint(),
                FileChoice.checkpoints(),
                typed -> {
                  form.send(state -> state.by(typed));
                  look(policy);
                })));
    look(policy);
    if (!type.scenarios().endings().isEmpty()) {
      grid.field(
          wording("EvaluationPane.maps"),
          "evaluation.maps",
          new MapPicker(
              "evaluation.maps",
              wording("EvaluationPane.as_trained"),
              type.scenarios(),
              first.maps(),
              window,
              maps -> form.send(state -> state.on(maps))));
    }
    grid.field(
        wording("EvaluationPane.suite"),
        "evaluation.suite",
        typedOrChosen(
            "evaluation.suite",
            wording("EvaluationPane.suite"),
            List.of(),
            first.suite(),
            List.of(FileChoice.suites()),
            typed -> form.send(state -> state.within(typed))));
    if (type.settings().all().stream().anyMatch(one -> one.name().equals("num_ego_agents"))) {
      List<String> offers = new ArrayList<>(List.of("", EvaluationPlan.NO_PARTNERS));
      offers.addAll(BuiltInPolicies.offered(type.id()));
      grid.typed(
          wording("EvaluationPane.partners"),
          "evaluation.partners",
          offers,
          first.partners(),
          typed -> form.send(state -> state.among(typed)));
    }
    TextField settings = new TextField(first.settings());
    settings.setPromptText(wording("EvaluationPane.name_value"));
    settings.textProperty().addListener((_, _, typed) -> form.send(state -> state.set(typed)));
    grid.field(wording("EvaluationPane.settings"), "evaluation.settings", settings);
    grid.text(
        wording("EvaluationPane.episodes"),
        "evaluation.episodes",
        first.episodes(),
        typed -> form.send(state -> state.over(typed)));
    grid.text(
        wording("EvaluationPane.seed"),
        "evaluation.seed",
        first.seed(),
        typed -> form.send(state -> state.seeded(typed)));
    grid.choice(
        wording("EvaluationPane.actions"),
        "evaluation.actions",
        EvaluationFormState.ACTIONS,
        first.actions(),
        String::toString,
        how -> form.send(state -> state.choosing(how)));
    CheckBox wipe = new CheckBox(wording("EvaluationPane.wipe_it_at_every_trial"));
    wipe.setSelected(first.wipe() == MemoryWipe.TRIALS);
    wipe.selectedProperty()
        .subscribe(
            on -> form.send(state -> state.wiping(on ? MemoryWipe.TRIALS : MemoryWipe.NONE)));
    grid.field(wording("EvaluationPane.memory"), "evaluation.wipe", wipe);
    return grid;
  }

  private void look(PolicyLink policy) {
    EvaluationFormState state = form.state();
    policy.chosen(state.checkpoint(), state.world());
  }

  /// A field for a name that is typed, offered or a file.
  private Node typedOrChosen(
      String id,
      String label,
      List<String> offers,
      String first,
      List<FileDialogs.Kind> kinds,
      Consumer<String> typed) {
    ComboBox<String> box = new ComboBox<>();
    box.setId(id + ".box");
    box.setEditable(true);
    box.getItems().setAll(offers);
    box.setValue(first);
    box.setMaxWidth(Double.MAX_VALUE);
    box.setAccessibleText(label);
    box.getEditor().setAccessibleText(label);
    box.getEditor().textProperty().addListener((_, _, text) -> typed.accept(text));
    HBox.setHgrow(box, Priority.ALWAYS);
    Button browse = new Button(wording("EvaluationPane.browse"));
    browse.setId(id + ".browse");
    browse.setAccessibleText(wording("EvaluationPane.browse_for", label));
    browse.setMinWidth(USE_PREF_SIZE);
    browse.setOnAction(_ ->
        window
            .dialogs()
            .open(label, kinds)
            .ifPresent(file -> box.getEditor().setText(file.toString())));
    return new HBox(8, box, browse);
  }

  private Node results() {
    summary.setId("evaluation.summary");
    summary.setWrapText(true);
    summary.setMinHeight(USE_PREF_SIZE);
    TextField filter = new TextField();
    filter.setId("evaluation.filter");
    filter.setPromptText(wording("EvaluationPane.filter"));
    filter.setAccessibleText(wording("EvaluationPane.filter"));
    filter.textProperty().subscribe(rows::filter);
    worst.setId("evaluation.worst");
    worst.getStyleClass().add("hs-number");
    worst.setAccessibleText(wording("EvaluationPane.number_of_worst_worlds"));
    worst.getEditor().setAccessibleText(wording("EvaluationPane.number_of_worst_worlds"));
    ofResults.addAll(
        List.of(
            IconButton.of(
                "evaluation.suite.write",
                wording("EvaluationPane.worst_as_suite"),
                Material2AL.FILTER_LIST,
                this::writeSuite),
            IconButton.of(
                "evaluation.moments",
                wording("EvaluationPane.moments_of_worst"),
                Material2AL.GRADE,
                () ->
                    EvaluationMoments.rank(
                        window,
                        shown,
                        worst.getValue(),
                        DocumentsFolder.path().resolve("moments"))),
            IconButton.of(
                "evaluation.csv",
                wording("EvaluationPane.export_csv"),
                Material2MZ.TABLE_CHART,
                this::exportCsv),
            IconButton.of(
                "evaluation.save", wording("EvaluationPane.save"), Material2MZ.SAVE, this::save)));
    HBox hard = new HBox(4, ofResults.getFirst(), ofResults.get(1), worst);
    hard.setAlignment(Pos.CENTER_LEFT);
    FlowPane tools = new FlowPane(8, 6, filter, record, hard, ofResults.get(2), ofResults.get(3));
    tools.setAlignment(Pos.CENTER_LEFT);
    RowMenu.on(rows.table()).button(wording("EvaluationPane.open_its_worst_episode"), record);
    rows.table()
        .getSelectionModel()
        .selectedItemProperty()
        .subscribe(row -> record.setDisable(row == null));
    rows.table()
        .setOnMouseClicked(event -> {
          if (event.getButton() == MouseButton.PRIMARY && event.getClickCount() == 2) {
            rows.selected().ifPresent(this::open);
          }
        });
    rows.table()
        .setOnKeyPressed(event -> {
          if (event.getCode() == KeyCode.ENTER) {
            rows.selected().ifPresent(this::open);
            event.consume();
          }
        });
    ofResults.forEach(one -> one.setDisable(true));
    summary.managedProperty().bind(summary.textProperty().isNotEmpty());
    VBox.setVgrow(rows, Priority.ALWAYS);
    VBox box = new VBox(8, summary, tools, rows);
    box.getStyleClass().add("hs-knobs");
    return box;
  }

  private Node buttons() {
    message.setId("evaluation.message");
    HBox.setHgrow(message, Priority.ALWAYS);
    evaluate.getStyleClass().add(Styles.ACCENT);
    evaluate.setDefaultButton(true);
    message.wrong().subscribe(_ -> allow());
    Button openSaved =
        IconButton.of(
            "evaluation.open",
            wording("EvaluationPane.open"),
            Material2AL.FOLDER_OPEN,
            this::openSaved);
    HBox row = new HBox(message, openSaved, evaluate);
    row.setAlignment(Pos.CENTER_LEFT);
    row.getStyleClass().add("hs-buttons");
    return row;
  }

  private void allow() {
    evaluate.setDisable(busy || message.wrong().get());
  }

  private void work(boolean now) {
    busy = now;
    allow();
    rows.say(
        now
            ? wording("EvaluationPane.evaluating")
            : wording("EvaluationRows.evaluate_a_policy_or_open"));
  }

  private void evaluate() {
    EvaluationFormState asked = form.state();
    work(true);
    window
        .background()
        .start(
            BackgroundTask.of(
                    wording("EvaluationPane.evaluating_policy", asked.checkpoint()),
                    (progress, cancellation) -> {
                      EvaluationPlan.Prepared prepared = asked.plan().prepare();
                      FinishedEvaluation finished = prepared.run(progress, cancellation);
                      return new Remarked(finished, prepared.remarks(finished));
                    },
                    (Remarked done) -> {
                      work(false);
                      show(List.of(done.evaluation()), done.remarks());
                      if (getScene() == null) {
                        UnshownEvaluation.save(window, done.evaluation());
                      }
                    })
                .orElse(_ -> work(false)));
  }

  /// An evaluation and what the user should know before reading its numbers.
  private record Remarked(FinishedEvaluation evaluation, List<String> remarks) {}

  private void show(List<FinishedEvaluation> evaluations, List<String> remarks) {
    shown = evaluations;
    ofResults.forEach(one -> one.setDisable(false));
    summary.setText(
        Stream.concat(evaluations.stream().map(EvaluationPane::sentence), remarks.stream())
            .collect(Collectors.joining("\n")));
    rows.show(FinishedEvaluation.table(evaluations));
  }

  private static String sentence(FinishedEvaluation evaluation) {
    EvaluationReport report = evaluation.report();
    String how =
        evaluation.wipe() == MemoryWipe.TRIALS
            ? evaluation.actions() + ", " + wording("EvaluationPane.memory_wiped")
            : evaluation.actions();
    return wording("EvaluationPane.summary", evaluation.checkpoint(), report.episodes(), how)
        + " "
        + measured(report)
        + report
            .gain()
            .map(gain ->
                wording(
                    "EvaluationPane.gain",
                    NumberWords.scoreDifference(gain.mean()),
                    NumberWords.scoreDifference(gain.low()),
                    NumberWords.scoreDifference(gain.high())))
            .orElse("")
        + "."
        + evaluation
            .partners()
            .map(names -> wording("EvaluationPane.partners_were", names))
            .orElse("")
        + evaluation.otherVersion().map(words -> " " + Sentences.complete(words)).orElse("");
  }

  private static String measured(EvaluationReport report) {
    if (report.trials() == 0) {
      return wording(
          "EvaluationPane.no_score",
          NumberWords.decimals(report.earned().mean(), 2),
          NumberWords.decimals(report.ticks().mean(), 2));
    }
    return wording(
        "EvaluationPane.score_by_trial",
        String.join(", ", report.means().stream().map(NumberWords::score).toList()));
  }

  private void openSaved() {
    window
        .dialogs()
        .open(wording("EvaluationPane.open_an_evaluation"), List.of(SAVED))
        .ifPresent(file ->
            window
                .background()
                .startHidden(
                    wording("EvaluationPane.reading_the_evaluation"),
                    (_, _) -> EvaluationFile.read(file),
                    (List<FinishedEvaluation> read) ->
                        show(
                            read,
                            read.stream()
                                .flatMap(one -> one.remarks().stream())
                                .distinct()
                                .toList())));
  }

  private void save() {
    List<FinishedEvaluation> evaluations = shown;
    write(
        wording("EvaluationPane.save_the_evaluation"),
        SAVED,
        "evaluation.json",
        file -> EvaluationFile.write(file, evaluations));
  }

  private void exportCsv() {
    EvaluationTable table = rows.visible();
    write(
        wording("EvaluationPane.export_the_table"),
        TABLES,
        "evaluation.csv",
        file -> EvaluationFile.write(file, table.csv()));
  }

  private void writeSuite() {
    List<FinishedEvaluation> evaluations = shown;
    int count = worst.getValue();
    write(
        wording("EvaluationPane.write_the_suite"),
        FileChoice.suites(),
        "worst.json",
        file -> FinishedEvaluation.worst(evaluations, count).write(file));
  }

  private void write(String title, FileDialogs.Kind kind, String name, Consumer<Path> writing) {
    FileSaving.ask(
        window,
        title,
        kind,
        name,
        writing,
        file -> message.check(() -> wording("EvaluationPane.wrote", file)));
  }

  /// Records the row's worst episode and opens it where the row's trial went wrong.
  private void open(EvaluationTable.Row row) {
    FinishedEvaluation evaluation =
        shown.stream()
            .filter(one -> one.checkpoint().equals(row.checkpoint()))
            .findFirst()
            .orElseThrow();
    EpisodeResult episode = evaluation.worst(row);
    EpisodeRecording.open(
        window,
        wording("EvaluationPane.recording_episode", episode.seed()),
        () -> EpisodeRecording.of(evaluation, episode, row.trial()));
  }
}
