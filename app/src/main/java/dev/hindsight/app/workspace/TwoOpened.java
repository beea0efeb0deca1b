package dev.hindsight.app.workspace;

import dev.hindsight.app.dock.LayoutShelf;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Rollout;
import java.nio.file.Path;

/// Two recordings that were opened to be compared, and how such a pair was arranged last.
///
/// @param one A
/// @param other B
record TwoOpened(Rollout one, Rollout other, LayoutShelf.Found layout) {
  /// Opens both; reads files.
  ///
  /// @throws Problem if one is no recording; the other is closed again then
  static TwoOpened read(Path one, Path other, LayoutShelf layouts) {
    Rollout first = recording(one);
    try {
      String kind = Document.kindBeside(first.manifest().environment().id());
      return new TwoOpened(first, recording(other), layouts.remembered(kind));
    } catch (RuntimeException failure) {
      first.close();
      throw failure;
    }
  }

  private static Rollout recording(Path file) {
    return switch (FileReader.read(file)) {
      case OpenedFile.Recording recording -> recording.rollout();
      case OpenedFile.Map _, OpenedFile.Weights _ ->
          throw new Problem(
              "it is no recording", file.toString(), "compare a .rollout with another");
    };
  }
}
