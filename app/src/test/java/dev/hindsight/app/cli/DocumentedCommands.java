package dev.hindsight.app.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A process that runs command lines one after the other in its working directory, as a reader of a
/// page does: paths on the page are relative, and a process has one working directory.
final class DocumentedCommands {
  private static final ObjectMapper JSON = new ObjectMapper();

  private DocumentedCommands() {}

  /// @param arguments a file with a list of command lines, each a list of words, and the file that
  ///   receives a line of JSON for each: `code`, `out`, `err`, `seconds`
  public static void main(String... arguments) throws IOException {
    String[][] lines = JSON.readValue(Path.of(arguments[0]).toFile(), String[][].class);
    List<String> ran = new ArrayList<>();
    for (String[] line : lines) {
      long begun = System.nanoTime();
      CapturedCommand run = CapturedCommand.of(line);
      ran.add(
          JSON.writeValueAsString(
              Map.of(
                  "code",
                  run.exitCode(),
                  "out",
                  run.out(),
                  "err",
                  run.err(),
                  "seconds",
                  (System.nanoTime() - begun) * 1e-9)));
      write(Path.of(arguments[1]), ran);
    }
    // Threads of a library must not keep the process alive.
    System.exit(0);
  }

  private static void write(Path file, List<String> lines) {
    try {
      Files.write(file, lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
