package dev.hindsight.app.training;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.NumberWords;
import java.text.FieldPosition;
import java.text.NumberFormat;
import java.text.ParsePosition;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.axis.TickUnitSource;
import org.jfree.chart.axis.TickUnits;
import org.jspecify.annotations.Nullable;

/// The numbers on the x axis of charts.
final class ChartTicks {
  private static final double MINUTE = 60;
  private static final double HOUR = 60 * MINUTE;

  private static final TickUnits TIMES = times();

  private ChartTicks() {}

  static TickUnitSource of(ChartAxis axis) {
    return switch (axis) {
      case UPDATES, AGENT_STEPS -> NumberAxis.createIntegerTickUnits();
      case TIME -> TIMES;
    };
  }

  private static TickUnits times() {
    TickUnits units = new TickUnits();
    for (double step : new double[] {0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30}) {
      units.add(new NumberTickUnit(step, new Time(1, "s")));
    }
    for (double step : new double[] {1, 2, 5, 10, 15, 30}) {
      units.add(new NumberTickUnit(step * MINUTE, new Time(MINUTE, "min")));
    }
    for (double step : new double[] {1, 2, 3, 6, 12, 24, 48, 120, 240}) {
      units.add(new NumberTickUnit(step * HOUR, new Time(HOUR, "h")));
    }
    return units;
  }

  /// The numbers of a logarithmic axis, instead of powers of ten.
  static NumberFormat logarithmic() {
    return new Significant();
  }

  /// A place on the x axis in words: `update 12`, `340 agent steps`, `1.5 min`.
  static String words(ChartAxis axis, double x) {
    return switch (axis) {
      case UPDATES -> wording("ChartTicks.update", NumberWords.count(Math.round(x)));
      case AGENT_STEPS -> wording("ChartTicks.agent_steps", NumberWords.count(Math.round(x)));
      case TIME ->
          x < 2 * MINUTE
              ? new Time(1, "s").format(x)
              : x < 2 * HOUR ? new Time(MINUTE, "min").format(x) : new Time(HOUR, "h").format(x);
    };
  }

  /// Seconds in a unit of time.
  private static final class Time extends NumberFormat {
    @java.io.Serial private static final long serialVersionUID = 1;

    private final double seconds;
    private final String unit;

    Time(double seconds, String unit) {
      this.seconds = seconds;
      this.unit = unit;
    }

    @Override
    public StringBuffer format(double number, StringBuffer to, FieldPosition position) {
      return to.append(NumberWords.atMost(number / seconds, 2)).append(' ').append(unit);
    }

    @Override
    public StringBuffer format(long number, StringBuffer to, FieldPosition position) {
      return format((double) number, to, position);
    }

    @Override
    public Number parse(String source, ParsePosition position) {
      throw new UnsupportedOperationException("axes only write");
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Time time && time.seconds == seconds && time.unit.equals(unit);
    }

    @Override
    public int hashCode() {
      return Double.hashCode(seconds);
    }
  }

  /// Numbers of two digits.
  private static final class Significant extends NumberFormat {
    @java.io.Serial private static final long serialVersionUID = 1;

    @Override
    public StringBuffer format(double number, StringBuffer to, FieldPosition position) {
      return to.append(NumberWords.significant(number, 2));
    }

    @Override
    public StringBuffer format(long number, StringBuffer to, FieldPosition position) {
      return format((double) number, to, position);
    }

    @Override
    public Number parse(String source, ParsePosition position) {
      throw new UnsupportedOperationException("axes only write");
    }
  }
}
