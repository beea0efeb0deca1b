package dev.hindsight.app;

import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How long the window took to come up: written by a process that was started to find out, for the
/// one that started it. Nothing else is different in it from a start by hand.
///
/// @param firstPaintMillis from the start of the process until the window has been painted
/// @param sceneMillis from asking for a recording until its first scene has been painted
/// @param recordingMillis from asking for it until all of it that can be seen has been
public record StartBenchResult(
    double firstPaintMillis, double sceneMillis, double recordingMillis) {
  /// The environment variable that names the file they are written to.
  private static final String WANTED = "HINDSIGHT_START_FIGURES";

  /// The one that names the command to be given.
  private static final String COMMAND = "HINDSIGHT_START_COMMAND";

  /// The one that says when the process was started. What the system tells of that is no use here:
  /// Linux knows the second it came up in, and tells a process's start relative to it.
  private static final String BEGUN = "HINDSIGHT_START_BEGUN";

  /// What is opened in a window that has been painted.
  public sealed interface OpenTarget {
    /// A recording.
    record Recording(Path file) implements OpenTarget {}

    /// Whatever a command of the window opens, such as that of a sample.
    record ByCommand(String id) implements OpenTarget {}
  }

  /// Where this process is to write them.
  static Optional<Path> requestedFile() {
    return Optional.ofNullable(System.getenv(WANTED)).map(Path::of);
  }

  /// Writes them.
  void write(Path file) {
    try {
      Files.writeString(file, firstPaintMillis + " " + sceneMillis + " " + recordingMillis);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The command that is to be given in the window once it has been painted.
  static Optional<String> command() {
    return Optional.ofNullable(System.getenv(COMMAND));
  }

  /// When this process was started; as good as its Java knows, where nobody says.
  static Instant startedAt() {
    return Optional.ofNullable(System.getenv(BEGUN))
        .map(Instant::parse)
        .orElseGet(() -> Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime()));
  }

  /// Starts this program once more, has it open something, and waits until it has closed its window
  /// again.
  ///
  /// @param ownLine the command line of this process, the program first
  /// @param called the words of it that are not repeated, its last
  /// @throws Problem if no window came up
  public static StartBenchResult measure(
      List<String> ownLine, List<String> called, OpenTarget openTarget) {
    try {
      Path figures = Files.createTempFile("hindsight-start-", ".txt");
      try {
        return run(line(ownLine, called), openTarget, figures);
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

  /// The same program and the same options of Java's, asked for a window.
  static List<String> line(List<String> ownLine, List<String> called) {
    int options = ownLine.size() - called.size();
    if (options < 1 || !ownLine.subList(options, ownLine.size()).equals(called)) {
      throw new Problem(
          "this system does not report how the program was started",
          "bench start",
          "measure it by hand");
    }
    List<String> line = new ArrayList<>(ownLine.subList(0, options));
    line.add("open");
    return line;
  }

  private static StartBenchResult run(List<String> line, OpenTarget openTarget, Path figures)
      throws IOException {
    ProcessBuilder start =
        new ProcessBuilder(line)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    likeByHand(start.environment());
    start.environment().put(WANTED, figures.toString());
    switch (openTarget) {
      case OpenTarget.Recording(Path file) -> start.command().add(file.toString());
      case OpenTarget.ByCommand(String id) -> start.environment().put(COMMAND, id);
    }
    start.environment().put(BEGUN, Instant.now().toString());
    start.start().onExit().join();
    return read(Files.readString(figures));
  }

  /// An installed program's launcher marks the process it has made ready; one that is started by
  /// that process and finds the mark takes itself for ready, too, and every argument for Java's.
  static void likeByHand(Map<String, String> environment) {
    environment.remove("_JPACKAGE_LAUNCHER");
  }

  /// What [#write(Path)] wrote.
  static StartBenchResult read(String written) {
    String[] words = written.split(" ", -1);
    if (words.length != 3) {
      throw new Problem("no window was painted", "bench start", "see what the window said above");
    }
    return new StartBenchResult(
        Double.parseDouble(words[0]), Double.parseDouble(words[1]), Double.parseDouble(words[2]));
  }
}
