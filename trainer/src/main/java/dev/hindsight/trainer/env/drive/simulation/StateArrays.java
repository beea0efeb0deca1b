package dev.hindsight.trainer.env.drive.simulation;

import dev.hindsight.trainer.SplitMix64;
import dev.hindsight.trainer.env.StateParts;
import dev.hindsight.trainer.env.StateStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/// The arrays that make up a part of the state, so that copying, restoring and digesting cannot
/// forget one. [#copyFrom], [#digest] and [#writeParts] allocate nothing.
public final class StateArrays {
  private final List<float[]> floats = new ArrayList<>();
  private final List<int[]> ints = new ArrayList<>();
  private final List<long[]> longs = new ArrayList<>();
  private final List<double[]> doubles = new ArrayList<>();

  /// All arrays in the order of their declaration, and their names.
  private final List<Object> parts = new ArrayList<>();

  private final List<String> names = new ArrayList<>();

  public float[] floats(String name, int length) {
    float[] array = new float[length];
    floats.add(array);
    names.add(name);
    parts.add(array);
    return array;
  }

  public int[] ints(String name, int length) {
    int[] array = new int[length];
    ints.add(array);
    names.add(name);
    parts.add(array);
    return array;
  }

  public long[] longs(String name, int length) {
    long[] array = new long[length];
    longs.add(array);
    names.add(name);
    parts.add(array);
    return array;
  }

  public double[] doubles(String name, int length) {
    double[] array = new double[length];
    doubles.add(array);
    names.add(name);
    parts.add(array);
    return array;
  }

  /// Copies every value from arrays declared in the same order with the same lengths.
  public void copyFrom(StateArrays other) {
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

  /// All arrays, for a stored state.
  public void transfer(StateStream stream) {
    floats.forEach(stream::numbers);
    ints.forEach(stream::numbers);
    longs.forEach(stream::numbers);
    doubles.forEach(stream::numbers);
  }

  /// The names of the arrays, in the order of their declaration.
  public List<String> names() {
    return List.copyOf(names);
  }

  /// Writes a digest of each array, in that order. Allocates nothing.
  public void writeParts(ByteBuffer row) {
    for (int i = 0; i < parts.size(); i++) {
      StateParts.put(
          row,
          switch (parts.get(i)) {
            case float[] array -> digest(array, 0);
            case int[] array -> digest(array, 0);
            case long[] array -> digest(array, 0);
            case double[] array -> digest(array, 0);
            default -> throw new IllegalStateException("no array of numbers");
          });
    }
  }

  /// Mixes every bit of the state into a digest.
  ///
  /// @param seed the digest so far
  public long digest(long seed) {
    long h = seed;
    for (int i = 0; i < floats.size(); i++) {
      h = digest(floats.get(i), h);
    }
    for (int i = 0; i < ints.size(); i++) {
      h = digest(ints.get(i), h);
    }
    for (int i = 0; i < longs.size(); i++) {
      h = digest(longs.get(i), h);
    }
    for (int i = 0; i < doubles.size(); i++) {
      h = digest(doubles.get(i), h);
    }
    return h;
  }

  /// Runs two chains side by side, because each step of a chain waits for the previous one.
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

  private static long digest(long[] values, long seed) {
    long h = seed;
    for (long value : values) {
      h = mix(h, value);
    }
    return h;
  }

  private static long digest(double[] values, long seed) {
    long h = seed;
    for (double value : values) {
      h = mix(h, Double.doubleToRawLongBits(value));
    }
    return h;
  }

  private static long pair(float high, float low) {
    return pair(Float.floatToRawIntBits(high), Float.floatToRawIntBits(low));
  }

  private static long pair(int high, int low) {
    return ((long) high << 32) | (low & 0xFFFFFFFFL);
  }

  /// One multiplication and a shift: a bijection in either argument, so that states that differ in
  /// a single value never share a digest.
  public static long mix(long h, long value) {
    long mixed = (h ^ value) * SplitMix64.GAMMA;
    return mixed ^ (mixed >>> 32);
  }
}
