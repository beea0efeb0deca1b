package dev.hindsight.trainer.rollout;

import java.util.Arrays;
import java.util.List;

/// A channel with the sizes of its axes in one recording.
///
/// @param spec its description
/// @param rowShape sizes of the axes after `tick`; empty for one number per tick
public record Column(ChannelSpec spec, List<Integer> rowShape) {
  /// Copies the shape.
  public Column {
    rowShape = List.copyOf(rowShape);
  }

  /// Elements in a row.
  public int rowLength() {
    return rowShape.stream().mapToInt(Integer::intValue).reduce(1, Math::multiplyExact);
  }

  /// Bytes in a row.
  public int rowBytes() {
    return rowLength() * spec.type().bytes();
  }

  /// Sizes of an array of rows, outermost first.
  ///
  /// @param outer sizes before those of a row: the number of ticks, or none for a single row
  int[] shape(int... outer) {
    int[] shape = Arrays.copyOf(outer, outer.length + rowShape.size());
    for (int axis = outer.length; axis < shape.length; axis++) {
      shape[axis] = rowShape.get(axis - outer.length);
    }
    return shape;
  }
}
