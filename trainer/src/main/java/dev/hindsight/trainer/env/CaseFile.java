package dev.hindsight.trainer.env;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.trainer.JsonFault;
import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A JSON object whose fields are read one by one, with the place in every error message. Numbers
/// that JSON cannot write are strings: `nan`, `inf`, `-inf`.
///
/// @param node the object
/// @param where file and place, for messages
public record CaseFile(JsonNode node, String where) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /// Reads the object of a file.
  ///
  /// @throws Problem if there is none
  public static CaseFile read(Path file) {
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
          wording("CaseFile.it_is_not_json_at_line", JsonFault.line(e)),
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

  /// Whether there is such a field.
  public boolean has(String name) {
    return node.has(name);
  }

  /// A text.
  public String text(String name) {
    if (!field(name).isTextual()) {
      throw new Problem(
          wording("CaseFile.is_not_text", name), where, wording("CaseFile.give_a_text_in_quotes"));
    }
    return field(name).textValue();
  }

  /// A number, finite or not.
  public double number(String name) {
    return number(field(name), name, where);
  }

  /// A number that is finite.
  public double finite(String name) {
    double number = number(name);
    if (!Double.isFinite(number)) {
      throw new Problem(
          wording("CaseFile.is", name, number), where, wording("CaseFile.give_a_finite_number"));
    }
    return number;
  }

  /// A number within limits, both inclusive.
  public double within(String name, int least, int most) {
    double number = number(name);
    if (!(number >= least && number <= most)) {
      throw new Problem(
          wording("CaseFile.is", name, number),
          where,
          wording("CaseFile.give_a_number_from_to", least, most));
    }
    return number;
  }

  /// A number of 0 or more, perhaps infinite.
  public double notNegative(String name) {
    double number = number(name);
    if (!(number >= 0)) {
      throw new Problem(
          wording("CaseFile.is", name, number), where, wording("CaseFile.give_0_or_more"));
    }
    return number;
  }

  /// A number, finite or not.
  ///
  /// @param name of the field it is in
  /// @param where file and place, for messages
  public static double number(JsonNode node, String name, String where) {
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

  /// A whole number within limits, both inclusive.
  public int whole(String name, int least, int most) {
    return whole(field(name), name, where, least, most);
  }

  /// A whole number within limits, or a default.
  public int whole(String name, int least, int most, int otherwise) {
    return has(name) ? whole(name, least, most) : otherwise;
  }

  /// A whole number within limits, both inclusive.
  ///
  /// @param name of the field it is in
  /// @param where file and place, for messages
  public static int whole(JsonNode node, String name, String where, int least, int most) {
    double number = number(node, name, where);
    if (!(number >= least && number <= most) || number != Math.rint(number)) {
      throw new Problem(
          wording("CaseFile.is", name, node),
          where,
          wording("CaseFile.give_a_whole_number_from_to", least, most));
    }
    return (int) number;
  }

  /// True or false; false if it is missing.
  public boolean flag(String name) {
    if (has(name) && !field(name).isBoolean()) {
      throw new Problem(
          wording("CaseFile.is", name, field(name)), where, wording("CaseFile.give_true_or_false"));
    }
    return has(name) && field(name).booleanValue();
  }

  /// Whether a field is a list.
  public boolean isList(String name) {
    return field(name).isArray();
  }

  /// A list of objects.
  public List<CaseFile> objects(String name) {
    List<CaseFile> objects = new ArrayList<>();
    for (JsonNode one : list(name)) {
      String place = where + " " + name + " " + objects.size();
      if (!one.isObject()) {
        throw new Problem(
            wording("CaseFile.is_not_an_object", name),
            place,
            wording("CaseFile.give_it_in_braces"));
      }
      objects.add(new CaseFile(one, place));
    }
    return objects;
  }

  /// An object.
  public CaseFile object(String name) {
    if (!field(name).isObject()) {
      throw new Problem(
          wording("CaseFile.is_not_an_object", name), where, wording("CaseFile.give_it_in_braces"));
    }
    return new CaseFile(field(name), where + " " + name);
  }

  /// A list.
  public JsonNode list(String name) {
    if (!field(name).isArray()) {
      throw new Problem(
          wording("CaseFile.is_not_a_list", name), where, wording("CaseFile.give_it_in_brackets"));
    }
    return field(name);
  }

  /// A number in a form that JSON can write.
  public static Object jsonNumber(double value) {
    if (Double.isFinite(value)) {
      return value;
    }
    return Double.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
  }
}
