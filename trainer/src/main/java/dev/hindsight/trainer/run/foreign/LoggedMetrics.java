package dev.hindsight.trainer.run.foreign;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.CompressedFile;
import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Everything that one program logged: scalars, histograms and texts over steps. One owner thread
/// while it is read. Memory is bounded however long the log is.
public final class LoggedMetrics {
  /// Values of all scalars together that are kept, 24 bytes each.
  private static final int MOST_VALUES = 4_000_000;

  /// The JSON lines of RLlib, whatever their name says.
  private static final String RLLIB = "result.json";

  /// Of the tables in a folder, the one that says most comes first.
  private static final List<String> KNOWN = List.of("progress.csv", "monitor.csv");

  /// Tags or files that a sentence names.
  private static final int NAMED = 3;

  private static final int MOST_TAGS = 1_000_000;
  private static final int LONGEST_TEXT = 10_000;

  /// Histograms and texts that are kept under one tag.
  private static final int MOST_OF_A_TAG = 200;

  private static final int MOST_BANDS = 100_000;
  private static final long MOST_LETTERS = 20_000_000;

  private final Map<String, LoggedSeries> scalars = new LinkedHashMap<>();
  private final Map<String, ThinnedList<LoggedBands>> histograms = new LinkedHashMap<>();
  private final Map<String, ThinnedList<LoggedText>> texts = new LinkedHashMap<>();
  private final Set<String> notes = new LinkedHashSet<>();
  private final Map<String, Long> others = new LinkedHashMap<>();
  private long firstOtherLine;
  private long firstUnnamedLine;
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
    if (Files.isRegularFile(place)) {
      CompressedFile.refuse(place);
    }
    List<Path> files = files(place);
    if (files.isEmpty()) {
      throw new Problem(
          wording("LoggedMetrics.there_is_no_log"),
          place.toString(),
          wording("LoggedMetrics.name_a_log"));
    }
    metrics.noteOthers(place, files);
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

  /// All event files of a folder in their order, or else its one table.
  private static List<Path> files(Path place) {
    if (Files.isRegularFile(place)) {
      return isLog(place) || name(place).endsWith(".json") ? List.of(place) : List.of();
    }
    List<Path> logs = children(place, Files::isRegularFile).filter(LoggedMetrics::isLog).toList();
    List<Path> events = logs.stream().filter(file -> name(file).contains("tfevents")).toList();
    Optional<Path> known =
        KNOWN.stream()
            .flatMap(name -> logs.stream().filter(file -> name(file).equals(name)))
            .findFirst();
    return !events.isEmpty()
        ? events
        : known.map(List::of).orElse(logs.size() == 1 ? logs : List.of());
  }

  /// Tells which logs in and below a folder are not read, because they are those of other runs or
  /// the same in another form.
  private void noteOthers(Path folder, List<Path> read) {
    if (!Files.isDirectory(folder)) {
      return;
    }
    List<String> others =
        children(folder, Files::isRegularFile)
            .filter(LoggedMetrics::isLog)
            .filter(file -> !read.contains(file))
            .map(file -> String.valueOf(file.getFileName()))
            .toList();
    if (!others.isEmpty()) {
      note(wording("LoggedMetrics.other_logs_are_left_out", named(others)));
    }
    List<String> below =
        children(folder, Files::isDirectory)
            .filter(child -> !files(child).isEmpty())
            .map(child -> String.valueOf(child.getFileName()))
            .toList();
    if (!below.isEmpty()) {
      note(wording("LoggedMetrics.logs_of_subfolders_are_left_out", named(below)));
    }
  }

  private static Stream<Path> children(Path folder, Predicate<Path> wanted) {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(wanted).sorted().toList().stream();
    } catch (IOException _) {
      return Stream.empty();
    }
  }

  private static boolean isLog(Path file) {
    String name = name(file);
    return name.contains("tfevents")
        || name.endsWith(".csv")
        || name.endsWith(".jsonl")
        || name.endsWith(".ndjson")
        || name.equals(RLLIB);
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

  /// What a reader must know of how the log was read: what is left out, and values that are not
  /// finite or that others replace. A sentence each.
  public List<String> notes() {
    List<String> all = new ArrayList<>(notes);
    if (firstOtherLine > 0) {
      all.add(wording("LoggedMetrics.lines_are_no_objects", firstOtherLine));
    }
    if (firstUnnamedLine > 0) {
      all.add(wording("LoggedMetrics.values_without_a_name", firstUnnamedLine));
    }
    if (!others.isEmpty()) {
      all.add(
          wording(
              "LoggedMetrics.what_is_no_number",
              named(
                  others.entrySet().stream()
                      .map(each -> wording("LoggedMetrics.in_line", each.getKey(), each.getValue()))
                      .toList())));
    }
    tell(
        all,
        series ->
            IntStream.range(0, series.count())
                .filter(i -> !Double.isFinite(series.value(i)))
                .count(),
        (count, tags) -> wording("LoggedMetrics.values_are_not_finite", count, tags));
    tell(
        all,
        series ->
            series.count()
                - IntStream.range(0, series.count()).mapToLong(series::step).distinct().count(),
        (count, tags) -> wording("LoggedMetrics.steps_are_logged_again", count, tags));
    return all;
  }

  private void tell(
      List<String> all,
      ToLongFunction<LoggedSeries> counted,
      BiFunction<Long, String, String> sentence) {
    long count = 0;
    List<String> tags = new ArrayList<>();
    for (Map.Entry<String, LoggedSeries> each : scalars.entrySet()) {
      long own = counted.applyAsLong(each.getValue());
      count += own;
      if (own > 0) {
        tags.add(each.getKey());
      }
    }
    if (count > 0) {
      all.add(sentence.apply(count, named(tags)));
    }
  }

  /// The first of some names, and how many more there are.
  private static String named(List<String> names) {
    String first = String.join(", ", names.subList(0, Math.min(NAMED, names.size())));
    return names.size() > NAMED
        ? wording("LoggedMetrics.and_more", first, names.size() - NAMED)
        : first;
  }

  /// Adds a sentence to [#notes].
  void note(String sentence) {
    notes.add(sentence);
  }

  /// Notes that a column or key holds something else than a number, which is left out.
  ///
  /// @param line where, from 1
  void noNumber(String name, long line) {
    if (others.size() < MOST_TAGS) {
      others.putIfAbsent(name, line);
    }
  }

  /// Notes that a line of JSON is no object with numbers, and so left out.
  ///
  /// @param line from 1
  void noObject(long line) {
    firstOtherLine = firstOtherLine > 0 ? firstOtherLine : line;
  }

  /// Notes that a column without a name holds something, which is left out.
  ///
  /// @param line from 1
  void noName(long line) {
    firstUnnamedLine = firstUnnamedLine > 0 ? firstUnnamedLine : line;
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
