package dev.hindsight.inspector.critic;

import dev.hindsight.trainer.learn.sac.CheckpointCritics;
import java.util.Arrays;

/// The values of joint actions over two axes, with everything else held at what was done. In units
/// of reward.
///
/// @param across the horizontal axis
/// @param upwards the vertical axis; the same as the horizontal one if there is only one
/// @param values `[rows * columns]`, row by row; one row if there is only one axis
/// @param doneAcross column of what was done, between columns for numbers
/// @param doneUpwards row of what was done
/// @param done its value
public record ActionSurface(
    ActionAxis across,
    ActionAxis upwards,
    double[] values,
    double doneAcross,
    double doneUpwards,
    double done) {
  /// Computes it.
  ///
  /// @param across one of the group's axes
  /// @param upwards another, or the same for a row
  /// @param choice whose estimates
  public static ActionSurface of(
      CheckpointCritics critics,
      GroupMoment moment,
      ActionAxis across,
      ActionAxis upwards,
      CriticChoice choice) {
    return across.continuous()
        ? ofNumbers(critics, moment, across, upwards, choice)
        : ofActions(critics, moment, across, upwards, choice);
  }

  private static ActionSurface ofNumbers(
      CheckpointCritics critics,
      GroupMoment moment,
      ActionAxis across,
      ActionAxis upwards,
      CriticChoice choice) {
    int k = critics.sizes().numbers();
    int width = moment.numbers().length;
    int columns = across.places();
    int rows = across.equals(upwards) ? 1 : upwards.places();
    int x = across.member() * k + across.number();
    int y = upwards.member() * k + upwards.number();
    // The last row is what was done.
    float[] actions = new float[(rows * columns + 1) * width];
    for (int i = 0; i <= rows * columns; i++) {
      System.arraycopy(moment.numbers(), 0, actions, i * width, width);
      if (i < rows * columns) {
        actions[i * width + y] = upwards.raw(i / columns);
        actions[i * width + x] = across.raw(i % columns);
      }
    }
    double[] values = choice.of(moment.values(critics, actions));
    return new ActionSurface(
        across,
        upwards,
        Arrays.copyOf(values, rows * columns),
        across.placeOf(moment.numbers()[x]),
        rows == 1 ? 0 : upwards.placeOf(moment.numbers()[y]),
        values[rows * columns]);
  }

  private static ActionSurface ofActions(
      CheckpointCritics critics,
      GroupMoment moment,
      ActionAxis across,
      ActionAxis upwards,
      CriticChoice choice) {
    int n = critics.actions();
    double[] all = choice.of(moment.values(critics, new float[0]));
    int rows = across.equals(upwards) ? 1 : n;
    double[] values = new double[rows * n];
    int[] did = moment.actions();
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < n; column++) {
        int[] each = did.clone();
        each[upwards.member()] = row;
        each[across.member()] = column;
        int joint = 0;
        for (int one : each) {
          joint = joint * n + one;
        }
        values[row * n + column] = all[joint];
      }
    }
    int up = rows == 1 ? 0 : did[upwards.member()];
    int right = did[across.member()];
    return new ActionSurface(across, upwards, values, right, up, values[up * n + right]);
  }

  /// Number of columns.
  public int columns() {
    return across.places();
  }

  /// Number of rows.
  public int rows() {
    return values.length / columns();
  }

  /// The lowest value.
  public double least() {
    return Arrays.stream(values).min().orElse(Double.NaN);
  }

  /// The highest value.
  public double most() {
    return Arrays.stream(values).max().orElse(Double.NaN);
  }

  /// The index of the highest value.
  public int best() {
    int best = 0;
    for (int i = 1; i < values.length; i++) {
      best = values[i] > values[best] ? i : best;
    }
    return best;
  }

  /// A place in words: `agent 0, x [m/s²] 0.5; agent 1, x [m/s²] -0.2`.
  ///
  /// @param index of a value
  public String words(int index) {
    String right = across.name() + " " + across.words(index % columns());
    return rows() == 1
        ? right
        : right + "; " + upwards.name() + " " + upwards.words(index / columns());
  }
}
