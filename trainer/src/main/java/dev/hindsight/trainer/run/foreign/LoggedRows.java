package dev.hindsight.trainer.run.foreign;

import static dev.hindsight.trainer.text.TrainerText.wording;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Rows of named numbers as scalars over steps. One column is the step for the whole log: of the
/// known ones whose values are all whole, the one that most rows have. Without such a column the
/// number of the row is its step. The log is read twice, so that no row has to be kept.
///
/// Known names are written in many ways: `Step` and `Wall time` in the tables of TensorBoard,
/// `global step` elsewhere. They mean `step`, `wall_time` and `global_step`.
final class LoggedRows {
  /// Up to here a double holds every whole number.
  private static final double LARGEST_STEP = 1L << 53;

  private static final int BYTE_ORDER_MARK = 0xFEFF;

  /// A larger number of seconds (the year 5138) is one of milliseconds.
  private static final double LATEST = 1e11;

  private final LoggedMetrics metrics;
  private final List<String> stepNames;
  private final List<String> timeNames;
  private final Map<String, String> plain = new HashMap<>();
  private final Map<String, Integer> counts = new LinkedHashMap<>();
  private final Map<String, String> unfit = new LinkedHashMap<>();
  private long rows;
  private long step;
  private long withoutStep;

  private LoggedRows(LoggedMetrics metrics, List<String> stepNames, List<String> timeNames) {
    this.metrics = metrics;
    this.stepNames = stepNames;
    this.timeNames = timeNames;
  }

  /// Takes a row.
  interface RowTaker {
    /// @param line of the file where it begins, from 1
    /// @param numbers by name, in the order of the log
    void row(long line, Map<String, Double> numbers);
  }

  /// Reads a log from its beginning.
  interface RowSource {
    void read(RowTaker taker);
  }

  /// Adds all rows of a log.
  ///
  /// @param stepNames columns that may hold the step, the preferred ones first
  /// @param timeNames columns that may hold the wall time, the preferred ones first
  static void add(
      LoggedMetrics metrics, List<String> stepNames, List<String> timeNames, RowSource source) {
    LoggedRows rows = new LoggedRows(metrics, stepNames, timeNames);
    source.read(rows::count);
    Optional<String> steps = rows.stepColumn();
    source.read((_, numbers) -> rows.add(numbers, steps));
    rows.tell(steps);
  }

  private void count(long line, Map<String, Double> numbers) {
    numbers.forEach((name, value) -> {
      if (stepNames.contains(plain(name))) {
        counts.merge(name, 1, Integer::sum);
        if (value != Math.rint(value) || Math.abs(value) > LARGEST_STEP) {
          unfit.putIfAbsent(name, wording("LoggedRows.is_no_step", name, line, value.toString()));
        }
      }
    });
  }

  private String plain(String name) {
    return plain.computeIfAbsent(
        name, each -> each.strip().toLowerCase(Locale.ROOT).replace(' ', '_'));
  }

  private int preference(String name) {
    return stepNames.indexOf(plain(name));
  }

  private Optional<String> stepColumn() {
    return counts.keySet().stream()
        .filter(name -> !unfit.containsKey(name))
        .min(
            Comparator.comparingInt((String name) -> -counts.getOrDefault(name, 0))
                .thenComparingInt(this::preference));
  }

  private void add(Map<String, Double> numbers, Optional<String> steps) {
    rows++;
    Double own = steps.map(numbers::get).orElse(null);
    if (own != null) {
      step = own.longValue();
    } else if (steps.isEmpty()) {
      step = rows;
    } else {
      withoutStep++;
    }
    double time = time(numbers);
    numbers.forEach((name, value) -> metrics.scalar(name, step, time, value));
  }

  private double time(Map<String, Double> numbers) {
    double time = LoggedSeries.NO_TIME;
    int best = timeNames.size();
    for (Map.Entry<String, Double> each : numbers.entrySet()) {
      int place = timeNames.indexOf(plain(each.getKey()));
      if (place >= 0 && place < best) {
        best = place;
        time = each.getValue();
      }
    }
    // JavaScript and MLflow count milliseconds.
    return time > LATEST ? time / 1000 : time;
  }

  private void tell(Optional<String> steps) {
    if (counts.isEmpty() && rows > 0) {
      metrics.note(wording("LoggedRows.no_column_is_known_as_the_step"));
    }
    // A fraction of an epoch beside a whole step is as usual.
    if (steps.isEmpty()) {
      unfit.values().forEach(words -> metrics.note(words + wording("LoggedRows.rows_are_counted")));
    } else {
      unfit.forEach((name, words) -> {
        if (preference(name) < preference(steps.get())) {
          metrics.note(words + wording("LoggedRows.another_is_the_step", steps.get()));
        }
      });
    }
    if (withoutStep > 0) {
      metrics.note(wording("LoggedRows.rows_without_step", withoutStep, steps.orElse("")));
    }
  }

  /// The text of a log, without a byte order mark.
  static BufferedReader text(Path file) throws IOException {
    BufferedReader text = Files.newBufferedReader(file);
    text.mark(1);
    if (text.read() != BYTE_ORDER_MARK) {
      text.reset();
    }
    return text;
  }

  /// Whether the last line has no end, as one that is only half written.
  static boolean endsWithinALine(Path file) throws IOException {
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "r")) {
      if (bytes.length() == 0) {
        return false;
      }
      bytes.seek(bytes.length() - 1);
      return bytes.read() != '\n';
    }
  }
}
