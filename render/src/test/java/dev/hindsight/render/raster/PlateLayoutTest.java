package dev.hindsight.render.raster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.render.Palette;
import dev.hindsight.trainer.scene.Captions;
import dev.hindsight.trainer.scene.LengthUnit;
import dev.hindsight.trainer.scene.Viewpoint;
import java.awt.Rectangle;
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

  @Test
  void countsGoBelowTheCaptionInAPictureTooNarrowForBoth() {
    Captions captions =
        new Captions(
            "Trial 3 / 3",
            "tick 62   6.2 s",
            List.of(
                new Captions.Metric("collisions of egos", "1"), new Captions.Metric("goals", "0")),
            List.of("Trial 1: 0 of 9 reached, 5 off the road", "Trial 2: 0 of 6 reached, 4 off"));
    for (int width : new int[] {320, 400, 500, 640, 1280}) {
      List<PlateLayout.PlacedPlate> plates =
          new PlateLayout(Palette.DARK)
              .of(captions, LengthUnit.METRES, new Viewpoint(width, 400, 0, 0, 1, 0), 1, 1);

      assertEquals(3, plates.size(), width + " pixels wide");
      for (int one = 0; one < plates.size(); one++) {
        for (int other = one + 1; other < plates.size(); other++) {
          assertTrue(
              !box(plates.get(one)).intersects(box(plates.get(other))), width + " pixels wide");
        }
      }
    }
  }

  private static Rectangle box(PlateLayout.PlacedPlate plate) {
    return new Rectangle(plate.x(), plate.y(), plate.sprite().width(), plate.sprite().height());
  }
}
