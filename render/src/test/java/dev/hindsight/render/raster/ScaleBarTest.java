package dev.hindsight.render.raster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.scene.LengthUnit;
import dev.hindsight.trainer.scene.Viewpoint;
import org.junit.jupiter.api.Test;

class ScaleBarTest {
  private static ScaleBar bar(double pixelsPerMetre, LengthUnit unit) {
    return ScaleBar.of(new Viewpoint(800, 600, 0, 0, pixelsPerMetre, 0), unit, 1);
  }

  @Test
  void aSectorIsMeasuredInNauticalMiles() {
    ScaleBar bar = bar(6.1 / 1852, LengthUnit.NAUTICAL_MILES);

    assertEquals("10 NM", bar.words());
    assertEquals(61, bar.pixels(), 1e-9);
    assertEquals("0.5 NM", bar(180.0 / 1852, LengthUnit.NAUTICAL_MILES).words());
  }

  @Test
  void aTownIsMeasuredInMetres() {
    assertEquals("20 m", bar(4, LengthUnit.METRES).words());
    assertEquals("20 km", bar(0.0032, LengthUnit.METRES).words());
    assertEquals("20 cm", bar(400, LengthUnit.METRES).words());
  }
}
