package dev.hindsight.app.foreign;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.fx.FormGrid;
import dev.hindsight.app.fx.IconButton;
import dev.hindsight.app.fx.OverflowPane;
import dev.hindsight.app.fx.ProblemLine;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.workspace.FileTab;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.app.workspace.WorkspaceCommand;
import dev.hindsight.inspector.live.WordsConverter;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.foreign.dataset.MappedArrays;
import dev.hindsight.trainer.rollout.foreign.dataset.MappedArrays.Meaning;
import dev.hindsight.trainer.rollout.foreign.dataset.MappedArrays.Meanings;
import dev.hindsight.trainer.rollout.foreign.dataset.MappedArrays.NamedArray;
import dev.hindsight.trainer.rollout.foreign.dataset.MappedArrays.Reading;
import dev.hindsight.trainer.text.Sentences;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.Spinner;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.material2.Material2AL;
import org.kordamp.ikonli.material2.Material2MZ;

/// The form that asks what the arrays of a `.npz` or `.npy` mean. It begins with what lies beside
/// the file, or a guess, and reads the episodes after every answer. FX thread.
public final class MappingPane extends BorderPane {
  private static final int MOST_AGENTS = 100_000;

  private final WindowContext window;
  private final FileTab tab;
  private final Path file;
  private final ProblemLine message = new ProblemLine();
  private final GridPane rows = new GridPane();
  private final Map<String, ComboBox<Meaning>> choices = new LinkedHashMap<>();
  private final Button open =
      IconButton.of(
          "arrays.open",
          wording("MappingPane.open_as_recording"),
          Material2MZ.PLAY_ARROW,
          this::open);
  private Optional<MappedArrays> arrays = Optional.empty();
  private Optional<Reading> reading = Optional.empty();
  private Optional<Meanings> meanings = Optional.empty();
  private Runnable stop = () -> {};

  /// The arrays of the file and what they mean at first.
  private record FirstLook(MappedArrays arrays, Reading reading) {}

  /// Reads the file in the background.
  public MappingPane(WindowContext window, FileTab tab) {
    this.window = window;
    this.tab = tab;
    this.file = tab.file();
    setId("arrays");
    getStyleClass().add("hs-draft");
    rows.setId("arrays.rows");
    rows.getStyleClass().add("hs-form");
    message.setId("arrays.message");
    message.check(() -> wording("MappingPane.reading"));
    Label title = new Label(wording("MappingPane.what_the_arrays_mean"));
    title.getStyleClass().add(Styles.TITLE_4);
    VBox box = new VBox(12, title, rows);
    box.getStyleClass().add("hs-knobs");
    setCenter(OverflowPane.downwards("arrays.overflow", box));
    setBottom(buttons());
    allow();
    window
        .background()
        .startCancellable(
            wording("MappingPane.reading_file", file.getFileName()),
            (_, _) -> {
              MappedArrays read = MappedArrays.read(file);
              return new FirstLook(read, read.first());
            },
            this::begin,
            this::fail);
  }

  private void begin(FirstLook look) {
    arrays = Optional.of(look.arrays());
    meanings = Optional.of(look.reading().meanings());
    build(look.arrays().arrays());
    setLeft(fields(look.reading().meanings()));
    show(look.reading());
  }

  private Node fields(Meanings first) {
    FormGrid grid = new FormGrid();
    grid.getStyleClass().add("hs-form-narrow");
    grid.field(
        wording("MappingPane.file"), "arrays.file", new Label(String.valueOf(file.getFileName())));
    Spinner<Integer> _ =
        grid.number(
            wording("MappingPane.agents"),
            "arrays.agents",
            0,
            MOST_AGENTS,
            first.agents(),
            count -> change(said -> said.among(count)));
    Label hint = new Label(wording("MappingPane.agents_hint"));
    hint.setWrapText(true);
    hint.setMinHeight(USE_PREF_SIZE);
    hint.getStyleClass().add(Styles.TEXT_MUTED);
    return new VBox(8, grid, hint);
  }

