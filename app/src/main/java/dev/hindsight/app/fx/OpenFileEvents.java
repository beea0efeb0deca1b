package dev.hindsight.app.fx;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/// The files that a desktop asks a running program to open: on macOS a double click reaches the
/// program as an event, even at its start, never as an argument. JavaFX has no public API for this;
/// only [ToolkitEvents] uses its internals, which the macOS installer opens.
public final class OpenFileEvents {
  private OpenFileEvents() {}

  /// Starts to listen, if the system has such events; also receives earlier events. FX thread.
  ///
  /// @param open receives the files of one double click on the FX thread
  public static void listen(Consumer<List<Path>> open) {
    if (System.getProperty("os.name").startsWith("Mac")) {
      try {
        ToolkitEvents.listen(open);
      } catch (LinkageError _) {
        // Started without the installer's options for Java: the user opens files by the menu.
        return;
      }
    }
  }
}
