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
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Pattern;

/// Tables with a header: `progress.csv` and `monitor.csv` of Stable-Baselines3, and others. One row
/// is a step; the step is a known column of steps, or else the number of the row. Lines with `#`
/// may come before the table.
final class CsvLog {
  private static final List<String> STEPS =
      List.of(
          "time/total_timesteps",
          "total_timesteps",
          "global_step",
          "timesteps",
          "step",
          "steps",
          "_step",
          "update",
          "iteration",
          "epoch",
          "timesteps_total",
          "num_env_steps_sampled_lifetime",
          "training_iteration");
  private static final List<String> TIMES =
      List.of("wall_time", "timestamp", "_timestamp", "time/time_elapsed", "time_elapsed");

  private static final Pattern NUMBER = Pattern.compile("[-+.0-9eE]+");

  private final Path file;
  private final LoggedMetrics metrics;

  private CsvLog(Path file, LoggedMetrics metrics) {
    this.file = file;
    this.metrics = metrics;
  }

  static void read(Path file, LoggedMetrics metrics) {
    CsvLog log = new CsvLog(file, metrics);
    List<String> comments = log.comments();
    if (!comments.isEmpty() && comments.getFirst().startsWith("{")) {
      log.monitor(began(comments.getFirst()));
    } else {
      LoggedRows.add(metrics, STEPS, TIMES, taker -> log.rows(comments, taker));
    }
  }

  /// The lines that begin with `#` before anything else, without it.
  private List<String> comments() {
    List<String> comments = new ArrayList<>();
    try (BufferedReader text = LoggedRows.text(file)) {
      for (String line = text.readLine();
          line != null && line.startsWith("#");
          line = text.readLine()) {
        comments.add(line.substring(1).strip());
      }
    } catch (IOException e) {
      throw unreadable(e);
    }
    return List.copyOf(comments);
  }

  /// `{"t_start": 1700000000.0, "env_id": "CartPole-v1"}`.
  private static double began(String comment) {
    try {
      return new ObjectMapper().readTree(comment).path("t_start").asDouble(Double.NaN);
    } catch (JsonProcessingException _) {
      return Double.NaN;
    }
  }

  /// Rows are episodes of `l` steps that ended `t` seconds after the start.
  private void monitor(double began) {
    long[] step = {0};
    rows(
        List.of(""),
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

  /// @param comments the lines before the table
  private void rows(List<String> comments, LoggedRows.RowTaker taker) {
    try (BufferedReader text = LoggedRows.text(file)) {
      for (int i = 0; i < comments.size(); i++) {
        text.readLine();
      }
      try (CsvReader<CsvRecord> rows = csv().ofCsvRecord(text)) {
        rows(rows.iterator(), comments, taker);
      }
    } catch (IOException | UncheckedIOException | CsvParseException e) {
      throw unreadable(e);
    }
  }

  private static CsvReader.CsvReaderBuilder csv() {
    return CsvReader.builder().allowMissingFields(true).allowExtraFields(true);
  }

  private void rows(Iterator<CsvRecord> rows, List<String> comments, LoggedRows.RowTaker taker)
      throws IOException {
    if (!rows.hasNext()) {
      return;
    }
    CsvRecord first = rows.next();
    boolean headless = headless(first, comments);
    List<String> names = header(headless ? commented(comments) : first.getFields());
    Optional<CsvRecord> next = Optional.of(first).filter(_ -> headless);
    while (next.isPresent() || rows.hasNext()) {
      CsvRecord row = next.orElseGet(rows::next);
      next = Optional.empty();
      long line = row.getStartingLineNumber() + comments.size();
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
      taker.row(line, numbers(row, names, line));
    }
  }

  /// Whether the first row holds no names: numbers only, or the step and more under a comment with
  /// as many names.
  private static boolean headless(CsvRecord first, List<String> comments) throws IOException {
    if (first.getFields().stream().allMatch(field -> number(field).isPresent())) {
      return true;
    }
    int names = comments.isEmpty() ? 0 : fields(comments.getLast()).size();
    return names == first.getFieldCount() && number(first.getField(0)).isPresent();
  }

  private static List<String> fields(String line) throws IOException {
    try (CsvReader<CsvRecord> row = csv().ofCsvRecord(line)) {
      return row.stream().map(CsvRecord::getFields).findFirst().orElse(List.of());
    }
  }

  private Map<String, Double> numbers(CsvRecord row, List<String> names, long line) {
    Map<String, Double> numbers = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      OptionalDouble value = number(row.getField(i));
      if (row.getField(i).isBlank()) {
        continue;
      }
      if (name.isEmpty()) {
        metrics.noName(line);
      } else if (value.isPresent()) {
        numbers.put(name, value.getAsDouble());
      } else {
        metrics.noNumber(name, line);
      }
    }
    return numbers;
  }

  /// The names of columns in the last comment before numbers, as NumPy's `savetxt` writes them.
  private List<String> commented(List<String> comments) throws IOException {
    List<String> names = comments.isEmpty() ? List.of() : fields(comments.getLast());
    if (names.isEmpty()) {
      throw new Problem(
          wording("CsvLog.its_columns_have_no_names"),
          file.toString(),
          wording("CsvLog.name_them_in_the_first_line"));
    }
    return names;
  }

  private List<String> header(List<String> fields) {
    // A blank before a quote makes the quotes a part of the name.
    List<String> names =
        fields.stream().map(name -> name.strip().replaceFirst("^\"(.*)\"$", "$1")).toList();
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
      if (!name.isEmpty() && !seen.add(name)) {
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
        // Java itself takes more: 5f, 5d, 0x1p3.
        default ->
            NUMBER.matcher(text).matches()
                ? OptionalDouble.of(Double.parseDouble(text))
                : OptionalDouble.empty();
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
