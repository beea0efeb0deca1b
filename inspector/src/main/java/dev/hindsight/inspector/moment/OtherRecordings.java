package dev.hindsight.inspector.moment;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/// The recordings whose moments are ranked together with those of an open one: all panels of that
/// one share it, and the window fills it when it opens several recordings for their moments. FX
/// thread.
public final class OtherRecordings {
  private List<Path> files = List.of();
  private Consumer<List<Path>> panel = _ -> {};

  /// Ranks with other recordings, in the panel *Moments* if it is open, else once it opens.
  public void rank(List<Path> others) {
    files = List.copyOf(others);
    panel.accept(files);
  }

  /// Passes the recordings to the newest panel, now if there are any and whenever they change.
  ///
  /// @return forgets the panel, which has closed; does nothing if a newer one watches
  Runnable watch(Consumer<List<Path>> newest) {
    panel = newest;
    if (!files.isEmpty()) {
      newest.accept(files);
    }
    return () -> {
      if (panel.equals(newest)) {
        panel = _ -> {};
      }
    };
  }
}
