package dev.hindsight.trainer.rollout;

import java.util.Arrays;
import java.util.List;

/// A channel together with the sizes its axes have in one recording.
///
/// @param spec what it holds
/// @param rowShape sizes of the axes after `tick`; empty for one number a tick
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
  /// @param outer sizes before those of a row: the number of ticks, or nothing for one row
  int[] shape(int... outer) {
    int[] shape = Arrays.copyOf(outer, outer.length + rowShape.size());
    for (int axis = outer.length; axis < shape.length; axis++) {
      shape[axis] = rowShape.get(axis - outer.length);
    }
    return shape;
  }
}
