package dev.hindsight.trainer.env.airspace.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hindsight.trainer.env.airspace.AirTrafficReference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every case of the reference files, run through the two small commands.
class CaseReferenceTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  @Test
  void conflictsAreTheReferences() throws IOException {
    for (JsonNode c : AirTrafficReference.file("bluesky_cd").get("cases")) {
      ObjectNode question = ((ObjectNode) c).deepCopy();
      question.retain(List.of("rpz_m", "hpz_m", "lookahead_s", "aircraft"));
      JsonNode answer = json(DetectionCase.read(file(question)).result());
      compare(c, answer, 1e-9);
    }
  }

  @Test
  void flightsAreTheReferences() throws IOException {
    for (JsonNode c : AirTrafficReference.file("bluesky_kinematics").get("cases")) {
      ObjectNode question = ((ObjectNode) c).deepCopy();
      question.retain(List.of("dt", "create", "commands"));
      var times = question.putArray("times");
      c.get("samples").forEach(sample -> times.add(sample.get("t")));
      JsonNode answer = json(FlightCase.read(file(question)).result());
      compare(c, answer, 1e-9);
    }
  }

  private Path file(JsonNode question) throws IOException {
    return Files.write(folder.resolve("case.json"), JSON.writeValueAsBytes(question));
  }

  private static JsonNode json(Map<String, Object> fields) {
    return JSON.valueToTree(fields);
  }

  private static void compare(JsonNode expected, JsonNode actual, double relative) {
    actual
        .properties()
        .forEach(field ->
            same(
                expected.get("name") + " " + field.getKey(),
                expected.get(field.getKey()),
                field.getValue(),
                relative));
  }

  private static void same(String where, JsonNode expected, JsonNode actual, double relative) {
    if (expected.isNumber() && actual.isNumber()) {
      AirTrafficReference.near(expected.doubleValue(), actual.doubleValue(), relative, where);
    } else if (expected.isContainerNode() && expected.size() == actual.size()) {
      for (int i = 0; i < expected.size() && expected.isArray(); i++) {
        same(where + " " + i, expected.get(i), actual.get(i), relative);
      }
      if (expected.isObject()) {
        expected
            .properties()
            .forEach(f ->
                same(where + " " + f.getKey(), f.getValue(), actual.get(f.getKey()), relative));
      }
    } else if (expected.isContainerNode()) {
      fail(where + ": " + expected + " but was " + actual);
    } else {
      assertEquals(expected, actual, where);
    }
  }
}
