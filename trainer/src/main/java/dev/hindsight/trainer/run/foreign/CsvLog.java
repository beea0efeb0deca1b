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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;

/// Tables with a header: `progress.csv` and `monitor.csv` of Stable-Baselines3, and others. One row
/// is a step; the step is the first known column of steps, or else the number of the row.
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
          "epoch");
  private static final List<String> WALL = List.of("wall_time", "timestamp", "_timestamp");
  private static final List<String> ELAPSED = List.of("time/time_elapsed", "time_elapsed");

  private CsvLog() {}

  static void read(Path file, LoggedMetrics metrics) {
    try (BufferedReader text = Files.newBufferedReader(file)) {
      text.mark(1 << 16);
      String first = text.readLine();
      boolean monitor = first != null && first.startsWith("#");
      double began = monitor && first != null ? began(first) : Double.NaN;
      if (!monitor) {
        text.reset();
      }
      try (CsvReader<CsvRecord> rows = CsvReader.builder().ofCsvRecord(text)) {
        rows(rows, monitor, began, metrics);
      }
    } catch (IOException | UncheckedIOException | CsvParseException e) {
      throw new Problem(
          wording("CsvLog.it_is_no_table"), file.toString(), wording("CsvLog.save_it_as_csv"), e);
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

  private static void rows(
      Iterable<CsvRecord> rows, boolean monitor, double began, LoggedMetrics metrics) {
    List<String> names = List.of();
    long step = 0;
    long number = 0;
    for (CsvRecord row : rows) {
      if (names.isEmpty()) {
        names = List.copyOf(row.getFields());
        continue;
      }
      number++;
      if (monitor) {
        // An episode of l steps that ended t seconds after the start.
        step += (long) number(row, names.indexOf("l")).orElse(0);
      } else {
        step = (long) known(row, names, STEPS).orElse((double) number);
      }
      double time =
          monitor
              ? began + number(row, names.indexOf("t")).orElse(Double.NaN)
              : known(row, names, WALL)
                  .orElse(known(row, names, ELAPSED).orElse(LoggedSeries.NO_TIME));
      for (int i = 0; i < names.size(); i++) {
        OptionalDouble value = number(row, i);
        if (value.isPresent()) {
          metrics.scalar(
              monitor ? named(names.get(i)) : names.get(i), step, time, value.getAsDouble());
        }
      }
    }
  }

  private static String named(String column) {
    return switch (column) {
      case "r" -> "episode/return";
      case "l" -> "episode/length";
      case "t" -> "time/elapsed";
      default -> column;
    };
  }

  private static OptionalDouble known(CsvRecord row, List<String> names, List<String> known) {
    for (String each : known) {
      OptionalDouble value = number(row, names.indexOf(each));
      if (value.isPresent()) {
        return value;
      }
    }
    return OptionalDouble.empty();
  }

  private static OptionalDouble number(CsvRecord row, int column) {
    if (column < 0 || column >= row.getFieldCount() || row.getField(column).isBlank()) {
      return OptionalDouble.empty();
    }
    try {
      return OptionalDouble.of(Double.parseDouble(row.getField(column).strip()));
    } catch (NumberFormatException _) {
      return OptionalDouble.empty();
    }
  }
}
