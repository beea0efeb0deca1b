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
  private static final ChartRange ALL = ChartRange.whole(ChartAxis.UPDATES);

  private final RunClock clock = new RunClock();
  private final ChartCurve chartCurve = new ChartCurve("loss", clock);

  @Test
  void aShortLineIsDrawnPointByPoint() {
    add(1, 0.5);
    add(2, 0.25);

    ChartCurve.Points points = chartCurve.envelope(ALL, 0, 10);
    assertArrayEquals(new double[] {1, 2}, points.x());
    assertArrayEquals(new double[] {0.5, 0.25}, points.y());
  }

  @RepeatedTest(20)
  void everyColumnOfALongLineHasItsLeastAndItsLargest(RepetitionInfo which) {
    SplittableRandom random = new SplittableRandom(which.getCurrentRepetition());
    int count = random.nextInt(300, 5000);
    int columns = random.nextInt(10, 100);
    double[] values = random.doubles(count).map(value -> (float) value).toArray();
    for (int i = 0; i < count; i++) {
      add(i, values[i]);
    }

    ChartCurve.Points points = chartCurve.envelope(ALL, 0, columns);

    for (int column = 0; column < columns; column++) {
      int from = (int) ((long) count * column / columns);
      int to = (int) ((long) count * (column + 1) / columns);
      double[] part = Arrays.copyOfRange(values, from, to);
      double[] drawn = Arrays.copyOfRange(points.y(), 2 * column, 2 * column + 2);
      assertEquals(
          Arrays.stream(part).min().orElseThrow(), Arrays.stream(drawn).min().orElseThrow());
      assertEquals(
          Arrays.stream(part).max().orElseThrow(), Arrays.stream(drawn).max().orElseThrow());
    }
    assertTrue(ascending(points.x()));
  }

  @Test
  void onePeakAmongAMillionIsSeen() {
    for (int i = 0; i < 1_000_000; i++) {
      add(i, i == 777_777 ? 100 : 0);
    }

    assertEquals(100, Arrays.stream(chartCurve.envelope(ALL, 0, 300).y()).max().orElseThrow());
  }

  @Test
  void anInfiniteNumberIsAGapAndDoesNotHideTheOthers() {
    for (int i = 0; i < 1000; i++) {
      add(i, i == 500 ? Double.NEGATIVE_INFINITY : i % 7);
    }

    assertTrue(Double.isNaN(chartCurve.envelope(ALL, 0, 1000).y()[500]));
    double[] drawn = chartCurve.envelope(ALL, 0, 20).y();
    assertEquals(0, Arrays.stream(drawn).min().orElseThrow());
    assertEquals(6, Arrays.stream(drawn).max().orElseThrow());
    assertEquals(Double.NEGATIVE_INFINITY, chartCurve.y(500), "under the pointer");
  }

  @Test
  void theValueUnderThePointerIsTheNewestSoFar() {
    add(2, 0.5);
    add(4, 0.25);

    assertEquals(-1, chartCurve.indexAt(ChartAxis.UPDATES, 1));
    assertEquals(0, chartCurve.indexAt(ChartAxis.UPDATES, 3));
    assertEquals(1, chartCurve.indexAt(ChartAxis.UPDATES, 4));
    assertEquals(1, chartCurve.indexAt(ChartAxis.UPDATES, 9));
  }

  /// By hand: weights .5 and .5 * .5 give (.25 * 1 + .5 * 4) / .75 = 3, and so on.
  @Test
  void smoothingIsThatOfTensorBoardAndLeavesTheMeasuredValues() {
    add(1, 1);
    add(2, 4);
    add(3, Double.NaN);
    add(4, 10);

    assertArrayEquals(
        new double[] {1, 3, Double.NaN, (0.125 * 1 + 0.25 * 4 + 0.5 * 10) / 0.875},
        Arrays.copyOf(chartCurve.smoothed(0.5), 4),
        1e-12);
    assertEquals(4, chartCurve.y(1));
    assertEquals(1, chartCurve.smoothed(0.5)[0], "it begins at the first value");
  }

  @Test
  void aCurveThatGrowsIsSmoothedLikeOneThatWasThereAtOnce() {
    SplittableRandom random = new SplittableRandom(7);
    double[] values = random.doubles(500).toArray();
    ChartCurve whole = new ChartCurve("loss", clock);
    for (int i = 0; i < values.length; i++) {
      add(i, values[i]);
      whole.add(i, values[i]);
      if (i % 37 == 0) {
        chartCurve.smoothed(0.9);
        chartCurve.envelope(ALL, 0.9, 20);
      }
      if (i == 250) {
        chartCurve.smoothed(0.3);
      }
    }

    assertArrayEquals(
        Arrays.copyOf(whole.smoothed(0.9), 500), Arrays.copyOf(chartCurve.smoothed(0.9), 500));
    assertArrayEquals(whole.envelope(ALL, 0.9, 20).y(), chartCurve.envelope(ALL, 0.9, 20).y());
  }

  @Test
  void aPartIsDrawnWithANeighbourOnEitherSideSoThatItsLineGoesOn() {
    for (int i = 0; i < 100; i++) {
      add(i, i);
    }

    ChartCurve.Points points =
        chartCurve.envelope(new ChartRange(ChartAxis.UPDATES, 10.5, 12.5), 0, 100);
    assertArrayEquals(new double[] {10, 11, 12, 13}, points.x());
  }

  @Test
  void theSamePointsAreDrawnOverStepsAndOverTime() {
    chartCurve.add(clock.add(1, 600, 2.5), 0.5);
    chartCurve.add(clock.add(2, 1000, 60), 0.25);

    assertArrayEquals(
        new double[] {600, 1000},
        chartCurve.envelope(ChartRange.whole(ChartAxis.AGENT_STEPS), 0, 10).x());
    assertArrayEquals(
        new double[] {2.5, 60}, chartCurve.envelope(ChartRange.whole(ChartAxis.TIME), 0, 10).x());
  }

  @Test
  void whatALogarithmicScaleLeavesOutIsCountedWhereItIsVisible() {
    add(1, 0);
    add(2, -3);
    add(3, 2);
    add(4, Double.NaN);
    add(5, 0);

    assertEquals(3, chartCurve.notPositive(ALL, 0));
    assertEquals(1, chartCurve.notPositive(new ChartRange(ChartAxis.UPDATES, 2, 4), 0));
  }

  private void add(double update, double value) {
    chartCurve.add(clock.add(update, update, update), value);
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
