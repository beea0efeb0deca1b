package dev.hindsight.trainer.rollout;

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
}
