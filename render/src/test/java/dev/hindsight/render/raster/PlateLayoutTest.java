package dev.hindsight.render.raster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.render.Palette;
import dev.hindsight.trainer.scene.Captions;
import dev.hindsight.trainer.scene.LengthUnit;
import dev.hindsight.trainer.scene.Viewpoint;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlateLayoutTest {
  private static int plates(double height, double letters) {
    return new PlateLayout(Palette.DARK)
        .of(
            new Captions("Trial 1 / 4", "tick 10", List.of()),
            LengthUnit.METRES,
            new Viewpoint(400, height, 0, 0, 1, 0),
            1,
            letters)
        .size();
  }

  @Test
  void theScaleBarIsLeftOutWhereItWouldLieOnTheCaption() {
    assertEquals(2, plates(300, 1));
    assertEquals(1, plates(60, 1));
    assertEquals(1, plates(120, 2));
  }
}
