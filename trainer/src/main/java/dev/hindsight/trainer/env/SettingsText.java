package dev.hindsight.trainer.env;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Settings in one line, as users type them: `updates=150 policy=mlp`. A value ends before the next
/// `NAME=`, so it may contain spaces and commas; a value in quotation marks may contain anything,
/// with `""` for a mark.
public final class SettingsText {
  private static final String NAME = "[^\\s,=\"]+=";

  private static final Pattern SETTING =
      Pattern.compile(
          "\\G[\\s,]*("
              + NAME
              + ")(?:\"((?:[^\"]|\"\")*)\"(?=[\\s,]|$)|((?!\").*?)(?=[\\s,]+"
              + NAME
              + "|[\\s,]*$))",
          Pattern.DOTALL);

  private static final Pattern AMBIGUOUS =
      Pattern.compile("^\\s|[\\s,]$|^\"|[\\s,]" + NAME, Pattern.DOTALL);

  private SettingsText() {}

  /// Reads settings, in their order.
  ///
  /// @param where the field or key, for messages
  /// @throws Problem if something is not `NAME=VALUE`, or a name occurs twice
  public static Map<String, String> parse(String typed, String where) {
    Map<String, String> settings = new LinkedHashMap<>();
    Matcher setting = SETTING.matcher(typed);
    int end = 0;
    while (setting.find()) {
      String name = setting.group(1).substring(0, setting.group(1).length() - 1);
      String quoted = setting.group(2);
      String value = quoted == null ? setting.group(3) : quoted.replace("\"\"", "\"");
      if (settings.put(name, value) != null) {
        throw new Problem(
            wording("SettingsText.it_is_given_twice", name),
            where,
            wording("SettingsText.leave_one_out"));
      }
      end = setting.end();
    }
    String rest = typed.substring(end).replaceAll("^[\\s,]+|[\\s,]+$", "");
    if (!rest.isEmpty()) {
      throw new Problem(
          wording("SettingsText.is_not_a_setting", rest),
          where,
          wording("SettingsText.write_name_value"));
    }
    return settings;
  }

  /// The line that [#parse] reads as these settings.
  public static String of(Map<String, String> settings) {
    StringBuilder line = new StringBuilder();
    settings.forEach((name, value) -> {
      boolean marks = AMBIGUOUS.matcher(value).find();
      line.append(line.isEmpty() ? "" : " ")
          .append(name)
          .append('=')
          .append(marks ? '"' + value.replace("\"", "\"\"") + '"' : value);
    });
    return line.toString();
  }
}
