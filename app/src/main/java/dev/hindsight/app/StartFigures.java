package dev.hindsight.app;

import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// How long the window took to come up: written by a process that was started to find out, for the
/// one that started it. Nothing else is different in it from a start by hand.
///
/// @param firstPaintMillis from the start of the process until the window has been painted
/// @param recordingMillis until the recording's scene and tables have been
public record StartFigures(double firstPaintMillis, double recordingMillis) {
  /// The environment variable that names the file they are written to.
  private static final String WANTED = "HINDSIGHT_START_FIGURES";

  /// Where this process is to write them.
  static Optional<Path> wanted() {
    return Optional.ofNullable(System.getenv(WANTED)).map(Path::of);
  }

  /// Writes them.
  void write(Path file) {
    try {
      Files.writeString(file, firstPaintMillis + " " + recordingMillis);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Starts this program once more, with a recording to open, and waits until it has closed its
  /// window again.
  ///
  /// @param ownLine the command line of this process, the program first
  /// @param called the words of it that are not repeated, its last
  /// @throws Problem if no window came up
  public static StartFigures measured(List<String> ownLine, List<String> called, Path recording) {
    try {
      Path figures = Files.createTempFile("hindsight-start-", ".txt");
      try {
        return run(line(ownLine, called, recording), figures);
      } finally {
        Files.deleteIfExists(figures);
      }
    } catch (IOException e) {
      throw new Problem(
          "the program could not be started again",
          ownLine.getFirst(),
          String.valueOf(e.getMessage()));
    }
  }

  /// The command line this process was started with, as far as the system tells.
  public static List<String> ownLine() {
    ProcessHandle.Info self = ProcessHandle.current().info();
    List<String> line = new ArrayList<>();
    self.command().ifPresent(line::add);
    line.addAll(Arrays.asList(self.arguments().orElse(new String[0])));
    return line;
  }

  /// The same program and the same options of Java's, opening a recording.
  static List<String> line(List<String> ownLine, List<String> called, Path recording) {
    int options = ownLine.size() - called.size();
    if (options < 1 || !ownLine.subList(options, ownLine.size()).equals(called)) {
      throw new Problem(
          "this system does not tell how the program was started",
          "bench start",
          "measure it by hand");
    }
    List<String> line = new ArrayList<>(ownLine.subList(0, options));
    line.addAll(List.of("open", recording.toString()));
    return line;
  }

  private static StartFigures run(List<String> line, Path figures) throws IOException {
    ProcessBuilder start =
        new ProcessBuilder(line)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    start.environment().put(WANTED, figures.toString());
    start.start().onExit().join();
    return read(Files.readString(figures));
  }

  /// What [#write(Path)] wrote.
  static StartFigures read(String written) {
    String[] words = written.split(" ", -1);
    if (words.length != 2) {
      throw new Problem("no window was painted", "bench start", "see what the window said above");
    }
    return new StartFigures(Double.parseDouble(words[0]), Double.parseDouble(words[1]));
  }
}
