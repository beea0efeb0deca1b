package dev.hindsight.inspector.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.render.stage.HeadlessToolkit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeTableCell;
import javafx.scene.layout.Region;
import javafx.scene.text.Text;
import org.junit.jupiter.api.Test;

class CellContentTest {
  private final Map<String, String> words = new ConcurrentHashMap<>(Map.of("a", "0.1", "b", "2"));
  private final Map<String, Double> parts = new ConcurrentHashMap<>(Map.of("a", 0.5, "b", 0.0));

  private LiveTree<String> table(double width) {
    LiveTree<String> table = new LiveTree<>("table", "a table");
    table.column("Name", 60, text -> text);
    table.column("Value", 80, row -> words.getOrDefault(row, ""));
    table.bars(
        "Part", 100, row -> parts.getOrDefault(row, 0.0), row -> words.getOrDefault(row, ""));
    table.signedBars(
        "Signed", 100, row -> parts.getOrDefault(row, 0.0), row -> words.getOrDefault(row, ""));
    TreeItem<String> root = new TreeItem<>();
    root.getChildren().setAll(List.of(new TreeItem<>("a"), new TreeItem<>("b")));
    table.setRoot(root);
    Scene scene = new Scene(table, width, 200);
    scene.snapshot(null);
    scene.snapshot(null);
    return table;
  }

  private static TreeTableCell<?, ?> cell(LiveTree<String> table, int row, String title) {
    return table.lookupAll(".tree-table-cell").stream()
        .map(node -> (TreeTableCell<?, ?>) node)
        .filter(cell -> cell.getIndex() == row && cell.getTableColumn().getText().equals(title))
        .findFirst()
        .orElseThrow();
  }

  private static CellContent content(LiveTree<String> table, int row, String title) {
    return (CellContent) cell(table, row, title).getGraphic();
  }

  private static Region bar(LiveTree<String> table, int row, String title) {
    return (Region) content(table, row, title).getChildrenUnmodifiable().getFirst();
  }

  /// If one cell needs a layout, JavaFX rebuilds all rows of its table.
  @Test
  void aNewTextIsShownAndReadAloudWithoutALayout() throws Exception {
    HeadlessToolkit.onFx(() -> {
      LiveTree<String> table = table(400);
      words.put("a", "-1234.56");
      parts.put("a", 0.9);
      table.refreshCells();

      assertEquals("-1234.56", content(table, 0, "Value").shown());
      assertEquals("-1234.56", cell(table, 0, "Value").getAccessibleText());
      for (Node cell : table.lookupAll(".indexed-cell")) {
        assertFalse(((Parent) cell).isNeedsLayout(), cell.toString());
      }
      return true;
    });
  }

  @Test
  void aTextWithoutRoomEndsInAnEllipsis() throws Exception {
    HeadlessToolkit.onFx(() -> {
      LiveTree<String> table = table(400);
      words.put("a", "a text that is much too long for its column");
      table.refreshCells();

      String shown = content(table, 0, "Value").shown();
      assertTrue(shown.matches("a .+…") && shown.length() < 15, shown);
      assertEquals(words.get("a"), cell(table, 0, "Value").getAccessibleText());
      assertEquals("2", content(table, 1, "Value").shown());
      return true;
    });
  }

  @Test
  void barsBeginAtTheLeftOrInTheMiddle() throws Exception {
    HeadlessToolkit.onFx(() -> {
      LiveTree<String> table = table(400);
      parts.put("a", -0.5);
      parts.put("b", 0.5);
      table.refreshCells();
      double whole = 2 * bar(table, 1, "Part").getWidth();

      assertFalse(bar(table, 0, "Part").isVisible());
      assertTrue(whole > 60, "half of a column of 100: " + whole / 2);
      assertEquals(whole / 4, bar(table, 0, "Signed").getLayoutX(), 1e-9);
      assertEquals(whole / 4, bar(table, 0, "Signed").getWidth(), 1e-9);
      assertEquals(whole / 2, bar(table, 1, "Signed").getLayoutX(), 1e-9);
      return true;
    });
  }

  @Test
  void aPartThatIsNoNumberHasNoBar() throws Exception {
    HeadlessToolkit.onFx(() -> {
      LiveTree<String> table = table(400);
      parts.put("a", Double.NaN);
      parts.put("b", 7.0);
      table.refreshCells();

      assertFalse(bar(table, 0, "Part").isVisible());
      assertFalse(bar(table, 0, "Signed").isVisible());
      double room = cell(table, 1, "Part").getWidth();
      assertTrue(bar(table, 1, "Part").getWidth() < room, "limited to the cell");
      return true;
    });
  }

  @Test
  void aTextStandsOnTheLineOfTheNameBesideIt() throws Exception {
    HeadlessToolkit.onFx(() -> {
      LiveTree<String> table = table(400);
      Text name = (Text) cell(table, 0, "Name").lookup(".text");
      Text value = (Text) content(table, 0, "Value").getChildrenUnmodifiable().getLast();

      assertEquals(line(name), line(value), 0.5);
      return true;
    });
  }

  /// The y coordinate of the line that letters stand on, in the scene.
  private static double line(Text text) {
    double below = text.getTextOrigin() == VPos.BASELINE ? 0 : text.getBaselineOffset();
    return text.localToScene(0, text.getY() + below).getY();
  }
}
