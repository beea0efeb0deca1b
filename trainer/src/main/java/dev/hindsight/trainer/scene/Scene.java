package dev.hindsight.trainer.scene;

import java.util.List;

/// What stands still, and how large the world is.
///
/// @param bounds what "the whole map" means
/// @param marks bottom to top
/// @param unit what the scale is told in
public record Scene(Bounds bounds, List<Mark> marks, LengthUnit unit) {
  /// A world told in metres.
  public Scene(Bounds bounds, List<Mark> marks) {
    this(bounds, marks, LengthUnit.METRES);
  }

  /// Copies the list.
  public Scene {
    marks = List.copyOf(marks);
  }
}
