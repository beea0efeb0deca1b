package dev.hindsight.app.replay;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.fx.OrderedWords;
import dev.hindsight.app.fx.ScaledColumns;
import dev.hindsight.trainer.NumberWords;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.scene.control.Label;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.layout.StackPane;

/// Lists the steps of an episode in a replay buffer. FX thread.
final class StepTable extends StackPane {
  private final TableView<ReplayStep> table = new TableView<>();
  private final ScaledColumns<ReplayStep> columns = new ScaledColumns<>(table);
  private Optional<ReplayRow> episode = Optional.empty();

  StepTable() {
    table.setId("replay.steps");
    table.setAccessibleText(wording("StepTable.steps"));
    table.setPlaceholder(new Label(wording("StepTable.select_an_episode")));
    table.getStyleClass().addAll("dense", "striped");
    column(wording("StepTable.step"), 70, step -> "" + step.step(), ReplayStep::step);
    column(wording("StepTable.tick"), 80, step -> "" + step.tick(), ReplayStep::tick);
    column(
        wording("StepTable.reward"),
        90,
        step -> ReplayText.number(step.reward()),
        ReplayStep::reward);
    column(
        wording("StepTable.priority"),
        90,
        step -> ReplayText.number(step.priority()),
        ReplayStep::priority);
    column(
        wording("StepTable.probability"),
        110,
        step -> ReplayText.share(step.probability()),
        ReplayStep::probability);
    column(
        wording("StepTable.draws"), 80, step -> NumberWords.count(step.draws()), ReplayStep::draws);
    column(
        wording("StepTable.last_drawn"),
        170,
        step ->
            step.start()
                ? ReplayText.drawn(step.since())
                : wording("StepTable.too_late_in_the_episode"),
        step -> EpisodeTable.order(step.since()));
    getChildren().addAll(table, columns.scale());
  }

  /// The control with the rows.
  TableView<ReplayStep> table() {
    return table;
  }

  /// Shows the steps of an episode, and keeps the selected one of the same episode.
  void show(Optional<ReplayRow> row) {
    boolean same = row.isPresent() && episode.filter(row.get()::same).isPresent();
    Optional<ReplayStep> before = same ? selected() : Optional.empty();
    episode = row;
    table.getItems().setAll(row.map(ReplayStep::of).orElse(List.of()));
    table.sort();
    table.getSelectionModel().clearSelection();
    before.ifPresent(old ->
        table.getItems().stream()
            .filter(step -> step.step() == old.step())
            .findFirst()
            .ifPresent(table.getSelectionModel()::select));
  }

  /// The selected step.
  Optional<ReplayStep> selected() {
    return Optional.ofNullable(table.getSelectionModel().getSelectedItem());
  }

  private void column(
      String title,
      double width,
      Function<ReplayStep, String> words,
      ToDoubleFunction<ReplayStep> order) {
    TableColumn<ReplayStep, OrderedWords> column = new TableColumn<>(title);
    column.setCellValueFactory(cell ->
        new ReadOnlyObjectWrapper<>(
            new OrderedWords(words.apply(cell.getValue()), order.applyAsDouble(cell.getValue()))));
    columns.add(column, width);
  }
}
