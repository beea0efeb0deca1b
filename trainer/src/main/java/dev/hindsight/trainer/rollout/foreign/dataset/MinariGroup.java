package dev.hindsight.trainer.rollout.foreign.dataset;

import dev.hindsight.trainer.rollout.NpyArray;
import io.jhdf.api.DatasetCreationOptions;
import io.jhdf.api.WritableGroup;
import java.lang.reflect.Array;
import java.util.HashMap;
import java.util.Map;

/// The group of an episode in an HDF5 file that is being written.
///
/// @param group the group
/// @param path its name, with a slash at the end
/// @param written notes what is written
/// @param groups in it, by their path in the group, with a slash at the end
record MinariGroup(
    WritableGroup group, String path, WrittenArrays written, Map<String, WritableGroup> groups) {
  MinariGroup(WritableGroup group, String path, WrittenArrays written) {
    this(group, path, written, new HashMap<>());
  }

  /// Describes the episode.
  void attribute(String name, Object value) {
    group.putAttribute(name, value);
  }

  /// Writes an array; nothing if it is empty.
  ///
  /// @param where groups and name, with slashes between them
  void put(String where, NpyArray array) {
    if (array.length() == 0) {
      return;
    }
    written.add(path + where, array);
    int slash = where.lastIndexOf('/');
    WritableGroup in = slash < 0 ? group : folder(where.substring(0, slash));
    String name = where.substring(slash + 1);
    Object nested = nested(array);
    switch (array.dtype()) {
      case BOOL -> in.putDataset(name, new TruthDataset(nested, array.data(), name, in));
      case U1 -> in.putDataset(name, nested, DatasetCreationOptions.builder().unsigned().build());
      case F2, F4, F8, I1, I2, I4, I8 -> in.putDataset(name, nested);
    }
  }

  /// A group in this one, made at the first request.
  WritableGroup folder(String where) {
    WritableGroup in = group;
    StringBuilder known = new StringBuilder();
    for (String name : where.split("/", -1)) {
      known.append(name).append('/');
      WritableGroup parent = in;
      in = groups.computeIfAbsent(known.toString(), _ -> parent.putGroup(name));
    }
    return in;
  }

  /// A Java array of arrays, as jHDF writes it. 16-bit floats are widened.
  private static Object nested(NpyArray array) {
    Class<?> type =
        switch (array.dtype()) {
          case F2, F4 -> float.class;
          case F8 -> double.class;
          case I1, U1 -> byte.class;
          case I2 -> short.class;
          case I4 -> int.class;
          case I8 -> long.class;
          case BOOL -> boolean.class;
        };
    Object made = Array.newInstance(type, array.shape());
    int filled = fill(made, array, 0);
    if (filled != array.length()) {
      throw new IllegalStateException(filled + " of " + array.length());
    }
    return made;
  }

  private static int fill(Object target, NpyArray array, int from) {
    int next = from;
    for (int i = 0; i < Array.getLength(target); i++) {
      switch (target) {
        case float[] row -> row[i] = (float) array.value(next++);
        case double[] row -> row[i] = array.value(next++);
        case byte[] row -> row[i] = (byte) (int) array.value(next++);
        case short[] row -> row[i] = (short) array.value(next++);
        case int[] row -> row[i] = (int) array.value(next++);
        case long[] row -> row[i] = array.data().getLong(Long.BYTES * next++);
        case boolean[] row -> row[i] = array.value(next++) != 0;
        default -> next = fill(Array.get(target, i), array, next);
      }
    }
    return next;
  }
}
