package dev.hindsight.inspector.attention;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.render.Palette;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.rollout.Span;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AttentionRasterTest {
  private static final AttentionColours COLOURS = new AttentionColours(Palette.DARK);
  private static final AttentionScale LINEAR = new AttentionScale(AttentionScale.Kind.LINEAR, 1);

  private static AttentionTrace trace(int ticks, float[] plane) {
    return new AttentionTrace(
        new Span(0, ticks),
        1,
        AttentionTrace.triangle(ticks),
        new float[][] {plane},
        new float[0][],
        new float[0],
        new float[0]);
  }

  private static float[] random(int ticks, long seed) {
    Random random = new Random(seed);
    float[] plane = new float[ticks * (ticks + 1) / 2];
    for (int i = 0; i < plane.length; i++) {
      plane[i] = random.nextInt(50) == 0 ? random.nextFloat() : 0.01f * random.nextFloat();
    }
    return plane;
  }

  private static int[] painted(
      AttentionTrace trace, AttentionMapViewport window, int side, Diagonal diagonal) {
    int[] argb = new int[side * side];
    new AttentionRaster(trace, trace.plane(0, 0), LINEAR, diagonal)
        .paint(window, COLOURS, argb, side, new PixelBox(0, 0, side, side));
    return argb;
  }

  @Test
  void whereManyCellsFallOnAPixelItShowsTheLargestOfThem() {
    int ticks = 103;
    int side = 17;
    AttentionTrace trace = trace(ticks, random(ticks, 3));
    int[] argb = painted(trace, AttentionMapViewport.all(ticks, ticks), side, Diagonal.SHOWN);
    for (int y = 0; y < side; y++) {
      for (int x = 0; x < side; x++) {
        float most = -1;
        for (int q = 0; q < ticks; q++) {
          for (int k = 0; k <= q; k++) {
            boolean touches =
                (q + 1) * side > y * ticks
                    && q * side < (y + 1) * ticks
                    && (k + 1) * side > x * ticks
                    && k * side < (x + 1) * ticks;
            most = touches ? Math.max(most, trace.weight(0, 0, q, k)) : most;
          }
        }
        assertEquals(most < 0 ? COLOURS.ground() : COLOURS.argb(most), argb[y * side + x]);
      }
    }
  }

  @Test
  void oneWeightAmongThousandsIsNeverLost() {
    int ticks = 804;
    float[] plane = new float[ticks * (ticks + 1) / 2];
    int[] offsets = AttentionTrace.triangle(ticks);
    Random random = new Random(9);
    for (int i = 0; i < 30; i++) {
      Arrays.fill(plane, 0);
      int query = random.nextInt(ticks);
      plane[offsets[query] + random.nextInt(query + 1)] = 1;
      int[] argb =
          painted(trace(ticks, plane), AttentionMapViewport.all(ticks, ticks), 61, Diagonal.SHOWN);
      assertTrue(Arrays.stream(argb).anyMatch(pixel -> pixel == COLOURS.argb(1)));
    }
  }

  @Test
  void aHiddenDiagonalIsNeitherDrawnNorCounted() {
    int ticks = 5;
    float[] plane = new float[15];
    for (int q = 0; q < ticks; q++) {
      plane[AttentionTrace.triangle(ticks)[q] + q] = 0.9f;
    }
    plane[AttentionTrace.triangle(ticks)[4]] = 0.1f;
    AttentionTrace trace = trace(ticks, plane);
    assertEquals(0.9f, ColourCeiling.of(trace, plane, 100, Diagonal.SHOWN));
    assertEquals(0.1f, ColourCeiling.of(trace, plane, 100, Diagonal.HIDDEN));
    int[] argb = painted(trace, AttentionMapViewport.all(ticks, ticks), ticks, Diagonal.HIDDEN);
    assertEquals(COLOURS.ground(), argb[0]);
  }

  @Test
  void aWeightThatIsNoNumberStandsOut() {
    int ticks = 50;
    float[] plane = random(ticks, 4);
    plane[AttentionTrace.triangle(ticks)[40] + 3] = Float.NaN;
    int[] argb =
        painted(trace(ticks, plane), AttentionMapViewport.all(ticks, ticks), 5, Diagonal.SHOWN);
    assertEquals(AttentionColours.NONE, argb[4 * 5]);
  }

  @Test
  void theCeilingIsTheSortedPercentile() {
    int ticks = 60;
    float[] plane = random(ticks, 5);
    AttentionTrace trace = trace(ticks, plane);
    float[] sorted = plane.clone();
    Arrays.sort(sorted);
    int zeros = 0;
    while (sorted[zeros] == 0) {
      zeros++;
    }
    int count = sorted.length - zeros;
    for (double percent : new double[] {0.1, 50, 90, 99, 99.9, 100}) {
      int place = Math.max(1, (int) Math.ceil(percent / 100 * count));
      assertEquals(
          sorted[zeros + place - 1], ColourCeiling.of(trace, plane, percent, Diagonal.SHOWN));
    }
  }

  @Test
  void aLogarithmicScaleLosesAQuarterPerDecade() {
    AttentionScale scale = new AttentionScale(AttentionScale.Kind.LOGARITHMIC, 0.5f);
    assertEquals(1, scale.strength(0.5f), 1e-6);
    assertEquals(0.75, scale.strength(0.05f), 1e-6);
    assertEquals(0, scale.strength(1e-6f), 0);
    assertEquals(0, scale.strength(0), 0);
  }

  @Test
  void zoomingKeepsThePlaceUnderThePointerAndStaysInside() {
    AttentionMapViewport all = AttentionMapViewport.all(100, 100);
    AttentionMapViewport near = all.zoomed(4, 50, 20, all);
    assertEquals(25, near.bottom() - near.top(), 1e-9);
    assertEquals(0.2, (20 - near.left()) / 25, 1e-9);
    assertEquals(all, near.zoomed(0.01, 1, 99, all));
    assertEquals(100, near.panned(1000, 0, all).bottom(), 1e-9);
  }
}
