package dev.hindsight.app.breakpoints;

import dev.hindsight.inspector.breakpoint.Breakpoint;
import dev.hindsight.inspector.breakpoint.ConditionResult;
import dev.hindsight.inspector.breakpoint.HitSearch;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/// A breakpoint in a list: switched on or not, its number and colour, its condition, and how often
/// it is hit. FX thread.
final class BreakpointCell extends ListCell<Breakpoint> {
  private final BreakpointSearch desk;

  BreakpointCell(BreakpointSearch desk) {
    this.desk = desk;
  }

  @Override
  protected void updateItem(@Nullable Breakpoint breakpoint, boolean empty) {
    super.updateItem(breakpoint, empty);
    if (empty || breakpoint == null) {
      setGraphic(null);
      setAccessibleText("");
      return;
    }
    CheckBox on = new CheckBox();
    on.setSelected(breakpoint.use() == Breakpoint.Use.ON);
    on.setAccessibleText("Enable " + breakpoint.title());
    on.setFocusTraversable(false);
    on.setOnAction(_ ->
        desk.book()
            .send(
                new BreakpointCommand.Update(
                    breakpoint, breakpoint.with(breakpoint.use().other()))));
    Label badge = new Label(Integer.toString(getIndex() + 1));
    badge.setStyle(String.format("-fx-background-color: #%06x;", breakpoint.mark().onDark()));
    badge.getStyleClass().addAll("hs-bookmark-mark", "hs-breakpoint-mark");
    badge.setMinWidth(USE_PREF_SIZE);
    Label title = new Label(breakpoint.title());
    title.getStyleClass().add("text-bold");
    Label condition = new Label(breakpoint.condition());
    condition.getStyleClass().add("text-muted");
    String words = words(breakpoint);
    Label count = new Label(words);
    count.setWrapText(true);
    VBox lines = new VBox(1, title);
    if (!breakpoint.name().isBlank()) {
      lines.getChildren().add(condition);
    }
    lines.getChildren().add(count);
    setGraphic(new HBox(8, on, badge, lines));
    setAccessibleText(breakpoint.title() + ", " + breakpoint.condition() + ", " + words);
  }

  private String words(Breakpoint breakpoint) {
    if (breakpoint.use() == Breakpoint.Use.OFF) {
      return "off";
    }
    return switch (desk.found(breakpoint)) {
      case ConditionResult.Pending _ -> "looking…";
      case ConditionResult.Failed failed -> failed.why();
      case ConditionResult.Completed completed -> {
        long hits = new HitSearch(completed, breakpoint.when()).count();
        yield (hits == 0 ? "no hits" : hits == 1 ? "1 hit" : hits + " hits")
            + ", "
            + breakpoint.when().words();
      }
    };
  }
}
