package dev.hindsight.trainer.scene;

import java.util.List;

/// The static part of a picture and the size of the world.
///
/// @param bounds of the whole map
/// @param marks bottom to top
/// @param unit of the scale bar
public record Scene(Bounds bounds, List<Mark> marks, LengthUnit unit) {
  /// A scene with a scale bar in metres.
  public Scene(Bounds bounds, List<Mark> marks) {
    this(bounds, marks, LengthUnit.METRES);
  }

  /// Copies the list.
  public Scene {
    marks = List.copyOf(marks);
  }
}
