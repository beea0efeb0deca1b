package dev.hindsight.app.foreign;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.fx.IconButton;
import dev.hindsight.app.fx.ProblemLine;
import dev.hindsight.app.fx.ScaledColumns;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.workspace.FileTab;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.inspector.panel.FileDialogs;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.policy.TensorSummary;
import dev.hindsight.trainer.rollout.foreign.dataset.MappedArrays;
import dev.hindsight.trainer.text.Sentences;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.collections.transformation.FilteredList;
import javafx.collections.transformation.SortedList;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.material2.Material2AL;

/// The tensors of a file that is no policy of ours: a table of their numbers, and how far each is
/// from the one of its name in another file. FX thread.
public final class TensorsPane extends BorderPane {
  private static final List<FileDialogs.Kind> KINDS =
      List.of(
          new FileDialogs.Kind(
              wording("TensorsPane.files"),
              List.of("*.pt", "*.pth", "*.safetensors", "*.npz", "*.npy")),
          FileDialogs.Kind.ALL);

  private final WindowContext window;
  private final Path file;
  private final Label summary = new Label();
  private final ProblemLine message = new ProblemLine();
  private final TableView<TensorTable.Row> table = new TableView<>();
  private final ObservableList<TensorTable.Row> rows = FXCollections.observableArrayList();
  private final FilteredList<TensorTable.Row> filtered = new FilteredList<>(rows);
  private final SortedList<TensorTable.Row> sorted = new SortedList<>(filtered);
  private final ScaledColumns<TensorTable.Row> columns = new ScaledColumns<>(table);
  private Runnable stop = () -> {};

  /// Reads the file in the background.
  public TensorsPane(WindowContext window, FileTab tab) {
    this.window = window;
    this.file = tab.file();
    setId("tensors");
    getStyleClass().add("hs-draft");
    table.setId("tensors.table");
    table.setAccessibleText(wording("TensorsPane.tensors"));
    table.getStyleClass().addAll("dense", "striped");
    table.setPlaceholder(new Label());
    sorted.comparatorProperty().bind(table.comparatorProperty());
    table.setItems(sorted);
    summary.setId("tensors.summary");
    summary.setWrapText(true);
    summary.setMinHeight(USE_PREF_SIZE);
    message.setId("tensors.message");
    message.managedProperty().bind(message.textProperty().isNotEmpty());
    tab.why()
        .ifPresent(why ->
            message.check(() -> wording("TensorsPane.no_policy", Sentences.capitalised(why))));
    VBox top = new VBox(8, summary, message, tools());
    top.getStyleClass().add("hs-tensors-top");
    setTop(top);
    setCenter(new StackPane(table, columns.scale()));
    read(Optional.empty());
  }

  private HBox tools() {
    TextField filter = new TextField();
    filter.setId("tensors.filter");
    filter.setPromptText(wording("TensorsPane.filter"));
    filter.setAccessibleText(wording("TensorsPane.filter"));
    filter.textProperty().subscribe(this::filter);
    HBox row =
        new HBox(
            8,
            filter,
            IconButton.of(
                "tensors.compare",
                wording("TensorsPane.compare_with"),
                Material2AL.COMPARE_ARROWS,
                () ->
                    window
                        .dialogs()
                        .open(wording("TensorsPane.compare_with_file"), KINDS)
                        .ifPresent(other -> read(Optional.of(other)))));
    if (MappedArrays.takes(file)) {
      row.getChildren()
          .add(
              IconButton.of(
                  "tensors.arrays",
                  wording("TensorsPane.say_what_they_mean"),
                  Material2AL.FORMAT_LIST_BULLETED,
                  () -> window.openArrays(file)));
    }
    row.setAlignment(Pos.CENTER_LEFT);
    return row;
  }

  private void filter(String typed) {
    List<String> words = List.of(typed.toLowerCase(Locale.ROOT).strip().split("\\s+", -1));
    filtered.setPredicate(row -> {
      String name = row.summary().name().toLowerCase(Locale.ROOT);
      return words.stream().allMatch(name::contains);
    });
  }

