package dev.hindsight.inspector.tick;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/// Part of a column or of a static array: all of it, a row of it, or one number.
///
/// @param store the array that holds its numbers
/// @param name of this part: `pose`, or `x` within it
/// @param unit of its numbers, empty if none
/// @param doc one line about it, empty if the recording has none
/// @param from index of its first number in the row of the store, C order
/// @param shape sizes of its axes, outermost first; empty for one number
/// @param first number of its first part: 0, or where a group begins
/// @param names gives the name of the number at an index of the store's row
record TickEntry(
    ArraySource store,
    String name,
    String unit,
    String doc,
    int from,
    List<Integer> shape,
    int first,
    IntFunction<String> names) {
  /// The size of the groups that hold parts if there are many.
  static final int GROUP = 100;

  TickEntry {
    shape = List.copyOf(shape);
  }

  /// The array that holds numbers.
  ///
  /// @param kind says how to read it
  /// @param key name of the column or array
  record ArraySource(Kind kind, String key) {}

  /// The kind of an array.
  enum Kind {
    /// A column with a row for each tick.
    COLUMN,
    /// An array without ticks.
    FIXED
  }

  /// The number of its numbers.
  int length() {
    return shape.stream().reduce(1, Math::multiplyExact);
  }

  /// Whether it can be expanded.
  boolean foldable() {
    return length() > 1;
  }

  /// `31 × 7`; empty for one number.
  String shapeWords() {
    List<String> sizes = shape.stream().map(Object::toString).toList();
    return String.join(" × ", sizes);
  }

  /// Its parts: one for each index of its first axis, in groups if there are many.
  List<TickEntry> parts() {
    if (!foldable()) {
      return List.of();
    }
    int count = shape.getFirst();
    List<Integer> rest = shape.subList(1, shape.size());
    int step = rest.stream().reduce(1, Math::multiplyExact);
    if (count == 1) {
      return new TickEntry(store, name, unit, doc, from, rest, 0, names).parts();
    }
    List<TickEntry> parts = new ArrayList<>();
    if (count > GROUP) {
      for (int begin = 0; begin < count; begin += GROUP) {
        int size = Math.min(GROUP, count - begin);
        List<Integer> sizes = new ArrayList<>(List.of(size));
        sizes.addAll(rest);
        String range = "[" + begin + " … " + (begin + size - 1) + "]";
        parts.add(new TickEntry(store, range, unit, "", from + begin * step, sizes, begin, names));
      }
      return parts;
    }
    for (int i = 0; i < count; i++) {
      int at = from + i * step;
      String part = rest.isEmpty() ? names.apply(at) : "[" + (first + i) + "]";
      parts.add(new TickEntry(store, part, unit, "", at, rest, 0, names));
    }
    return parts;
  }
}
