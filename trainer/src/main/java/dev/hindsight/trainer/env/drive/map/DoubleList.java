package dev.hindsight.trainer.env.drive.map;

import java.util.Arrays;

/// A growing list of doubles.
final class DoubleList {
  private double[] values = new double[16];
  private int size;

  void add(double value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, 2 * size);
    }
    values[size++] = value;
  }

  int size() {
    return size;
  }

  double[] toArray() {
    return Arrays.copyOf(values, size);
  }

  /// The first n as floats, padded with zeros.
  float[] toFloats(int n) {
    float[] floats = new float[n];
    for (int i = 0; i < Math.min(n, size); i++) {
      floats[i] = (float) values[i];
    }
    return floats;
  }
}
