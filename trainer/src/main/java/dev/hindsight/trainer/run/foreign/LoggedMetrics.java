package dev.hindsight.trainer.run.foreign;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Everything that one program logged: scalars over steps, the newest histograms and texts. One
/// owner thread while it is read. Memory is bounded however long the log is.
public final class LoggedMetrics {
  /// Values of all scalars together that are kept, 24 bytes each.
  private static final int MOST_VALUES = 4_000_000;

  private static final int MOST_TAGS = 1_000_000;
  private static final int LONGEST_TEXT = 10_000;

  private final Map<String, LoggedSeries> scalars = new LinkedHashMap<>();
  private final Map<String, Histogram> histograms = new LinkedHashMap<>();
  private final Map<String, String> texts = new LinkedHashMap<>();
  private final String place;
  private int kept;

  /// The newest histogram of a tag.
  ///
  /// @param step when it was logged
  /// @param limits upper end of each bucket
  /// @param counts of each bucket
  public record Histogram(long step, double[] limits, double[] counts) {}

  LoggedMetrics(String place) {
    this.place = place;
  }

  /// Reads a log: a file, or a folder with the files of one run.
  ///
  /// @throws Problem if there is none, or it is damaged
  public static LoggedMetrics read(Path place) {
    LoggedMetrics metrics = new LoggedMetrics(place.toString());
    List<Path> files = files(place);
    if (files.isEmpty()) {
      throw new Problem(
          wording("LoggedMetrics.there_is_no_log"),
          place.toString(),
          wording("LoggedMetrics.name_a_log"));
    }
    for (Path file : files) {
      String name = name(file);
      if (name.contains("tfevents")) {
        EventFiles.read(file, metrics);
      } else if (name.endsWith(".csv")) {
        CsvLog.read(file, metrics);
      } else {
        JsonLog.read(file, metrics);
      }
    }
    return metrics;
  }

  /// Whether a file or folder is a log.
  public static boolean looksLike(Path place) {
    return !files(place).isEmpty();
  }

  /// All event files of a folder in their order, or else its one table.
  private static List<Path> files(Path place) {
    if (Files.isRegularFile(place)) {
      return isLog(place) ? List.of(place) : List.of();
    }
    try (Stream<Path> all = Files.list(place)) {
      List<Path> logs =
          all.filter(Files::isRegularFile).filter(LoggedMetrics::isLog).sorted().toList();
      List<Path> events = logs.stream().filter(file -> name(file).contains("tfevents")).toList();
      List<Path> known =
          logs.stream()
              .filter(file -> List.of("progress.csv", "monitor.csv").contains(name(file)))
              .toList()
              .reversed();
      return !events.isEmpty()
          ? events
          : !known.isEmpty() ? known.subList(0, 1) : logs.size() == 1 ? logs : List.of();
    } catch (IOException _) {
      return List.of();
    }
  }

  private static boolean isLog(Path file) {
    String name = name(file);
    return name.contains("tfevents")
        || name.endsWith(".csv")
        || name.endsWith(".jsonl")
        || name.endsWith(".ndjson");
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
  }

  /// Scalars by tag, in the order of the log.
  public Map<String, LoggedSeries> scalars() {
    return Collections.unmodifiableMap(scalars);
  }

  /// The newest histogram of each tag.
  public Map<String, Histogram> histograms() {
    return Collections.unmodifiableMap(histograms);
  }

  /// The newest text of each tag.
  public Map<String, String> texts() {
    return Collections.unmodifiableMap(texts);
  }

  /// When the first value was logged, seconds since 1970; NaN if the log does not say.
  public double begin() {
    return scalars.values().stream()
        .filter(series -> series.count() > 0)
        .mapToDouble(series -> series.time(0))
        .filter(Double::isFinite)
        .min()
        .orElse(Double.NaN);
  }

  void scalar(String tag, long step, double time, double value) {
    LoggedSeries series = scalars.computeIfAbsent(tag, _ -> new LoggedSeries());
    int before = series.count();
    series.add(step, time, value);
    kept += series.count() - before;
    if (scalars.size() > MOST_TAGS) {
      throw new Problem(
          wording("LoggedMetrics.it_has_more_tags", MOST_TAGS),
          place,
          wording("LoggedMetrics.name_a_log"));
    }
    if (kept > MOST_VALUES) {
      scalars.values().forEach(LoggedSeries::halve);
      kept = scalars.values().stream().mapToInt(LoggedSeries::count).sum();
    }
  }

  void histogram(String tag, Histogram histogram) {
    if (histograms.size() < MOST_TAGS) {
      histograms.put(tag, histogram);
    }
  }

  void text(String tag, String text) {
    if (texts.size() < MOST_TAGS) {
      texts.put(tag, text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) : text);
    }
  }

  /// Training went back: what was logged from a step on is not true any more.
  void cut(long step) {
    scalars.values().forEach(series -> series.cut(step));
    kept = scalars.values().stream().mapToInt(LoggedSeries::count).sum();
  }

  /// All steps of all scalars, ascending.
  public List<Long> steps() {
    return new ArrayList<>(
        scalars.values().stream()
            .flatMapToLong(series -> IntStream.range(0, series.count()).mapToLong(series::step))
            .distinct()
            .sorted()
            .boxed()
            .toList());
  }
}
