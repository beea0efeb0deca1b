package dev.hindsight.trainer.scene;

import java.util.List;

/// Marks to draw, bottom to top, and the part of the world they live in.
///
/// @param bounds what "the whole map" means
/// @param marks bottom to top
public record Scene(Bounds bounds, List<Mark> marks) {
  /// Copies the list.
  public Scene {
    marks = List.copyOf(marks);
  }
}
