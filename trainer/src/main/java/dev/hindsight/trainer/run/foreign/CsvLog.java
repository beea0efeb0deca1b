package dev.hindsight.trainer.run.foreign;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import dev.hindsight.trainer.Problem;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/// Tables with a header: `progress.csv` and `monitor.csv` of Stable-Baselines3, and others. One row
/// is a step; the step is a known column of steps, or else the number of the row.
final class CsvLog {
  private static final List<String> STEPS =
      List.of(
          "time/total_timesteps",
          "total_timesteps",
          "global_step",
          "timesteps",
          "step",
          "steps",
          "update",
          "iteration",
          "epoch",
          "timesteps_total",
          "training_iteration");
  private static final List<String> TIMES =
      List.of("wall_time", "timestamp", "_timestamp", "time/time_elapsed", "time_elapsed");

  private final Path file;
  private final LoggedMetrics metrics;

  private CsvLog(Path file, LoggedMetrics metrics) {
    this.file = file;
    this.metrics = metrics;
  }

  static void read(Path file, LoggedMetrics metrics) {
    CsvLog log = new CsvLog(file, metrics);
    String first = log.firstLine();
    if (first.startsWith("#")) {
      log.monitor(began(first));
    } else {
      LoggedRows.add(metrics, STEPS, TIMES, taker -> log.rows(0, taker));
    }
  }

  private String firstLine() {
    try (BufferedReader text = LoggedRows.text(file)) {
      String first = text.readLine();
      return first == null ? "" : first;
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /// `#{"t_start": 1700000000.0, "env_id": "CartPole-v1"}`.
  private static double began(String comment) {
    try {
      return new ObjectMapper().readTree(comment.substring(1)).path("t_start").asDouble(Double.NaN);
    } catch (JsonProcessingException _) {
      return Double.NaN;
    }
  }

  /// Rows are episodes of `l` steps that ended `t` seconds after the start.
  private void monitor(double began) {
    long[] step = {0};
    rows(
        1,
        (_, numbers) -> {
          step[0] += numbers.getOrDefault("l", 0.0).longValue();
          double time = began + numbers.getOrDefault("t", Double.NaN);
          numbers.forEach((name, value) -> metrics.scalar(named(name), step[0], time, value));
        });
  }

  private static String named(String column) {
    return switch (column) {
      case "r" -> "episode/return";
      case "l" -> "episode/length";
      case "t" -> "time/elapsed";
      default -> column;
    };
  }

  /// @param skipped lines before the header
  private void rows(int skipped, LoggedRows.RowTaker taker) {
    try (BufferedReader text = LoggedRows.text(file)) {
      for (int i = 0; i < skipped; i++) {
        text.readLine();
      }
      try (CsvReader<CsvRecord> rows =
          CsvReader.builder().allowMissingFields(true).allowExtraFields(true).ofCsvRecord(text)) {
        rows(rows.iterator(), skipped, taker);
      }
    } catch (IOException | UncheckedIOException | CsvParseException e) {
      throw unreadable(e);
    }
  }

  private void rows(Iterator<CsvRecord> rows, int skipped, LoggedRows.RowTaker taker)
      throws IOException {
    if (!rows.hasNext()) {
      return;
    }
    List<String> names = header(rows.next());
    while (rows.hasNext()) {
      CsvRecord row = rows.next();
      long line = row.getStartingLineNumber() + skipped;
      if (row.getFieldCount() != names.size()) {
        if (rows.hasNext() || !halfWritten(row, names.size())) {
          throw new Problem(
              wording("CsvLog.line_has_values", line, row.getFieldCount(), names.size()),
              file.toString(),
              wording("CsvLog.write_as_many_as_columns"));
        }
        metrics.note(wording("LoggedRows.the_last_line_is_cut_off", line));
        return;
      }
      Map<String, Double> numbers = new LinkedHashMap<>();
      for (int i = 0; i < names.size(); i++) {
        String name = names.get(i);
        OptionalDouble value = number(row.getField(i));
        value.ifPresent(number -> numbers.put(name, number));
        if (value.isEmpty() && !row.getField(i).isBlank()) {
          metrics.noNumber(name, line);
        }
      }
      taker.row(line, numbers);
    }
  }

  private List<String> header(CsvRecord row) {
    List<String> names = List.copyOf(row.getFields());
    for (String separator : List.of(";", "\t")) {
      if (names.size() == 1 && names.getFirst().contains(separator)) {
        throw new Problem(
            separator.equals(";")
                ? wording("CsvLog.semicolons_separate")
                : wording("CsvLog.tabs_separate"),
            file.toString(),
            wording("CsvLog.separate_with_commas"));
      }
    }
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      if (!name.isBlank() && !seen.add(name)) {
        throw new Problem(
            wording("CsvLog.two_columns_have_one_name", name),
            file.toString(),
            wording("CsvLog.rename_one"));
      }
    }
    return names;
  }

  /// Whether the last row lacks values because it was cut off. A quote that never ends looks alike,
  /// but takes many lines with it.
  private boolean halfWritten(CsvRecord row, int columns) throws IOException {
    return row.getFieldCount() < columns
        && row.getFields().stream().noneMatch(field -> field.contains("\n"))
        && LoggedRows.endsWithinALine(file);
  }

  /// A number as programs write it, also `nan` and `inf` of Python.
  private static OptionalDouble number(String field) {
    String text = field.strip();
    try {
      return switch (text.toLowerCase(Locale.ROOT)) {
        case "" -> OptionalDouble.empty();
        case "nan", "+nan", "-nan" -> OptionalDouble.of(Double.NaN);
        case "inf", "+inf", "infinity", "+infinity" -> OptionalDouble.of(Double.POSITIVE_INFINITY);
        case "-inf", "-infinity" -> OptionalDouble.of(Double.NEGATIVE_INFINITY);
        default -> OptionalDouble.of(Double.parseDouble(text));
      };
    } catch (NumberFormatException _) {
      return OptionalDouble.empty();
    }
  }

  private Problem unreadable(Exception cause) {
    return new Problem(
        wording("CsvLog.it_is_no_table"), file.toString(), wording("CsvLog.save_it_as_csv"), cause);
  }
}
