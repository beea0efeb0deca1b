package dev.hindsight.trainer.env.airspace.cases;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/// A JSON object whose fields are read one by one, with the place in every error message. Numbers
/// that JSON cannot write are strings: `nan`, `inf`, `-inf`.
record CaseFile(JsonNode node, String where) {
  private static final ObjectMapper JSON = new ObjectMapper();

  static CaseFile read(Path file) {
    try {
      JsonNode node = JSON.readTree(Files.readAllBytes(file));
      if (node == null || !node.isObject()) {
        throw new Problem(
            wording("CaseFile.it_holds_no_json_object"),
            file.toString(),
            wording("CaseFile.give_a_case_in_braces"));
      }
      return new CaseFile(node, file.toString());
    } catch (JsonProcessingException e) {
      throw new Problem(
          wording("CaseFile.it_is_not_json_at_line", e.getLocation().getLineNr()),
          file.toString(),
          wording("CaseFile.check_the_file"),
          e);
    } catch (IOException e) {
      throw new Problem(
          wording("CaseFile.it_cannot_be_read"),
          file.toString(),
          wording("CaseFile.check_the_file_and_its_permissions"),
          e);
    }
  }

  private JsonNode field(String name) {
    JsonNode field = node.get(name);
    if (field == null) {
      throw new Problem(wording("CaseFile.is_missing", name), where, wording("CaseFile.add_it"));
    }
    return field;
  }

  boolean has(String name) {
    return node.has(name);
  }

  String text(String name) {
    if (!field(name).isTextual()) {
      throw new Problem(
          wording("CaseFile.is_not_text", name), where, wording("CaseFile.give_a_text_in_quotes"));
    }
    return field(name).textValue();
  }

  /// A number, finite or not.
  double number(String name) {
    return number(field(name), name, where);
  }

  /// A number that is finite.
  double finite(String name) {
    double number = number(name);
    if (!Double.isFinite(number)) {
      throw new Problem(
          wording("CaseFile.is", name, number), where, wording("CaseFile.give_a_finite_number"));
    }
    return number;
  }

  static double number(JsonNode node, String name, String where) {
    if (node.isNumber()) {
      return node.doubleValue();
    }
    return switch (node.asText("").toLowerCase(Locale.ROOT)) {
      case "nan" -> Double.NaN;
      case "inf", "infinity" -> Double.POSITIVE_INFINITY;
      case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
      default ->
          throw new Problem(
              wording("CaseFile.is_not_a_number", name), where, wording("CaseFile.give_a_number"));
    };
  }

  CaseFile object(String name) {
    if (!field(name).isObject()) {
      throw new Problem(
          wording("CaseFile.is_not_an_object", name), where, wording("CaseFile.give_it_in_braces"));
    }
    return new CaseFile(field(name), where + " " + name);
  }

  JsonNode list(String name) {
    if (!field(name).isArray()) {
      throw new Problem(
          wording("CaseFile.is_not_a_list", name), where, wording("CaseFile.give_it_in_brackets"));
    }
    return field(name);
  }

  /// A number in a form that JSON can write.
  static Object jsonNumber(double value) {
    if (Double.isFinite(value)) {
      return value;
    }
    return Double.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
  }
}
