package dev.hindsight.inspector.live;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.inspector.TestMouse;
import dev.hindsight.render.stage.HeadlessToolkit;
import java.util.List;
import javafx.geometry.Point2D;
import javafx.scene.Scene;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.StackPane;
import org.junit.jupiter.api.Test;

/// A picture whose text follows the size of all text.
class CanvasRegionTest {
  private static final class ProbeRegion extends CanvasRegion {
    private double wide;
    private double high;
    private double pointed;

    ProbeRegion() {
      super("probe", "A probe");
      preferSize(40, 200, 100);
      setOnMouseMoved(event -> pointed = x(event));
    }

    @Override
    protected void paint(GraphicsContext g, double width, double height) {
      wide = width;
      high = height;
    }
  }

  /// Requested height, painted width and height, and the position in units of a pointer at pixel
  /// 100.
  private static List<Double> probed(String scale) throws Exception {
    return HeadlessToolkit.onFx(() -> {
      ProbeRegion probeRegion = new ProbeRegion();
      StackPane root = new StackPane(probeRegion);
      Scene scene = new Scene(root, 300, 150);
      scene.getStylesheets().add("data:text/css,.hs-text-scale{-hs-text-scale:" + scale + ";}");
      root.applyCss();
      root.layout();
      TestMouse.send(probeRegion, MouseEvent.MOUSE_MOVED, new Point2D(100, 5));
      return List.of(
          probeRegion.prefHeight(-1), probeRegion.wide, probeRegion.high, probeRegion.pointed);
    });
  }

  @Test
  void itIsPaintedInUnitsThatGrowWithAllWords() throws Exception {
    assertEquals(List.of(100.0, 300.0, 150.0, 100.0), probed("1"));
    assertEquals(List.of(200.0, 150.0, 75.0, 50.0), probed("2"));
  }
}
