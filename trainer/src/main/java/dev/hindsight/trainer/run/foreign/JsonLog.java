package dev.hindsight.trainer.run.foreign;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hindsight.trainer.Problem;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// JSON lines: an object a step, whose numbers are metrics; those of inner objects are named with
/// slashes.
final class JsonLog {
  private static final List<String> STEPS =
      List.of(
          "step",
          "_step",
          "global_step",
          "timesteps",
          "time/total_timesteps",
          "total_timesteps",
          "update",
          "iteration",
          "epoch",
          "timesteps_total",
          "num_env_steps_sampled_lifetime",
          "training_iteration");
  private static final List<String> WALL = List.of("wall_time", "timestamp", "_timestamp", "time");
  private static final int DEEPEST = 16;

  /// What Hindsight and others write as texts, because JSON has no such numbers.
  private static final Set<String> NOT_FINITE = Set.of("NaN", "Infinity", "-Infinity");

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private JsonLog() {}

  static void read(Path file, LoggedMetrics metrics) {
    LoggedRows.add(metrics, STEPS, WALL, taker -> rows(file, metrics, taker));
  }

  private static void rows(Path file, LoggedMetrics metrics, LoggedRows.RowTaker taker) {
    long number = 0;
    boolean whole = false;
    boolean array = false;
    AtomicLong objects = new AtomicLong();
    LoggedRows.RowTaker counting =
        (line, found) -> {
          objects.incrementAndGet();
          taker.row(line, found);
        };
    try (BufferedReader text = LoggedRows.text(file)) {
      String line = text.readLine();
      while (line != null) {
        number++;
        String next = text.readLine();
        array = number == 1 ? line.stripLeading().startsWith("[") : array;
        if (!line.isBlank()) {
          boolean last = next == null && whole && LoggedRows.endsWithinALine(file);
          whole |= row(line, number, last, metrics, counting);
        }
        line = next;
      }
    } catch (IOException e) {
      throw array
          ? array(file)
          : new Problem(
              wording("JsonLog.line_is_no_json", number),
              file.toString(),
              wording("JsonLog.write_one_object"),
              e);
    }
    if (array && objects.get() == 0) {
      throw array(file);
    }
  }

  private static Problem array(Path file) {
    return new Problem(
        wording("JsonLog.it_is_one_array"),
        file.toString(),
        wording("JsonLog.write_one_object_of_the_array", String.valueOf(file.getFileName())));
  }

  /// @param last whether it may be only half written
  /// @return whether it is whole
  private static boolean row(
      String line, long number, boolean last, LoggedMetrics metrics, LoggedRows.RowTaker taker)
      throws JsonProcessingException {
    JsonNode row;
    try {
      row = JSON.readTree(line);
    } catch (JsonProcessingException e) {
      if (last) {
        metrics.note(wording("LoggedRows.the_last_line_is_cut_off", number));
        return false;
      }
      throw e;
    }
    if (!row.isObject()) {
      metrics.noObject(number);
      return true;
    }
    Map<String, Double> found = new LinkedHashMap<>();
    collect(row, "", 0, found, name -> metrics.noNumber(name, number));
    taker.row(number, found);
    return true;
  }

  /// @param others takes the names of what is no number
  private static void collect(
      JsonNode node, String name, int depth, Map<String, Double> found, Consumer<String> others) {
    if (node.isNumber()) {
      found.put(name, node.asDouble());
    } else if (node.isTextual() && NOT_FINITE.contains(node.asText())) {
      found.put(name, Double.parseDouble(node.asText()));
    } else if (node.isObject() && depth < DEEPEST) {
      node.properties()
          .forEach(field ->
              collect(
                  field.getValue(),
                  name.isEmpty() ? field.getKey() : name + "/" + field.getKey(),
                  depth + 1,
                  found,
                  others));
    } else if (!node.isNull()) {
      others.accept(name);
    }
  }
}
