package dev.hindsight.app.training;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class ChartCurveTest {
  @Test
  void aShortLineIsDrawnPointByPoint() {
    ChartCurve chartCurve = new ChartCurve("loss");
    chartCurve.add(1, 0.5);
    chartCurve.add(2, 0.25);

    assertArrayEquals(new double[][] {{1, 2}, {0.5, 0.25}}, chartCurve.envelope(10));
  }

  @RepeatedTest(20)
  void everyColumnOfALongLineHasItsLeastAndItsLargest(RepetitionInfo which) {
    SplittableRandom random = new SplittableRandom(which.getCurrentRepetition());
    int count = random.nextInt(300, 5000);
    int columns = random.nextInt(10, 100);
    double[] values = random.doubles(count).map(value -> (float) value).toArray();
    ChartCurve chartCurve = new ChartCurve("loss");
    for (int i = 0; i < count; i++) {
      chartCurve.add(i, values[i]);
    }

    double[][] points = chartCurve.envelope(columns);

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
    ChartCurve chartCurve = new ChartCurve("loss");
    for (int i = 0; i < 1_000_000; i++) {
      chartCurve.add(i, i == 777_777 ? 100 : 0);
    }

    assertEquals(100, Arrays.stream(chartCurve.envelope(300)[1]).max().orElseThrow());
  }

  @Test
  void theValueUnderThePointerIsTheNewestSoFar() {
    ChartCurve chartCurve = new ChartCurve("loss");
    chartCurve.add(2, 0.5);
    chartCurve.add(4, 0.25);

    assertTrue(Double.isNaN(chartCurve.at(1)));
    assertEquals(0.5, chartCurve.at(3));
    assertEquals(0.25, chartCurve.at(4));
    assertEquals(0.25, chartCurve.at(9));
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
