package dev.hindsight.trainer.rollout;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hindsight.trainer.JsonFault;
import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The keys of one JSON object, read one by one with a default for absent ones; keys that were not
/// read remain. A `null` counts as absent. One owner thread.
final class JsonFields {
  /// Accepts Python's bare `NaN`, rejects duplicate keys.
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  private static final Set<String> NOT_FINITE = Set.of("NaN", "Infinity", "-Infinity");

  private final Map<String, JsonNode> fields = new LinkedHashMap<>();
  private final String where;
  private final String path;

  private JsonFields(JsonNode object, String where, String path) {
    this.where = where;
    this.path = path;
    object
        .properties()
        .forEach(entry -> {
          if (!entry.getValue().isNull()) {
            fields.put(entry.getKey(), entry.getValue());
          }
        });
  }

  /// The fields of a document.
  ///
  /// @param where the file and member, for messages
  /// @throws Problem if it is not one JSON object
  static JsonFields parse(byte[] utf8, String where) {
    JsonNode node = tree(utf8, where);
    if (!node.isObject()) {
      throw new Problem(
          wording("JsonFields.it_is_not_a_json_object"),
          where,
          wording("JsonFields.begin_it_with"));
    }
    return new JsonFields(node, where, "");
  }

  /// Parses a document without conversion.
  ///
  /// @throws Problem if it is not JSON
  static JsonNode tree(byte[] utf8, String where) {
    try {
      return MAPPER.readTree(utf8);
    } catch (JsonProcessingException e) {
      throw new Problem(
          wording("JsonFields.it_is_not_json", JsonFault.words(e)),
          where,
          wording("JsonFields.write_valid_json"),
          e);
    } catch (IOException e) {
      throw new Problem(
          wording("JsonFields.it_cannot_be_read"),
          where,
          wording("JsonFields.write_valid_json"),
          e);
    }
  }

  boolean has(String key) {
    return fields.containsKey(key);
  }

  String text(String key, String fallback) {
    JsonNode node = fields.remove(key);
    if (node == null) {
      return fallback;
    }
    if (!node.isTextual()) {
      throw wrong(key, "text");
    }
    return node.textValue();
  }

  String text(String key) {
    require(key);
    return text(key, "");
  }

  long whole(String key, long min, long max, long fallback) {
    JsonNode node = fields.remove(key);
    if (node == null) {
      return fallback;
    }
    boolean exact = node.canConvertToExactIntegral() && node.canConvertToLong();
    if (!exact || node.longValue() < min || node.longValue() > max) {
      throw wrong(key, wording("JsonFields.a_whole_number_from_to", min, max));
    }
    return node.longValue();
  }

  int count(String key, int fallback) {
    return (int) whole(key, 0, Integer.MAX_VALUE, fallback);
  }

  double real(String key, double fallback) {
    JsonNode node = fields.remove(key);
    return node == null ? fallback : real(node, key);
  }

  Map<String, Double> reals(String key) {
    Map<String, Double> values = new LinkedHashMap<>();
    object(key).rest().forEach((name, node) -> values.put(name, real(node, key + "." + name)));
    return values;
  }

  List<Double> realList(String key) {
    return list(key).stream().map(node -> real(node, key)).toList();
  }

  List<String> texts(String key) {
    List<String> texts = new ArrayList<>();
    for (JsonNode node : list(key)) {
      if (!node.isTextual()) {
        throw wrong(key, wording("JsonFields.a_list_of_texts"));
      }
      texts.add(node.textValue());
    }
    return texts;
  }

  List<JsonNode> list(String key) {
    JsonNode node = fields.remove(key);
    List<JsonNode> elements = new ArrayList<>();
    if (node != null) {
      if (!node.isArray()) {
        throw wrong(key, "a list");
      }
      node.forEach(elements::add);
    }
    return elements;
  }

  List<JsonFields> objects(String key) {
    List<JsonFields> objects = new ArrayList<>();
    for (JsonNode node : list(key)) {
      if (!node.isObject()) {
        throw wrong(key, wording("JsonFields.a_list_of_objects"));
      }
      objects.add(new JsonFields(node, where, path + key + "[" + objects.size() + "]."));
    }
    return objects;
  }

  JsonFields object(String key) {
    JsonNode node = fields.remove(key);
    if (node == null) {
      return new JsonFields(MAPPER.createObjectNode(), where, path + key + ".");
    }
    if (!node.isObject()) {
      throw wrong(key, wording("JsonFields.an_object"));
    }
    return new JsonFields(node, where, path + key + ".");
  }

  /// The keys that were not read.
  Map<String, JsonNode> rest() {
    return fields;
  }

  void require(String key) {
    if (!has(key)) {
      throw new Problem(
          wording("JsonFields.is_missing", path + key), where, wording("JsonFields.add_it"));
    }
  }

  /// The place of a key, for the messages of those who read its value.
  String place(String key) {
    return where + ": " + path + key;
  }

  Problem wrong(String key, String wanted) {
    return new Problem(
        wording("JsonFields.is_not_valid", path + key),
        where,
        wording("JsonFields.make_it", wanted));
  }

  private double real(JsonNode node, String key) {
    if (node.isTextual() && NOT_FINITE.contains(node.textValue())) {
      return Double.parseDouble(node.textValue());
    }
    if (!node.isNumber()) {
      throw wrong(key, "a number");
    }
    return node.doubleValue();
  }
}