  private void read(Optional<Path> other) {
    stop.run();
    stop =
        window
            .background()
            .startCancellable(
                wording("TensorsPane.reading", file.getFileName()),
                (_, _) -> TensorTable.read(file, other),
                read -> show(read, other),
                this::fail);
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

  private void show(TensorTable read, Optional<Path> other) {
    columns.clear();
    text(wording("TensorsPane.name"), 240, row -> row.summary().name());
    text(wording("TensorsPane.shape"), 92, row -> Arrays.toString(row.summary().shape()));
    histogram();
    if (read.nonFinite() > 0) {
      number(wording("TensorsPane.not_finite"), 80, row -> row.summary().nonFinite());
    }
    if (other.isPresent()) {
      number(
          wording("TensorsPane.differs_by"),
          96,
          row -> row.difference().map(TensorSummary.Difference::largest).orElse(Double.NaN));
      number(
          wording("TensorsPane.of_its_norm"),
          96,
          row -> row.difference().map(TensorSummary.Difference::relative).orElse(Double.NaN));
      if (read.rows().stream().anyMatch(row -> row.pairing() != TensorTable.Pairing.PAIRED)) {
        text(wording("TensorsPane.other_file"), 120, TensorsPane::paired);
      }
    }
    number(wording("TensorsPane.norm"), 76, row -> row.summary().norm());
    number(wording("TensorsPane.mean"), 84, row -> row.summary().mean());
    number(wording("TensorsPane.deviation"), 84, row -> row.summary().deviation());
    number(wording("TensorsPane.least"), 84, row -> row.summary().least());
    number(wording("TensorsPane.most"), 84, row -> row.summary().most());
    rows.setAll(read.rows());
    summary.setText(words(read, other));
  }

  private String words(TensorTable read, Optional<Path> other) {
    String numbers = wording("TensorsPane.in_all", read.rows().size(), read.numbers());
    String odd =
        read.nonFinite() == 0 ? "" : wording("TensorsPane.are_not_finite", read.nonFinite());
    String beside =
        other
            .map(path ->
                wording(
                    "TensorsPane.beside",
                    path.getFileName(),
                    read.names(TensorTable.Pairing.PAIRED).size(),
                    read.names(TensorTable.Pairing.ADDED).size(),
                    read.missing().size(),
                    read.names(TensorTable.Pairing.OTHER_SHAPE).size()))
            .orElse("");
    return numbers + odd + beside;
  }

  private static String paired(TensorTable.Row row) {
    return switch (row.pairing()) {
      case ALONE, PAIRED -> "";
      case ADDED -> wording("TensorsPane.not_there");
      case OTHER_SHAPE -> wording("TensorsPane.of_another_shape");
    };
  }

  private void text(String title, double width, Function<TensorTable.Row, String> words) {
    TableColumn<TensorTable.Row, String> column = new TableColumn<>(title);
    column.setCellValueFactory(cell -> new ReadOnlyObjectWrapper<>(words.apply(cell.getValue())));
    column.setStyle("-fx-alignment: center-left;");
    columns.add(column, width);
  }

  private void number(String title, double width, ToDoubleFunction<TensorTable.Row> value) {
    TableColumn<TensorTable.Row, Double> column = new TableColumn<>(title);
    column.setCellValueFactory(
        cell -> new ReadOnlyObjectWrapper<>(value.applyAsDouble(cell.getValue())));
    column.setCellFactory(_ -> new NumberCell());
    columns.add(column, width);
  }

  private void histogram() {
    TableColumn<TensorTable.Row, TensorSummary> column =
        new TableColumn<>(wording("TensorsPane.histogram"));
    column.setCellValueFactory(cell -> new ReadOnlyObjectWrapper<>(cell.getValue().summary()));
    column.setCellFactory(_ -> new HistogramCell());
    column.setSortable(false);
    columns.add(column, 132);
  }

  /// A number with three digits.
  private static final class NumberCell extends TableCell<TensorTable.Row, Double> {
    NumberCell() {
      setAlignment(Pos.CENTER_RIGHT);
    }

    @Override
    protected void updateItem(@Nullable Double value, boolean empty) {
      super.updateItem(value, empty);
      setText(empty || value == null ? "" : words(value));
    }

    private static String words(double value) {
      return Double.isNaN(value) ? NumberWords.NONE : NumberWords.significant(value, 3);
    }
  }

  /// The histogram of a tensor as bars, from its least number to its largest.
  private static final class HistogramCell extends TableCell<TensorTable.Row, TensorSummary> {
    private static final double TALLEST = 1.6;

    private final HBox bars = new HBox(1);

    HistogramCell() {
      bars.setAlignment(Pos.BOTTOM_LEFT);
      bars.getStyleClass().add("hs-histogram");
      for (int bin = 0; bin < TensorSummary.BINS; bin++) {
        Region bar = new Region();
        bar.getStyleClass().add("hs-histogram-bar");
        bar.setMaxHeight(USE_PREF_SIZE);
        HBox.setHgrow(bar, Priority.ALWAYS);
        bars.getChildren().add(bar);
      }
    }

    @Override
    protected void updateItem(@Nullable TensorSummary summary, boolean empty) {
      super.updateItem(summary, empty);
      if (empty || summary == null) {
        setGraphic(null);
        return;
      }
      int highest = Math.max(1, Arrays.stream(summary.histogram()).max().orElse(1));
      for (int bin = 0; bin < TensorSummary.BINS; bin++) {
        int count = summary.histogram()[bin];
        double share = (double) count / highest;
        // What is there at all can be seen.
        double height = count == 0 ? 0 : Math.max(0.1, TALLEST * share);
        String style = String.format(Locale.ROOT, "-fx-pref-height: %.3fem;", height);
        bars.getChildren().get(bin).setStyle(style);
      }
      bars.setAccessibleText(summary.bars());
      setGraphic(bars);
    }
  }
}
