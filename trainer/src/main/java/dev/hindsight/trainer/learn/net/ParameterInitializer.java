package dev.hindsight.trainer.learn.net;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/// Sets the initial values of a parameter.
public sealed interface ParameterInitializer {
  /// Fills the values of a parameter.
  ///
  /// @param shape sizes, outermost first
  /// @param values in C order; all are overwritten
  void fill(int[] shape, float[] values, RandomGenerator random);

  /// Orthogonal rows or columns, whichever are fewer, of the given length: Saxe, McClelland and
  /// Ganguli, "Exact solutions to the nonlinear dynamics of learning in deep linear neural
  /// networks", 2014. The first axis counts the rows, all others together the columns.
  ///
  /// @param gain length of each of the orthogonal vectors
  record Orthogonal(double gain) implements ParameterInitializer {
    @Override
    public void fill(int[] shape, float[] values, RandomGenerator random) {
      int rows = shape[0];
      int columns = values.length / rows;
      boolean wide = columns > rows;
      double[][] vectors = new double[Math.min(rows, columns)][Math.max(rows, columns)];
      for (int i = 0; i < vectors.length; i++) {
        double[] vector = vectors[i];
        Arrays.setAll(vector, _ -> random.nextGaussian());
        // Two passes are enough: one leaves the rounding errors of the first projections.
        removeProjections(vector, vectors, i);
        removeProjections(vector, vectors, i);
        scale(vector, 1 / Math.sqrt(dot(vector, vector)));
      }
      for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
          double value = wide ? vectors[row][column] : vectors[column][row];
          values[row * columns + column] = (float) (gain * value);
        }
      }
    }

    private static void removeProjections(double[] vector, double[][] basis, int count) {
      for (int j = 0; j < count; j++) {
        double along = dot(vector, basis[j]);
        for (int k = 0; k < vector.length; k++) {
          vector[k] -= along * basis[j][k];
        }
      }
    }

    private static double dot(double[] a, double[] b) {
      double sum = 0;
      for (int k = 0; k < a.length; k++) {
        sum += a[k] * b[k];
      }
      return sum;
    }

    private static void scale(double[] vector, double factor) {
      for (int k = 0; k < vector.length; k++) {
        vector[k] *= factor;
      }
    }
  }

  /// One constant for all values.
  record Constant(float value) implements ParameterInitializer {
    @Override
    public void fill(int[] shape, float[] values, RandomGenerator random) {
      Arrays.fill(values, value);
    }
  }

  /// Uniform over `[-bound, bound]`.
  record Uniform(double bound) implements ParameterInitializer {
    @Override
    public void fill(int[] shape, float[] values, RandomGenerator random) {
      for (int i = 0; i < values.length; i++) {
        values[i] = (float) random.nextDouble(-bound, bound);
      }
    }
  }
}
