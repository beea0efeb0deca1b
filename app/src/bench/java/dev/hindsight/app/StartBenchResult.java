package dev.hindsight.app;

import static dev.hindsight.app.text.AppText.wording;

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

/// How long the window took to start: written by a process that was started to measure it, for its
/// parent. Otherwise it is an ordinary start.
///
/// @param firstPaintMillis from the start of the process until the window has been painted
/// @param sceneMillis from the request for a recording until its first scene has been painted
/// @param recordingMillis from the request until everything visible of it has been painted
public record StartBenchResult(
    double firstPaintMillis, double sceneMillis, double recordingMillis) {
  /// The environment variable with the file to write the result to.
  private static final String WANTED = "HINDSIGHT_START_FIGURES";

  /// The environment variable with the command to run.
  private static final String COMMAND = "HINDSIGHT_START_COMMAND";

  /// The environment variable with the start time of the process. The system's own figure is too
  /// coarse: Linux knows its boot time to the second, and gives a process's start relative to it.
  private static final String BEGUN = "HINDSIGHT_START_BEGUN";

  /// What to open in a painted window.
  public sealed interface OpenTarget {
    /// A recording.
    record Recording(Path file) implements OpenTarget {}

    /// Whatever a command of the window opens, such as a sample.
    record ByCommand(String id) implements OpenTarget {}
  }

  /// The file to write the result to.
  static Optional<Path> requestedFile() {
    return Optional.ofNullable(System.getenv(WANTED)).map(Path::of);
  }

  /// Writes the result.
  void write(Path file) {
    try {
      Files.writeString(file, firstPaintMillis + " " + sceneMillis + " " + recordingMillis);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The command to run once the window has been painted.
  static Optional<String> command() {
    return Optional.ofNullable(System.getenv(COMMAND));
  }

  /// The start time of this process; if it is not set, as precise as Java knows it.
  static Instant startedAt() {
    return Optional.ofNullable(System.getenv(BEGUN))
        .map(Instant::parse)
        .orElseGet(() -> Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime()));
  }

  /// Starts this program again, lets it open something, and waits until it has closed its window.
  ///
  /// @param ownLine the command line of this process, beginning with the program
  /// @param called its last words, which are not repeated
  /// @throws Problem if no window appeared
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
          wording("StartBenchResult.the_program_could_not_be_started"),
          ownLine.getFirst(),
          String.valueOf(e.getMessage()));
    }
  }

  /// The command line of this process, as far as the system provides it.
  public static List<String> ownLine() {
    ProcessHandle.Info self = ProcessHandle.current().info();
    List<String> line = new ArrayList<>();
    self.command().ifPresent(line::add);
    line.addAll(Arrays.asList(self.arguments().orElse(new String[0])));
    return line;
  }

  /// The same program and the same Java options, with the request for a window.
  static List<String> line(List<String> ownLine, List<String> called) {
    int options = ownLine.size() - called.size();
    if (options < 1 || !ownLine.subList(options, ownLine.size()).equals(called)) {
      throw new Problem(
          wording("StartBenchResult.this_system_does_not_report_how"),
          wording("StartBenchResult.bench_start"),
          wording("StartBenchResult.measure_it_by_hand"));
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

  /// Removes the mark that an installed program's launcher sets for the process it has prepared; a
  /// child process that finds it regards itself as prepared, and every argument as one for Java.
  static void likeByHand(Map<String, String> environment) {
    environment.remove("_JPACKAGE_LAUNCHER");
  }

  /// Reads what [#write(Path)] wrote.
  static StartBenchResult read(String written) {
    String[] words = written.split(" ", -1);
    if (words.length != 3) {
      throw new Problem(
          wording("StartBenchResult.no_window_was_painted"),
          wording("StartBenchResult.bench_start"),
          wording("StartBenchResult.see_what_the_window_said_above"));
    }
    return new StartBenchResult(
        Double.parseDouble(words[0]), Double.parseDouble(words[1]), Double.parseDouble(words[2]));
  }
}
