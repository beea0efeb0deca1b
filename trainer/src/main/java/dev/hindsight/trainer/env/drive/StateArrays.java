package dev.hindsight.trainer.env.drive;

import dev.hindsight.trainer.SplitMix64;
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
      h = digest(floats.get(i), h);
    }
    for (int i = 0; i < ints.size(); i++) {
      h = digest(ints.get(i), h);
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

  /// Two chains side by side, because each step of a chain waits for the one before it.
  private static long digest(float[] values, long seed) {
    long even = seed;
    long odd = ~seed;
    int pairs = values.length & ~3;
    for (int i = 0; i < pairs; i += 4) {
      even = mix(even, pair(values[i], values[i + 1]));
      odd = mix(odd, pair(values[i + 2], values[i + 3]));
    }
    for (int i = pairs; i < values.length; i++) {
      even = mix(even, Float.floatToRawIntBits(values[i]));
    }
    return mix(even, odd);
  }

  private static long digest(int[] values, long seed) {
    long even = seed;
    long odd = ~seed;
    int pairs = values.length & ~3;
    for (int i = 0; i < pairs; i += 4) {
      even = mix(even, pair(values[i], values[i + 1]));
      odd = mix(odd, pair(values[i + 2], values[i + 3]));
    }
    for (int i = pairs; i < values.length; i++) {
      even = mix(even, values[i]);
    }
    return mix(even, odd);
  }

  private static long pair(float high, float low) {
    return pair(Float.floatToRawIntBits(high), Float.floatToRawIntBits(low));
  }

  private static long pair(int high, int low) {
    return ((long) high << 32) | (low & 0xFFFFFFFFL);
  }

  /// One multiplication and a shift: a bijection in either argument, so that no two states that
  /// differ in one value share a digest.
  static long mix(long h, long value) {
    long mixed = (h ^ value) * SplitMix64.GAMMA;
    return mixed ^ (mixed >>> 32);
  }
}
