package dev.hindsight.trainer.env;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hindsight.trainer.NameSuggestions;
import dev.hindsight.trainer.Problem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// A set of knobs, in the order a form shows them.
///
/// @param all every knob, names unique
public record Settings(List<Setting> all) {
  /// Copies the list.
  public Settings {
    all = List.copyOf(all);
  }

  /// The default of every knob.
  public SettingValues defaults() {
    return parse(Map.of(), "defaults");
  }

  /// Parses a user's input; knobs that are not named keep their defaults.
  ///
  /// @param typed name to text
  /// @param where for messages: `--set`, a file name
  /// @throws Problem naming the knob, and for an unknown one the most similar knobs
  public SettingValues parse(Map<String, String> typed, String where) {
    Map<String, JsonNode> values = new LinkedHashMap<>();
    for (Setting setting : all) {
      values.put(setting.name(), node(setting, setting.defaultText(), where));
    }
    typed.forEach((name, text) -> values.put(name, node(known(name, where), text, where)));
    return new SettingValues(values, java.util.Set.copyOf(typed.keySet()));
  }

  private Setting known(String name, String where) {
    return all.stream()
        .filter(s -> s.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new Problem(
                wording("Settings.there_is_no_setting", name),
                where,
                wording("Settings.did_you_mean", near(name))));
  }

  /// The three knobs whose names are most similar.
  public String near(String name) {
    return NameSuggestions.closest(name, all.stream().map(Setting::name).toList());
  }

  private static JsonNode node(Setting setting, String text, String where) {
    String place = where + " " + setting.name();
    return switch (setting) {
      case Setting.Whole s -> LongNode.valueOf(whole(s, text, place));
      case Setting.Real s -> DoubleNode.valueOf(real(s, text, place));
      case Setting.Flag _ -> BooleanNode.valueOf(flag(text, place));
      case Setting.Choice s -> TextNode.valueOf(choice(s, text, place));
      case Setting.Text _ -> TextNode.valueOf(text.strip());
    };
  }

  private static long whole(Setting.Whole s, String text, String place) {
    try {
      long value = Long.parseLong(text.strip());
      if (value >= s.min() && value <= s.max()) {
        return value;
      }
    } catch (NumberFormatException _) {
      // Reported below, like a number out of range.
    }
    throw new Problem(
        wording("Settings.is_not_valid", text),
        place,
        wording("Settings.give_a_whole_number_from_to", s.min(), s.max()));
  }

  private static double real(Setting.Real s, String text, String place) {
    try {
      double value = Double.parseDouble(text.strip());
      if (value >= s.min() && value <= s.max()) {
        return value;
      }
    } catch (NumberFormatException _) {
      // Reported below, like a number out of range.
    }
    throw new Problem(
        wording("Settings.is_not_valid", text),
        place,
        wording("Settings.give_a_number_from_to", s.min(), s.max()));
  }

  private static boolean flag(String text, String place) {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "true", "on", "1", "yes" -> true;
      case "false", "off", "0", "no" -> false;
      default ->
          throw new Problem(
              wording("Settings.is_not_valid", text),
              place,
              wording("Settings.give_true_or_false"));
    };
  }

  private static String choice(Setting.Choice s, String text, String place) {
    String word = text.strip().toLowerCase(Locale.ROOT);
    if (s.choices().contains(word)) {
      return word;
    }
    for (int code = 0; code < s.choices().size(); code++) {
      if (word.equals(Integer.toString(code))) {
        return s.choices().get(code);
      }
    }
    if (s.choices().size() == 1) {
      String only = s.choices().getFirst();
      throw new Problem(
          wording("Settings.is_not_valid", text),
          place,
          wording("Settings.leave_it_at", only, s.doc()));
    }
    throw new Problem(
        wording("Settings.is_not_valid", text),
        place,
        wording("Settings.give_one_of_or_its_number", String.join(", ", s.choices())));
  }
}
