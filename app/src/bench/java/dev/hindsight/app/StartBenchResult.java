package dev.hindsight.app;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.bench.BenchFigure;
import dev.hindsight.trainer.bench.BenchResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// How long the window took to start: written by a process that was started to measure it, for its
/// parent. Otherwise it is an ordinary start.
///
/// @param windowMillis from the start of the process until the window is there, still empty
/// @param firstPaintMillis from the start of the process until its contents have been painted
/// @param sceneMillis from the request for a recording until its first scene has been painted
/// @param recordingMillis from the request until everything visible of it has been painted
public record StartBenchResult(
    double windowMillis, double firstPaintMillis, double sceneMillis, double recordingMillis)
    implements BenchResult {
  @Override
  public List<BenchFigure> figures() {
    return List.of(
        BenchFigure.less("windowMillis", "ms", windowMillis),
        BenchFigure.less("firstPaintMillis", "ms", firstPaintMillis),
        BenchFigure.less("sceneMillis", "ms", sceneMillis),
        BenchFigure.less("recordingMillis", "ms", recordingMillis));
  }

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
      Files.writeString(
          file, windowMillis + " " + firstPaintMillis + " " + sceneMillis + " " + recordingMillis);
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
  /// @param process ready to open a window
  /// @throws Problem if no window appeared
  public static StartBenchResult measure(ProcessBuilder process, OpenTarget openTarget) {
    try {
      Path figures = Files.createTempFile("hindsight-start-", ".txt");
      try {
        return run(process, openTarget, figures);
      } finally {
        Files.deleteIfExists(figures);
      }
    } catch (IOException e) {
      throw new Problem(
          wording("StartBenchResult.the_program_could_not_be_started"),
          process.command().getFirst(),
          String.valueOf(e.getMessage()));
    }
  }

  private static StartBenchResult run(ProcessBuilder process, OpenTarget openTarget, Path figures)
      throws IOException {
    ProcessBuilder start =
        process
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    start.environment().put(WANTED, figures.toString());
    switch (openTarget) {
      case OpenTarget.Recording(Path file) -> start.command().add(file.toString());
      case OpenTarget.ByCommand(String id) -> start.environment().put(COMMAND, id);
    }
    start.environment().put(BEGUN, Instant.now().toString());
    start.start().onExit().join();
    return read(Files.readString(figures));
  }

  /// Reads what [#write(Path)] wrote.
  static StartBenchResult read(String written) {
    String[] words = written.split(" ", -1);
    if (words.length != 4) {
      throw new Problem(
          wording("StartBenchResult.no_window_was_painted"),
          wording("StartBenchResult.bench_start"),
          wording("StartBenchResult.see_what_the_window_said_above"));
    }
    return new StartBenchResult(
        Double.parseDouble(words[0]),
        Double.parseDouble(words[1]),
        Double.parseDouble(words[2]),
        Double.parseDouble(words[3]));
  }
}
