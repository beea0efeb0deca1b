package dev.hindsight.trainer.run.foreign;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.trainer.Problem;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// JSON lines: an object a step, whose numbers are metrics; those of inner objects are named with
/// slashes.
final class JsonLog {
  private static final List<String> STEPS =
      List.of("step", "_step", "global_step", "timesteps", "update", "iteration", "epoch");
  private static final List<String> WALL = List.of("wall_time", "timestamp", "_timestamp", "time");
  private static final int DEEPEST = 16;
  private static final ObjectMapper JSON = new ObjectMapper();

  private JsonLog() {}

  static void read(Path file, LoggedMetrics metrics) {
    long number = 0;
    try (BufferedReader text = Files.newBufferedReader(file)) {
      for (String line = text.readLine(); line != null; line = text.readLine()) {
        if (line.isBlank()) {
          continue;
        }
        number++;
        JsonNode row = JSON.readTree(line);
        Map<String, Double> found = new LinkedHashMap<>();
        collect(row, "", 0, found);
        long step = number;
        double time = LoggedSeries.NO_TIME;
        for (String each : STEPS.reversed()) {
          step = found.containsKey(each) ? found.getOrDefault(each, 0.0).longValue() : step;
        }
        for (String each : WALL.reversed()) {
          time = found.getOrDefault(each, time);
        }
        for (Map.Entry<String, Double> each : found.entrySet()) {
          metrics.scalar(each.getKey(), step, time, each.getValue());
        }
      }
    } catch (IOException e) {
      throw new Problem(
          wording("JsonLog.line_is_no_json", number),
          file.toString(),
          wording("JsonLog.write_one_object"),
          e);
    }
  }

  private static void collect(JsonNode node, String name, int depth, Map<String, Double> found) {
    if (node.isNumber()) {
      found.put(name, node.asDouble());
    } else if (node.isObject() && depth < DEEPEST) {
      node.properties()
          .forEach(field ->
              collect(
                  field.getValue(),
                  name.isEmpty() ? field.getKey() : name + "/" + field.getKey(),
                  depth + 1,
                  found));
    }
  }
}
