package dev.hindsight.trainer.rollout.foreign;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// One line of a file of JSON objects, read by key.
///
/// @param fields the object
/// @param where file and line, for messages
record JsonLine(JsonNode fields, String where) {
  /// Accepts Python's bare `NaN`, so that it can be rejected by name.
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();

  private static final String AGAIN = wording("JsonLine.have_the_inspection_script_write");

  /// Reads all lines of a file.
  ///
  /// @throws Problem naming the first line that is not a complete JSON object
  static List<JsonLine> read(Path file) {
    List<String> texts;
    try {
      texts = Files.readAllLines(file);
    } catch (IOException e) {
      throw new Problem(wording("JsonLine.it_cannot_be_read_as_text"), file.toString(), AGAIN, e);
    }
    List<JsonLine> lines = new ArrayList<>();
    for (int number = 1; number <= texts.size(); number++) {
      String where = wording("JsonLine.line", file, number);
      if (!texts.get(number - 1).isBlank()) {
        lines.add(parse(texts.get(number - 1), where));
      }
    }
    if (lines.isEmpty()) {
      throw new Problem(wording("JsonLine.it_holds_no_tick"), file.toString(), AGAIN);
    }
    return lines;
  }

  /// Reads a file that is one object.
  static JsonLine whole(Path file) {
    try {
      return parse(Files.readString(file), file.toString());
    } catch (IOException e) {
      throw new Problem(
          wording("JsonLine.it_cannot_be_read_as_text"),
          file.toString(),
          wording("JsonLine.fix_or_remove_it"),
          e);
    }
  }

  private static JsonLine parse(String text, String where) {
    try {
      JsonNode node = MAPPER.readTree(text);
      if (!node.isObject()) {
        throw new Problem(wording("JsonLine.it_is_not_a_json_object"), where, AGAIN);
      }
      return new JsonLine(node, where);
    } catch (JsonProcessingException e) {
      throw new Problem(wording("JsonLine.it_is_cut_off_or_no"), where, AGAIN, e);
    }
  }

  /// Number of entries of a list, or -1 if there is none.
  int length(String key) {
    JsonNode list = fields.path(key);
    return list.isArray() ? list.size() : -1;
  }

  double number(String key) {
    return number(fields.path(key), key);
  }

  /// A number of a list.
  double number(String key, int index) {
    return number(fields.path(key).path(index), key + "[" + index + "]");
  }

  /// A number of a list of lists.
  double number(String key, int index, int inner) {
    return number(fields.path(key).path(index).path(inner), key + "[" + index + "][" + inner + "]");
  }

  private double number(JsonNode node, String name) {
    if (!node.isNumber()) {
      throw new Problem(wording("JsonLine.it_has_no_number", name), where, AGAIN);
    }
    if (!Double.isFinite(node.doubleValue())) {
      throw new Problem(
          wording("JsonLine.its_is", name, node.asText()),
          where,
          wording("JsonLine.find_out_what_made_it_so"));
    }
    return node.doubleValue();
  }

  int whole(String key) {
    double number = number(key);
    if (number != Math.rint(number) || Math.abs(number) > Integer.MAX_VALUE) {
      throw new Problem(wording("JsonLine.its_is_not_a_whole_number", key), where, AGAIN);
    }
    return (int) number;
  }

  /// A boolean of a list; null (unknown to the script) counts as false.
  boolean truth(String key, int index) {
    JsonNode node = fields.path(key).path(index);
    if (!node.isBoolean() && !node.isNumber() && !node.isNull()) {
      throw new Problem(wording("JsonLine.it_has_no_flag", key, index), where, AGAIN);
    }
    return node.asBoolean();
  }
}
