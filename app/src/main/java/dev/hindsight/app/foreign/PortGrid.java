package dev.hindsight.app.foreign;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.inspector.live.WordsConverter;
import dev.hindsight.trainer.policy.program.NumberKind;
import dev.hindsight.trainer.policy.program.PortRole;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;

/// The arrays that flow in or out of a policy, a row for each: its name, its sizes, a choice of
/// what it means, and what else must be said about it then. FX thread.
final class PortGrid extends GridPane {
  private final String id;
  private final List<PortRole> roles;
  private final BiConsumer<Integer, UnaryOperator<PortAnswer>> listener;
  private List<Row> shown = List.of();

  /// A row.
  ///
  /// @param answer what is said about it
  /// @param array type and sizes, in words
  /// @param segments of the observation here
  /// @param outputs names of what comes out
  record Row(PortAnswer answer, String array, List<String> segments, List<String> outputs) {
    /// Whether a row differs in more than what is typed into its fields.
    private boolean looksLike(Row other) {
      return answer.name().equals(other.answer.name())
          && answer.role() == other.answer.role()
          && array.equals(other.array)
          && segments.equals(other.segments)
          && outputs.equals(other.outputs);
    }
  }

  /// @param id of the grid; those of its controls begin with it: `policy.in.0.role`
  /// @param listener receives the index of a row and what the user says of it
  PortGrid(
      String id, List<PortRole> roles, BiConsumer<Integer, UnaryOperator<PortAnswer>> listener) {
    this.id = id;
    this.roles = roles;
    this.listener = listener;
    setId(id);
    getStyleClass().addAll("hs-form", "hs-ports");
    ColumnConstraints details = new ColumnConstraints();
    details.setHgrow(Priority.ALWAYS);
    getColumnConstraints().addAll(fixed(), fixed(), fixed(), details);
  }

  private static ColumnConstraints fixed() {
    ColumnConstraints column = new ColumnConstraints();
    column.setMinWidth(USE_PREF_SIZE);
    return column;
  }

  /// Shows rows. Controls stay while nothing but what was typed into them has changed.
  void show(List<Row> rows) {
    boolean same = rows.size() == shown.size();
    for (int i = 0; same && i < rows.size(); i++) {
      same = rows.get(i).looksLike(shown.get(i));
    }
    shown = List.copyOf(rows);
    if (!same) {
      build();
    }
  }

  private void build() {
    Node focused = getScene() == null ? null : getScene().getFocusOwner();
    String focusedId = focused == null ? "" : String.valueOf(focused.getId());
    getChildren().clear();
    for (int i = 0; i < shown.size(); i++) {
      add(i, shown.get(i));
    }
    lookupAll(".combo-box").stream()
        .filter(node -> focusedId.equals(node.getId()))
        .findFirst()
        .ifPresent(Node::requestFocus);
  }

  private void add(int index, Row row) {
    String own = id + "." + index;
    PortAnswer answer = row.answer();
    Label name = new Label(answer.name());
    name.getStyleClass().add(Styles.TEXT_BOLD);
    Label array = new Label(row.array());
    array.getStyleClass().add(Styles.TEXT_MUTED);
    ComboBox<PortRole> role =
        choice(
            own + ".role",
            wording("PortGrid.what_it_means", answer.name()),
            roles,
            answer.role(),
            PortGrid::words,
            chosen -> listener.accept(index, said -> said.with(chosen)));
    name.setLabelFor(role);
    addRow(index, name, array, role, details(index, own, row));
  }

  private HBox details(int index, String own, Row row) {
    PortAnswer answer = row.answer();
    HBox box = new HBox(8);
    boolean input = !row.outputs().isEmpty() || roles.contains(PortRole.OBSERVATION);
    if (!input) {
      return box;
    }
    switch (answer.role()) {
      case OBSERVATION -> {
        if (row.segments().size() > 1) {
          box.getChildren()
              .add(
                  choice(
                      own + ".segment",
                      wording("PortGrid.segment_of", answer.name()),
                      withNothing(row.segments()),
                      answer.segment(),
                      text -> text.isEmpty() ? wording("PortGrid.the_whole") : text,
                      chosen -> listener.accept(index, said -> said.reading(chosen))));
        }
      }
      case STATE -> {
        TextField shape = new TextField(answer.shape());
        shape.setId(own + ".shape");
        shape.setPromptText(wording("PortGrid.sizes"));
        shape.setAccessibleText(wording("PortGrid.sizes_of", answer.name()));
        shape
            .textProperty()
            .addListener((_, _, text) -> listener.accept(index, said -> said.shaped(text)));
        box.getChildren().add(shape);
        if (row.outputs().size() > 1) {
          box.getChildren()
              .add(
                  choice(
                      own + ".from",
                      wording("PortGrid.follows_from", answer.name()),
                      withNothing(row.outputs()),
                      answer.from(),
                      text ->
                          text.isEmpty()
                              ? wording("PortGrid.in_order")
                              : wording("PortGrid.from", text),
                      chosen -> listener.accept(index, said -> said.following(chosen))));
        }
      }
      case MASK, DONE ->
          box.getChildren()
              .add(
                  choice(
                      own + ".type",
                      wording("PortGrid.type_of", answer.name()),
                      withNothing(Arrays.stream(NumberKind.values()).map(NumberKind::id).toList()),
                      answer.type(),
                      text -> text.isEmpty() ? wording("PortGrid.as_the_file_says") : text,
                      chosen -> listener.accept(index, said -> said.of(chosen))));
      default -> {}
    }
    return box;
  }

  private static List<String> withNothing(List<String> texts) {
    return Stream.concat(Stream.of(""), texts.stream()).toList();
  }

  private static <T> ComboBox<T> choice(
      String id,
      String label,
      List<T> items,
      T first,
      Function<T, String> words,
      Consumer<T> chosen) {
    ComboBox<T> box = new ComboBox<>();
    box.setId(id);
    box.setAccessibleText(label);
    box.getItems().setAll(items);
    box.setConverter(new WordsConverter<>(words));
    box.setValue(first);
    box.setMinWidth(USE_PREF_SIZE);
    box.valueProperty().addListener((_, _, value) -> chosen.accept(value));
    return box;
  }

  private static String words(PortRole role) {
    return switch (role) {
      case OBSERVATION -> wording("PortGrid.observation");
      case MASK -> wording("PortGrid.mask");
      case DONE -> wording("PortGrid.done");
      case STATE -> wording("PortGrid.state");
      case LOGITS -> wording("PortGrid.logits");
      case PROBABILITIES -> wording("PortGrid.probabilities");
      case MEAN -> wording("PortGrid.mean");
      case DEVIATION -> wording("PortGrid.deviation");
      case LOG_DEVIATION -> wording("PortGrid.log_deviation");
      case VALUE -> wording("PortGrid.value");
      case IGNORED -> wording("PortGrid.ignored");
    };
  }
}
