package dev.hindsight.render.raster;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.render.Palette;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Tone;
import dev.hindsight.trainer.scene.Viewpoint;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Recordings of other programs may hold any number as a place or a size.
@Timeout(60)
class MarkPainterTest {
  private static final int SIDE = 100;

  private static int[] painted(List<Mark> marks) {
    BufferedImage image = SceneRaster.canvas(SIDE, SIDE);
    Graphics2D g = image.createGraphics();
    new MarkPainter(Palette.DARK).shapes(g, marks, new Viewpoint(SIDE, SIDE, 0, 0, 10, 0));
    g.dispose();
    return image.getRGB(0, 0, SIDE, SIDE, null, 0, SIDE);
  }

  @ParameterizedTest
  @ValueSource(floats = {1e9f, 1e30f, Float.MAX_VALUE, Float.POSITIVE_INFINITY, Float.NaN})
  void brokenLinesToPlacesOutOfThisWorldEnd(float far) {
    int[] _ =
        painted(
            List.of(
                new Mark.Polyline(
                    new float[] {0, 0, far, far},
                    Mark.Stroke.solid(0, 1).dashed(),
                    Tone.GOAL,
                    MarkSubject.NONE),
                new Mark.Disc(0, 0, far, 1, Mark.Fill.HOLLOW, Tone.CONFLICT, MarkSubject.NONE),
                new Mark.Box(
                    0,
                    0,
                    0.5f,
                    far,
                    far / 2,
                    Mark.Form.VEHICLE,
                    Mark.Fill.HOLLOW,
                    Tone.LIMBO,
                    MarkSubject.NONE)));
  }

  @Test
  void aBrokenLineHasGaps() {
    int[] pixels =
        painted(
            List.of(
                new Mark.Polyline(
                    new float[] {-4, 0, 4, 0},
                    Mark.Stroke.solid(0, 2).dashed(),
                    Tone.GOAL,
                    MarkSubject.NONE)));
    int[] row = Arrays.copyOfRange(pixels, SIDE * SIDE / 2, SIDE * SIDE / 2 + SIDE);
    int runs = 0;
    for (int x = 1; x < SIDE; x++) {
      runs += row[x] != row[0] && row[x - 1] == row[0] ? 1 : 0;
    }
    assertTrue(runs > 5, runs + " dashes");
  }
}
