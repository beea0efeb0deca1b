package dev.hindsight.app.workspace;

import dev.hindsight.app.dock.LayoutStore;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Rollout;
import java.nio.file.Path;

/// Two recordings that were opened to be compared, and how such a pair was arranged last.
///
/// @param one A
/// @param other B
record OpenedPair(Rollout one, Rollout other, LayoutStore.StoredLayout layout) {
  /// Opens both; reads files.
  ///
  /// @throws Problem if one is no recording; the other is closed again then
  static OpenedPair read(Path one, Path other, LayoutStore layouts) {
    Rollout first = recording(one);
    try {
      String kind = Document.kindBeside(first.manifest().environment().id());
      return new OpenedPair(first, recording(other), layouts.remembered(kind));
    } catch (RuntimeException failure) {
      first.close();
      throw failure;
    }
  }

  private static Rollout recording(Path file) {
    return switch (FileOpener.read(file)) {
      case OpenedFile.RecordingFile recordingFile -> recordingFile.rollout();
      case OpenedFile.MapFile _, OpenedFile.WeightsFile _ ->
          throw new Problem(
              "it is not a recording", file.toString(), "compare a .rollout with another");
    };
  }
}
