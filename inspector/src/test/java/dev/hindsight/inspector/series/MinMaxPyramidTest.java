package dev.hindsight.inspector.series;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.task.Cancellation;
import java.util.Random;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MinMaxPyramidTest {
  private static float[] noise(int ticks) {
    Random random = new Random(ticks);
    float[] values = new float[ticks];
    for (int tick = 0; tick < ticks; tick++) {
      values[tick] = random.nextInt(20) == 0 ? Float.NaN : (float) random.nextGaussian();
    }
    return values;
  }

  private static MinMaxPyramid of(float[] values) {
    return MinMaxPyramid.of(tick -> values[tick], values.length, new Cancellation());
  }

  private static float least(float[] values, int from, int to) {
    float best = Float.POSITIVE_INFINITY;
    for (int tick = from; tick < to; tick++) {
      best = values[tick] < best ? values[tick] : best;
    }
    return best;
  }

  private static float most(float[] values, int from, int to) {
    float best = Float.NEGATIVE_INFINITY;
    for (int tick = from; tick < to; tick++) {
      best = values[tick] > best ? values[tick] : best;
    }
    return best;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 15, 16, 17, 63, 64, 65, 1000, 4097})
  void anyStretchIsWhatLookingAtEveryTickSays(int ticks) {
    float[] values = noise(ticks);
    MinMaxPyramid minMaxPyramid = of(values);
    Random random = new Random(3);
    for (int i = 0; i < 2000; i++) {
      int from = random.nextInt(ticks + 1);
      int to = from + random.nextInt(ticks - from + 1);

      assertEquals(least(values, from, to), minMaxPyramid.least(from, to), from + " to " + to);
      assertEquals(most(values, from, to), minMaxPyramid.most(from, to), from + " to " + to);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.3, 1, 1.7, 40, 999})
  void aSingleSpikeIsSeenAtEveryZoom(double perColumn) {
    for (int spike = 0; spike < 3000; spike += 7) {
      int at = spike;
      MinMaxPyramid minMaxPyramid =
          MinMaxPyramid.of(tick -> tick == at ? 9 : 0, 3000, new Cancellation());
      int columns = 100;
      double first = Math.max(0, spike - perColumn * columns / 2);
      float[] lows = new float[columns];
      float[] highs = new float[columns];
      minMaxPyramid.columns(first, perColumn, lows, highs);
      float best = Float.NEGATIVE_INFINITY;
      for (float high : highs) {
        best = Math.max(best, high);
      }

      assertEquals(9, best, "spike at " + spike);
    }
  }

  @Test
  void aLongerOneIsTheSameAsOneReadAtOnce() {
    float[] values = noise(5000);
    MinMaxPyramid grown = of(new float[0]);
    for (int ticks : new int[] {1, 2, 17, 64, 65, 1000, 1001, 5000}) {
      grown = grown.extended(tick -> values[tick], ticks, new Cancellation());
    }
    MinMaxPyramid whole = of(values);
    float[][] seen = new float[4][333];
    grown.columns(0, 5000 / 333.0, seen[0], seen[1]);
    whole.columns(0, 5000 / 333.0, seen[2], seen[3]);

    assertArrayEquals(seen[2], seen[0]);
    assertArrayEquals(seen[3], seen[1]);
    assertEquals(whole.lowest(), grown.lowest());
    assertEquals(whole.highest(), grown.highest());
  }

  @Test
  void whatIsBeyondTheEndsHasNoExtremes() {
    float[] lows = new float[3];
    float[] highs = new float[3];
    of(new float[] {1, 2}).columns(-10, 1, lows, highs);

    assertArrayEquals(
        new float[] {Float.POSITIVE_INFINITY, Float.POSITIVE_INFINITY, Float.POSITIVE_INFINITY},
        lows);
  }

  @Test
  void boundsOfTheWholeLeaveOutWhatIsNotFinite() {
    MinMaxPyramid minMaxPyramid = of(new float[] {Float.NEGATIVE_INFINITY, -1, Float.NaN, 3});

    assertEquals(-1, minMaxPyramid.lowest());
    assertEquals(3, minMaxPyramid.highest());
    assertEquals(Float.NEGATIVE_INFINITY, minMaxPyramid.least(0, 4));
  }

  @Test
  void aFiniteSeriesHasGapsInPlaceOfInfiniteNumbers() {
    float[] values = {Float.NEGATIVE_INFINITY, -1, Float.POSITIVE_INFINITY, 3};
    MinMaxPyramid finite =
        MinMaxPyramid.ofFinite(tick -> values[tick], values.length, new Cancellation());

    assertEquals(-1, finite.least(0, 4));
    assertEquals(3, finite.most(0, 4));
    assertTrue(Float.isNaN(finite.value(0)));
  }

  @Test
  void memoryIsNoMoreThanWhatWasToldBefore() {
    assertTrue(of(noise(100_000)).bytes() <= MinMaxPyramid.bytesFor(100_000));
  }

  @Test
  void readingStopsWhenItIsGivenUp() {
    Cancellation cancellation = new Cancellation();
    cancellation.cancel();

    assertThrows(CancellationException.class, () -> MinMaxPyramid.of(_ -> 0, 10, cancellation));
  }
}
