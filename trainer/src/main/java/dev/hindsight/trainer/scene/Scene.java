package dev.hindsight.trainer.scene;

import java.util.List;

/// What stands still, and how large the world is.
///
/// @param bounds what "the whole map" means
/// @param marks bottom to top
public record Scene(Bounds bounds, List<Mark> marks) {
  /// Copies the list.
  public Scene {
    marks = List.copyOf(marks);
  }
}
