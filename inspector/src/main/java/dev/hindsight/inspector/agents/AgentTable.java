package dev.hindsight.inspector.agents;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.live.CellContent;
import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.render.stage.TextScale;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.TickEvents;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.BodyNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;

/// Shows the agents at the cursor, one row each. Table and scene share one selection. FX thread.
final class AgentTable extends StackPane {
  private final TableView<AgentTableRow> table = new TableView<>();
  private final Map<TableColumn<AgentTableRow, ?>, Double> widths = new LinkedHashMap<>();
  private final List<WordsCell<?>> cells = new ArrayList<>();
  private final TextScale letters = new TextScale(this::widen);
  private final IntConsumer select;
  private List<AgentSnapshot> shown = List.of();
  private boolean showing;

  /// @param recording the recording, which may have names for its agents
  /// @param select receives the agent that the user chose, or [Moment#NO_AGENT]
  public AgentTable(Rollout recording, IntConsumer select) {
    this.select = select;
    table.setId("agents");
    table.setAccessibleText(wording("AgentTable.agents"));
    table.setPlaceholder(
        new Label(
            recording.manifest().agents() > 0
                ? wording("AgentTable.no_ticks_yet")
                : wording("AgentTable.no_agents")));
    table.getStyleClass().addAll("dense", "striped", LiveTree.EVEN_ROWS);
    column("Agent", 54, AgentSnapshot::agent, Object::toString);
    if (BodyNames.agent(recording, 0).isPresent()) {
      column(
          "Name",
          72,
          row -> BodyNames.agent(recording, row.agent()).orElse(""),
          UnaryOperator.identity());
    }
    column("State", 68, AgentSnapshot::state, UnaryOperator.identity());
    // Not "Reward": other panes show the reward of the tick, which this would seem to contradict.
    column(
        wording("AgentTable.total_reward"),
        width(wording("AgentTable.total_reward")),
        row -> row.sums().reward(),
        AgentTable::number);
    TickEvents events = new TickEvents(recording);
    if (events.tellsGoals()) {
      column("Goals", 54, row -> row.sums().of(EventKind.GOAL), Object::toString);
    }
    for (EventKind kind : events.shown()) {
      if (kind.inEventColumn() && !kind.equals(EventKind.GOAL) && !kind.equals(EventKind.REFUSED)) {
        column(kind.heading(), width(kind.heading()), row -> row.sums().of(kind), Object::toString);
      }
    }
    if (events.tellsGoals()) {
      column(
          wording("AgentTable.in_trial"),
          66,
          row -> row.trial().of(EventKind.GOAL),
          n -> n.least() > 0 ? "reached" : "–");
    }
    // A subscription would fire at once, before the user has chosen anything.
    table.getSelectionModel().selectedItemProperty().addListener((_, _, line) -> chosen(line));
    getChildren().addAll(table, letters);
    table.widthProperty().subscribe(_ -> spread());
    widen();
  }

  /// Columns cannot be styled, nor a height in rows, so this code scales their sizes with the text.
  private void widen() {
    widths.forEach((column, width) -> column.setMinWidth(width * letters.factor()));
    spread();
    table.setMinHeight(LiveTree.leastHeight(table.getItems().size()) * letters.factor());
  }

  /// The columns share the available width; if they need more, the table scrolls sideways. (The
  /// table's own resize policy cuts columns off in that case, without a scroll bar.)
  private void spread() {
    double needed = widths.values().stream().mapToDouble(Double::doubleValue).sum();
    double share = (table.getWidth() / letters.factor() - LiveTree.BAR) / needed;
    double unit = letters.factor() * Math.max(1, share);
    widths.forEach((column, width) -> LiveTree.prefer(column, Math.floor(width * unit)));
  }

  /// Shows the rows of a tick.
  ///
  /// @param selected the selected agent, or [Moment#NO_AGENT]
  public void show(List<AgentSnapshot> rows, int selected) {
    showing = true;
    try {
      fill(rows);
      select(selected);
    } finally {
      showing = false;
    }
  }

  private void fill(List<AgentSnapshot> rows) {
    shown = rows;
    if (table.getItems().size() != rows.size()) {
      table
          .getItems()
          .setAll(IntStream.range(0, rows.size()).mapToObj(AgentTableRow::new).toList());
      widen();
    }
    cells.forEach(WordsCell::refresh);
  }

  private void select(int agent) {
    AgentTableRow present = table.getSelectionModel().getSelectedItem();
    if (present != null && present.agent() == agent) {
      return;
    }
    table.getSelectionModel().clearSelection();
    for (AgentTableRow line : table.getItems()) {
      if (line.agent() == agent) {
        table.getSelectionModel().select(line);
        table.scrollTo(Math.max(0, table.getItems().indexOf(line) - 2));
      }
    }
  }

  private void chosen(@Nullable AgentTableRow line) {
    if (!showing) {
      select.accept(line == null ? Moment.NO_AGENT : line.agent());
    }
  }

  private <T extends Comparable<? super T>> void column(
      String title, double width, Function<AgentSnapshot, T> value, Function<T, String> words) {
    TableColumn<AgentTableRow, T> column = new TableColumn<>(title);
    // Not observed: JavaFX lays out and styles all rows of a table if an observed value changes.
    column.setCellValueFactory(
        cell -> new ReadOnlyObjectWrapper<>(value.apply(shown.get(cell.getValue().agent()))));
    column.setCellFactory(_ -> {
      WordsCell<T> cell = new WordsCell<>(row -> value.apply(shown.get(row.agent())), words);
      cells.add(cell);
      return cell;
    });
    widths.put(column, width);
    table.getColumns().add(column);
  }

  /// Room for the title of a count.
  private static double width(String title) {
    return Math.max(60, 16 + 7.4 * title.length());
  }

  private static String number(double value) {
    return NumberWords.decimals(value, 2);
  }

  /// A cell that sorts by a value of its row and shows it in words. FX thread.
  private static final class WordsCell<T> extends TableCell<AgentTableRow, T> {
    private final Function<AgentTableRow, T> value;
    private final Function<T, String> words;
    private final CellContent content = new CellContent(this);

    WordsCell(Function<AgentTableRow, T> value, Function<T, String> words) {
      this.value = value;
      this.words = words;
    }

    /// Shows the value at the cursor.
    void refresh() {
      @Nullable AgentTableRow row = getTableRow() == null ? null : getTableRow().getItem();
      if (!isEmpty() && row != null) {
        content.show(words.apply(value.apply(row)));
      }
    }

    @Override
    protected void updateItem(@Nullable T item, boolean empty) {
      super.updateItem(item, empty);
      content.show(empty || item == null ? "" : words.apply(item));
    }
  }

  /// A row. It is the agent's at every tick, so that selection and sort order stay while the cursor
  /// moves.
  private record AgentTableRow(int agent) {}
}
