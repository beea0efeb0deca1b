package dev.hindsight.trainer.env.drive;

import java.util.ArrayList;
import java.util.List;

/// The arrays some part of the state consists of, so that copying, restoring and digesting it
/// cannot forget one. [#copyFrom] and [#digest] allocate nothing.
final class StateArrays {
  private final List<float[]> floats = new ArrayList<>();
  private final List<int[]> ints = new ArrayList<>();
  private final List<long[]> longs = new ArrayList<>();
  private final List<double[]> doubles = new ArrayList<>();

  float[] floats(int length) {
    float[] array = new float[length];
    floats.add(array);
    return array;
  }

  int[] ints(int length) {
    int[] array = new int[length];
    ints.add(array);
    return array;
  }

  long[] longs(int length) {
    long[] array = new long[length];
    longs.add(array);
    return array;
  }

  double[] doubles(int length) {
    double[] array = new double[length];
    doubles.add(array);
    return array;
  }

  /// Takes over every value of arrays declared in the same order with the same lengths.
  void copyFrom(StateArrays other) {
    for (int i = 0; i < floats.size(); i++) {
      System.arraycopy(other.floats.get(i), 0, floats.get(i), 0, floats.get(i).length);
    }
    for (int i = 0; i < ints.size(); i++) {
      System.arraycopy(other.ints.get(i), 0, ints.get(i), 0, ints.get(i).length);
    }
    for (int i = 0; i < longs.size(); i++) {
      System.arraycopy(other.longs.get(i), 0, longs.get(i), 0, longs.get(i).length);
    }
    for (int i = 0; i < doubles.size(); i++) {
      System.arraycopy(other.doubles.get(i), 0, doubles.get(i), 0, doubles.get(i).length);
    }
  }

  /// Mixes every bit of the state into a digest.
  ///
  /// @param seed what came before
  long digest(long seed) {
    long h = seed;
    for (int i = 0; i < floats.size(); i++) {
      for (float value : floats.get(i)) {
        h = mix(h, Float.floatToRawIntBits(value));
      }
    }
    for (int i = 0; i < ints.size(); i++) {
      for (int value : ints.get(i)) {
        h = mix(h, value);
      }
    }
    for (int i = 0; i < longs.size(); i++) {
      for (long value : longs.get(i)) {
        h = mix(h, value);
      }
    }
    for (int i = 0; i < doubles.size(); i++) {
      for (double value : doubles.get(i)) {
        h = mix(h, Double.doubleToRawLongBits(value));
      }
    }
    return h;
  }

  /// One multiplication and a shift: every step is a bijection of h, so no two states that differ
  /// in one value share a digest.
  static long mix(long h, long value) {
    long mixed = (h ^ value) * 0x9E3779B97F4A7C15L;
    return mixed ^ (mixed >>> 32);
  }
}
