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

/// Everything that one program logged: scalars, histograms and texts over steps. One owner thread
/// while it is read. Memory is bounded however long the log is.
public final class LoggedMetrics {
  /// Values of all scalars together that are kept, 24 bytes each.
  private static final int MOST_VALUES = 4_000_000;

  private static final int MOST_TAGS = 1_000_000;
  private static final int LONGEST_TEXT = 10_000;

  /// Histograms and texts that are kept under one tag.
  private static final int MOST_OF_A_TAG = 200;

  private static final int MOST_BANDS = 100_000;
  private static final long MOST_LETTERS = 20_000_000;

  private final Map<String, LoggedSeries> scalars = new LinkedHashMap<>();
  private final Map<String, ThinnedList<LoggedBands>> histograms = new LinkedHashMap<>();
  private final Map<String, ThinnedList<LoggedText>> texts = new LinkedHashMap<>();
  private final String place;
  private int kept;
  private int keptBands;
  private long keptLetters;

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

  /// The histograms and texts of every tag.
  public LoggedHistory history() {
    Map<String, List<LoggedBands>> bands = new LinkedHashMap<>();
    histograms.forEach((tag, list) -> bands.put(tag, list.entries()));
    Map<String, List<LoggedText>> words = new LinkedHashMap<>();
    texts.forEach((tag, list) -> words.put(tag, list.entries()));
    return new LoggedHistory(bands, words);
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

  void histogram(String tag, LoggedBands bands) {
    if (histograms.size() < MOST_BANDS || histograms.containsKey(tag)) {
      ThinnedList<LoggedBands> list =
          histograms.computeIfAbsent(tag, _ -> new ThinnedList<>(MOST_OF_A_TAG));
      keptBands -= list.size();
      list.add(bands);
      keptBands += list.size();
      if (keptBands > MOST_BANDS) {
        histograms.values().forEach(ThinnedList::halve);
        keptBands = histograms.values().stream().mapToInt(ThinnedList::size).sum();
      }
    }
  }

  /// Texts are kept until they are too many letters; then the newest of each tag stays.
  void text(String tag, long step, String text) {
    String part = text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) : text;
    keptLetters += part.length();
    if (keptLetters > MOST_LETTERS) {
      texts
          .values()
          .forEach(list -> {
            while (list.size() > 2) {
              list.halve();
            }
          });
      keptLetters =
          texts.values().stream()
              .flatMap(list -> list.entries().stream())
              .mapToLong(each -> each.text().length())
              .sum();
    }
    if (keptLetters <= MOST_LETTERS) {
      texts
          .computeIfAbsent(tag, _ -> new ThinnedList<>(MOST_OF_A_TAG))
          .add(new LoggedText(step, part));
    }
  }

  /// Training went back: what was logged from a step on is not true any more.
  void cut(long step) {
    scalars.values().forEach(series -> series.cut(step));
    histograms.values().forEach(list -> list.remove(each -> each.step() >= step));
    texts.values().forEach(list -> list.remove(each -> each.step() >= step));
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
