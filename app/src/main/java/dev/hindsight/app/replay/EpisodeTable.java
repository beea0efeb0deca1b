package dev.hindsight.app.replay;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.fx.ScaledColumns;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.learn.replay.StoredEpisode;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;

/// Lists the episodes of a replay buffer; the selected one stays selected when the buffer has
/// changed. FX thread.
final class EpisodeTable extends StackPane {
  private final TableView<ReplayRow> table = new TableView<>();
  private final ScaledColumns<ReplayRow> columns = new ScaledColumns<>(table);
  private final TableColumn<ReplayRow, ReplayRow> member;

  EpisodeTable() {
    table.setId("replay.episodes");
    table.setAccessibleText(wording("EpisodeTable.episodes"));
    table.setPlaceholder(new Label(wording("EpisodeTable.no_episode_yet")));
    table.getStyleClass().addAll("dense", "striped");
    column(wording("EpisodeTable.episode"), 70, row -> "" + row.number(), ReplayRow::number);
    member =
        column(wording("EpisodeTable.member"), 75, row -> "" + row.buffer(), ReplayRow::buffer);
    column(
        wording("EpisodeTable.environment"),
        110,
        row -> "" + row.environment(),
        ReplayRow::environment);
    column(
        wording("EpisodeTable.agents"),
        65,
        row -> ReplayText.agents(row.agents()),
        row -> row.agents().getFirst());
    column(wording("EpisodeTable.ticks"), 95, ReplayText::ticks, ReplayRow::firstTick);
    column(
        wording("EpisodeTable.steps"),
        60,
        row -> NumberWords.count(row.stored().length()),
        row -> row.stored().length());
    column(
        wording("EpisodeTable.return"),
        70,
        row -> ReplayText.number(row.stored().sumOfRewards()),
        row -> row.stored().sumOfRewards());
    column(
        wording("EpisodeTable.end"),
        90,
        row -> ReplayText.end(row.stored().end()),
        row -> row.stored().end().code());
    column(
        wording("EpisodeTable.age_in_steps"),
        95,
        row -> NumberWords.count(row.steps()),
        ReplayRow::steps);
    column(
        wording("EpisodeTable.age_in_updates"),
        110,
        row -> NumberWords.count(row.updates()),
        ReplayRow::updates);
    column(
        wording("EpisodeTable.mean_priority"),
        105,
        row -> ReplayText.number(row.stored().meanPriority()),
        row -> row.stored().meanPriority());
    column(
        wording("EpisodeTable.largest_priority"),
        70,
        row -> ReplayText.number(row.stored().largestPriority()),
        row -> row.stored().largestPriority());
    column(
        wording("EpisodeTable.probability"),
        90,
        row -> ReplayText.share(row.probability()),
        ReplayRow::probability);
    column(
        wording("EpisodeTable.draws"),
        65,
        row -> NumberWords.count(row.stored().draws()),
        row -> row.stored().draws());
    column(
        wording("EpisodeTable.last_drawn"),
        130,
        row -> ReplayText.drawn(row.stored().since()),
        row -> order(row.stored().since()));
    column(
        wording("EpisodeTable.bytes"),
        75,
        row -> NumberWords.bytes(row.stored().bytes()),
        row -> row.stored().bytes());
    getChildren().addAll(table, columns.scale());
  }

  /// What draws sort by: never comes last.
  static double order(int since) {
    return since == StoredEpisode.NEVER ? Double.NaN : since;
  }

  /// The control with the rows.
  TableView<ReplayRow> table() {
    return table;
  }

  /// Shows other episodes.
  void show(List<ReplayRow> rows) {
    Optional<ReplayRow> before = selected();
    member.setVisible(rows.stream().anyMatch(row -> row.buffer() > 0));
    table.getItems().setAll(rows);
    table.sort();
    table.getSelectionModel().clearSelection();
    before.ifPresent(old ->
        table.getItems().stream()
            .filter(old::same)
            .findFirst()
            .ifPresent(table.getSelectionModel()::select));
  }

  /// The selected episode.
  Optional<ReplayRow> selected() {
    return Optional.ofNullable(table.getSelectionModel().getSelectedItem());
  }

  /// A column whose words are made only for the rows that are seen: sorting compares numbers.
  private TableColumn<ReplayRow, ReplayRow> column(
      String title,
      double width,
      Function<ReplayRow, String> words,
      ToDoubleFunction<ReplayRow> order) {
    TableColumn<ReplayRow, ReplayRow> column = new TableColumn<>(title);
    column.setCellValueFactory(cell -> new ReadOnlyObjectWrapper<>(cell.getValue()));
    column.setComparator(Comparator.comparingDouble(order));
    column.setCellFactory(_ ->
        new TableCell<>() {
          @Override
          protected void updateItem(@Nullable ReplayRow row, boolean empty) {
            super.updateItem(row, empty);
            setText(empty || row == null ? null : words.apply(row));
          }
        });
    columns.add(column, width);
    return column;
  }
}