  private void build(List<NamedArray> all) {
    for (int i = 0; i < all.size(); i++) {
      NamedArray each = all.get(i);
      Label name = new Label(each.name());
      name.getStyleClass().add(Styles.TEXT_BOLD);
      name.setMinWidth(USE_PREF_SIZE);
      Label array = new Label(PolicyFormPane.array(each.type(), each.shape()));
      array.getStyleClass().add(Styles.TEXT_MUTED);
      array.setMinWidth(USE_PREF_SIZE);
      ComboBox<Meaning> box = new ComboBox<>();
      box.setId("arrays." + each.name());
      box.setAccessibleText(wording("MappingPane.what_it_means", each.name()));
      box.getItems().setAll(Meaning.values());
      box.setConverter(new WordsConverter<>(MappingPane::words));
      box.setValue(meanings.orElseThrow().of(each.name()));
      box.setMinWidth(USE_PREF_SIZE);
      box.valueProperty()
          .addListener((_, _, chosen) -> {
            if (meanings.orElseThrow().of(each.name()) != chosen) {
              change(said -> said.with(each.name(), chosen));
            }
          });
      choices.put(each.name(), box);
      name.setLabelFor(box);
      rows.addRow(i, name, array, box);
    }
  }

  private HBox buttons() {
    HBox.setHgrow(message, Priority.ALWAYS);
    open.getStyleClass().add(Styles.ACCENT);
    Button tensors =
        IconButton.of(
            "arrays.tensors",
            wording("MappingPane.show_as_tensors"),
            Material2AL.BAR_CHART,
            () ->
                window
                    .workspace()
                    .send(
                        new WorkspaceCommand.Replace(
                            tab, FileTab.tensors(file, Optional.empty()))));
    HBox row = new HBox(message, tensors, open);
    row.setAlignment(Pos.CENTER_LEFT);
    row.getStyleClass().add("hs-buttons");
    return row;
  }

  private void change(UnaryOperator<Meanings> said) {
    Meanings now = said.apply(meanings.orElseThrow());
    meanings = Optional.of(now);
    reading = Optional.empty();
    allow();
    // An array that had a meaning which only one can have has none now.
    choices.forEach((name, box) -> box.setValue(now.of(name)));
    stop.run();
    message.check(() -> wording("MappingPane.reading"));
    MappedArrays own = arrays.orElseThrow();
    stop =
        window
            .background()
            .startCancellable(
                wording("MappingPane.reading"), (_, _) -> own.reading(now), this::show, this::fail);
  }

  private void show(Reading read) {
    reading = Optional.of(read);
    message.check(() -> {
      read.problem()
          .ifPresent(problem -> {
            throw new Problem(
                Sentences.capitalised(problem.what()), "", wording("MappingPane.say_above"));
          });
      return wording("MappingPane.episodes", read.episodes(), read.steps());
    });
    allow();
  }

  private void fail(Throwable failure) {
    if (failure instanceof Problem problem) {
      message.check(() -> {
        throw problem;
      });
    } else {
      window.raiseNotice(Notice.of(failure));
    }
  }

  private void allow() {
    open.setDisable(reading.filter(read -> read.problem().isEmpty()).isEmpty());
  }

  /// Keeps the meanings beside the file and opens it as a recording.
  private void open() {
    Meanings said = meanings.orElseThrow();
    MappedArrays own = arrays.orElseThrow();
    window
        .background()
        .startCancellable(
            wording("MappingPane.keeping"),
            (_, _) -> own.keep(said),
            _ -> window.open(file),
            this::fail);
  }

  private static String words(Meaning meaning) {
    return switch (meaning) {
      case OBSERVATION -> wording("MappingPane.observation");
      case ACTION -> wording("MappingPane.action");
      case REWARD -> wording("MappingPane.reward");
      case TERMINAL -> wording("MappingPane.terminal");
      case TRUNCATION -> wording("MappingPane.truncation");
      case EPISODE -> wording("MappingPane.episode");
      case TRIAL -> wording("MappingPane.trial");
      case POSE -> wording("MappingPane.pose");
      case COLUMN -> wording("MappingPane.column");
    };
  }
}
