package dev.hindsight.app.fx;

import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// Hands files and folders to the programs the system has for them. Starts a process: for a
/// background thread.
final class SystemPrograms {
  private SystemPrograms() {}

  /// Shows a file or a folder.
  ///
  /// @throws Problem if it is no longer there, or nothing can show it
  static void launch(Path what) {
    if (!Files.exists(what)) {
      throw new Problem("the file no longer exists", what.toString(), "check where it was moved");
    }
    List<String> command = command(System.getProperty("os.name"), what);
    try {
      new ProcessBuilder(command)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      throw new Problem(
          "the system has no " + command.getFirst() + " to show it",
          what.toString(),
          "open it by hand",
          e);
    }
  }

  static List<String> command(String system, Path what) {
    String name = system.toLowerCase(Locale.ROOT);
    String program =
        name.startsWith("windows") ? "explorer" : name.startsWith("mac") ? "open" : "xdg-open";
    return List.of(program, what.toString());
  }
}
