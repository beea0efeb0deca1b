package dev.hindsight.app.fx;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/// The files a desktop asks a running program to open: in macOS a double click reaches a program as
/// an event, at its start, too, and never as an argument. JavaFX has no public way to hear of them;
/// [ToolkitEvents] is the only place that knows its inside, which the installer of macOS opens.
public final class OpenFileEvents {
  private OpenFileEvents() {}

  /// Listens from now on, where the system has such events; also to those that came before. FX
  /// thread.
  ///
  /// @param open gets the files of one double click on the FX thread
  public static void listen(Consumer<List<Path>> open) {
    if (System.getProperty("os.name").startsWith("Mac")) {
      try {
        ToolkitEvents.listen(open);
      } catch (LinkageError _) {
        // Started by hand, without what the installer gives Java: files are opened by the menu.
        return;
      }
    }
  }
}
