package dev.hindsight.app.training;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class CurveTest {
  @Test
  void aShortLineIsDrawnPointByPoint() {
    Curve curve = new Curve("loss");
    curve.add(1, 0.5);
    curve.add(2, 0.25);

    assertArrayEquals(new double[][] {{1, 2}, {0.5, 0.25}}, curve.envelope(10));
  }

  @RepeatedTest(20)
  void everyColumnOfALongLineHasItsLeastAndItsLargest(RepetitionInfo which) {
    SplittableRandom random = new SplittableRandom(which.getCurrentRepetition());
    int count = random.nextInt(300, 5000);
    int columns = random.nextInt(10, 100);
    double[] values = random.doubles(count).map(value -> (float) value).toArray();
    Curve curve = new Curve("loss");
    for (int i = 0; i < count; i++) {
      curve.add(i, values[i]);
    }

    double[][] points = curve.envelope(columns);

    for (int column = 0; column < columns; column++) {
      int from = (int) ((long) count * column / columns);
      int to = (int) ((long) count * (column + 1) / columns);
      double[] part = Arrays.copyOfRange(values, from, to);
      double[] drawn = Arrays.copyOfRange(points[1], 2 * column, 2 * column + 2);
      assertEquals(
          Arrays.stream(part).min().orElseThrow(), Arrays.stream(drawn).min().orElseThrow());
      assertEquals(
          Arrays.stream(part).max().orElseThrow(), Arrays.stream(drawn).max().orElseThrow());
    }
    assertTrue(ascending(points[0]));
  }

  @Test
  void onePeakAmongAMillionIsSeen() {
    Curve curve = new Curve("loss");
    for (int i = 0; i < 1_000_000; i++) {
      curve.add(i, i == 777_777 ? 100 : 0);
    }

    assertEquals(100, Arrays.stream(curve.envelope(300)[1]).max().orElseThrow());
  }

  @Test
  void theValueUnderThePointerIsTheNewestSoFar() {
    Curve curve = new Curve("loss");
    curve.add(2, 0.5);
    curve.add(4, 0.25);

    assertTrue(Double.isNaN(curve.at(1)));
    assertEquals(0.5, curve.at(3));
    assertEquals(0.25, curve.at(4));
    assertEquals(0.25, curve.at(9));
  }

  private static boolean ascending(double[] xs) {
    for (int i = 1; i < xs.length; i++) {
      if (xs[i] < xs[i - 1]) {
        return false;
      }
    }
    return true;
  }
}
