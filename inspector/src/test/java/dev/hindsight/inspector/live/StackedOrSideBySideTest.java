package dev.hindsight.inspector.live;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.render.stage.HeadlessToolkit;
import javafx.scene.layout.Region;
import org.junit.jupiter.api.Test;

/// Side by side, no column of a table is cut off as long as the other part can spare the width.
class StackedOrSideBySideTest {
  private static final double COLUMNS = 300 + 114 + LiveTree.BAR;

  private static Region picture() {
    Region picture = new Region();
    picture.setMinSize(0, 150);
    picture.setPrefHeight(400);
    return picture;
  }

  private static LiveTree<String> table() {
    LiveTree<String> table = new LiveTree<>("table", "a table");
    table.column("Name", 300, text -> text);
    table.column("Value", 114, text -> text);
    table.tall(4);
    return table;
  }

  private static void layOut(StackedOrSideBySide both, double width, double height) {
    both.resize(width, height);
    both.layout();
  }

  @Test
  void aTableTakesTheWidthOfItsColumns() throws Exception {
    HeadlessToolkit.onFx(() -> {
      Region picture = picture();
      LiveTree<String> table = table();
      StackedOrSideBySide both = new StackedOrSideBySide(picture, 0.55, table);

      layOut(both, 706, 200);
      assertEquals(COLUMNS, table.getWidth(), 1, "its share is 315");
      assertEquals(270, picture.getWidth(), 1);

      layOut(both, 1206, 200);
      assertEquals(660, picture.getWidth(), 1, "there is room for both: the share holds");

      layOut(both, 406, 200);
      assertEquals(120, picture.getWidth(), 1, "the picture keeps three tenths");
      return true;
    });
  }

  @Test
  void aTableThatComesFirstTakesItToo() throws Exception {
    HeadlessToolkit.onFx(() -> {
      LiveTree<String> table = table();
      Region picture = picture();
      StackedOrSideBySide both = new StackedOrSideBySide(table, 0.4, picture);

      layOut(both, 706, 200);
      assertEquals(COLUMNS, table.getWidth(), 1, "its share is 280");

      layOut(both, 406, 200);
      assertEquals(280, table.getWidth(), 1, "the picture keeps three tenths");
      return true;
    });
  }
}
