package dev.hindsight.app.training;

import dev.hindsight.trainer.run.UpdateReport;
import java.util.Arrays;

/// How far a run had come after each of its updates: what the x axis of its charts can show. Grows
/// with the run. One owner thread.
final class RunClock {
  private final double[][] columns = new double[ChartAxis.values().length][64];
  private int count;

  /// Adds an update.
  ///
  /// @return its row, from 0
  int add(UpdateReport report) {
    double steps = count == 0 ? 0 : at(ChartAxis.AGENT_STEPS, count - 1);
    double seconds = count == 0 ? 0 : at(ChartAxis.TIME, count - 1);
    return add((double) report.update(), steps + report.agentSteps(), seconds + report.seconds());
  }

  /// Adds an update.
  ///
  /// @param update its number
  /// @param steps agent steps of the run so far
  /// @param seconds time of the run so far
  /// @return its row, from 0
  int add(double update, double steps, double seconds) {
    double[] now = {update, steps, seconds};
    for (int axis = 0; axis < columns.length; axis++) {
      if (count == columns[axis].length) {
        columns[axis] = Arrays.copyOf(columns[axis], 2 * count);
      }
      columns[axis][count] = now[axis];
    }
    return count++;
  }

  /// The number of updates.
  int count() {
    return count;
  }

  /// The x of a row.
  double at(ChartAxis axis, int row) {
    return column(axis)[row];
  }

  /// The x between an update and the next one; before the first one it is 0.
  double after(ChartAxis axis, long update) {
    if (axis == ChartAxis.UPDATES) {
      return update + 0.5;
    }
    int found = Arrays.binarySearch(column(ChartAxis.UPDATES), 0, count, (double) update);
    int row = found >= 0 ? found : -found - 2;
    return row < 0 ? 0 : at(axis, row);
  }

  private double[] column(ChartAxis axis) {
    return switch (axis) {
      case UPDATES -> columns[0];
      case AGENT_STEPS -> columns[1];
      case TIME -> columns[2];
    };
  }
}
