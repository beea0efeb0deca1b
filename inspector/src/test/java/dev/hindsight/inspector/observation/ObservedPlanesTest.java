package dev.hindsight.inspector.observation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.PanelUnderTest;
import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.render.stage.HeadlessToolkit;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.observation.Audience;
import dev.hindsight.trainer.observation.NumberType;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.MarkSubject;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import javafx.event.ActionEvent;
import javafx.scene.Node;
import javafx.scene.control.TextField;
import javafx.scene.control.TreeItem;
import javafx.scene.image.WritableImage;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import org.junit.jupiter.api.Test;

/// Planes are pictures whose cells can be picked, and what is highlighted elsewhere is outlined.
class ObservedPlanesTest {
  private static final int SIDE = 8;
  private static final ObservationLayout LAYOUT =
      new ObservationLayout(
          List.of(
              new Segment("own", 0, List.of(2), List.of("x", "y")),
              new Segment(
                  "maps",
                  2,
                  List.of(2, SIDE, SIDE),
                  List.of("target", "action"),
                  List.of(),
                  NumberType.I1),
              new Segment(
                  "progress",
                  2 + 2 * SIDE * SIDE,
                  List.of(1),
                  List.of("share"),
                  List.of(),
                  NumberType.F4,
                  Audience.CRITIC)));

  private static Rollout rollout() {
    int size = LAYOUT.size();
    return new MemoryRollout("elsewhere", 1, 3, 1)
        .with(LAYOUT)
        .with(
            "observation",
            Dtype.F4,
            (tick, index) -> {
              int cell = index % size - 2 - SIDE * SIDE;
              // In the second plane: a hole at row 2, column 3, and dirt beside it.
              return cell == 2 * SIDE + 3 ? -1 : cell == 2 * SIDE + 4 ? 3 : tick * 0.0;
            },
            1,
            size);
  }

  private static PanelUnderTest open() {
    PanelUnderTest panel = new PanelUnderTest("observation", rollout());
    panel.show(1, 0);
    return panel;
  }

  private static void press(Node planes, KeyCode code) {
    planes.fireEvent(new KeyEvent(KeyEvent.KEY_PRESSED, "", "", code, false, false, false, false));
  }

  @Test
  void arrowKeysPickACellWhoseNumberCanBeReplaced() throws Exception {
    HeadlessToolkit.onFx(() -> {
      PanelUnderTest panel = open();
      Node planes = panel.find("observation.planes", Node.class);
      TextField value = panel.find("observation.value", TextField.class);
      assertFalse(value.getParent().isVisible());
      press(planes, KeyCode.DOWN);
      press(planes, KeyCode.DOWN);
      press(planes, KeyCode.RIGHT);
      press(planes, KeyCode.UP);
      assertTrue(value.getParent().isVisible());
      value.setText("1");
      value.fireEvent(new ActionEvent());
      assertEquals(List.of(new Edit.ObservedNumber(1, 0, 2 + 1, 1)), panel.proposed());
      return true;
    });
  }

  @Test
  void aSegmentForTheCriticAloneSaysSo() {
    ObservationReading reading = ObservationReading.at(new Moment(rollout(), 1, 0));
    assertEquals(
        List.of("", "", "critic only"),
        ObservationPart.segments(LAYOUT, LAYOUT.size()).stream()
            .map(part -> reading.flags(part, _ -> false))
            .toList());
  }

  @Test
  void aPlaneIsOneRowOfTheTree() throws Exception {
    HeadlessToolkit.onFx(() -> {
      PanelUnderTest panel = open();
      LiveTree<?> tree = panel.find("observation", LiveTree.class);
      TreeItem<?> maps = tree.getRoot().getChildren().get(1);
      List<String> names =
          maps.getChildren().stream()
              .map(item -> ((ObservationPart) item.getValue()).name())
              .toList();
      assertEquals(List.of("target", "action"), names);
      assertTrue(maps.getChildren().stream().allMatch(TreeItem::isLeaf));
      return true;
    });
  }

  /// Pixels that differ between two pictures.
  private static long differing(WritableImage one, WritableImage other) {
    int width = (int) one.getWidth();
    return IntStream.range(0, width * (int) one.getHeight())
        .filter(i ->
            one.getPixelReader().getArgb(i % width, i / width)
                != other.getPixelReader().getArgb(i % width, i / width))
        .count();
  }

  @Test
  void aHighlightedPlaneIsOutlinedAndAHoleIsSeen() throws Exception {
    HeadlessToolkit.onFx(() -> {
      PanelUnderTest panel = open();
      Node planes = panel.find("observation.planes", Node.class);
      WritableImage before = planes.snapshot(null, null);
      int blue = 0;
      int orange = 0;
      for (int y = 0; y < before.getHeight() - 20; y++) {
        for (int x = 0; x < before.getWidth(); x++) {
          int rgb = before.getPixelReader().getArgb(x, y);
          int red = rgb >> 16 & 0xff;
          int b = rgb & 0xff;
          blue += b > red + 30 ? 1 : 0;
          orange += red > b + 60 ? 1 : 0;
        }
      }
      assertTrue(blue > 20 && orange > 20, blue + " blue, " + orange + " orange pixels");
      panel.point(Set.of(new MarkSubject("maps", 1)));
      assertTrue(differing(before, planes.snapshot(null, null)) > 100);
      return true;
    });
  }

  @Test
  void anObservationWithoutPlanesHasNoPictures() throws Exception {
    HeadlessToolkit.onFx(() -> {
      Rollout plain =
          new MemoryRollout("elsewhere", 1, 3, 1)
              .with("observation", Dtype.F4, (tick, index) -> tick + index, 1, 4);
      PanelUnderTest panel = new PanelUnderTest("observation", plain);
      panel.show(1, 0);
      assertFalse(panel.find("observation.planes", Node.class).isVisible());
      return true;
    });
  }
}
