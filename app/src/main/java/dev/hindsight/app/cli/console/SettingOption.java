package dev.hindsight.app.cli.console;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.Problem;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/// `--set`, for every command that creates an environment.
public final class SettingOption {
  @Option(names = "--set", paramLabel = "KEY=VALUE", descriptionKey = "SettingOption.values")
  private Map<String, String> values = new LinkedHashMap<>();

  /// The settings by name, as typed.
  public Map<String, String> values() {
    return values;
  }

  /// Refuses a setting that another option of the command decides, with or without its prefix.
  ///
  /// @param option the other one
  /// @throws Problem if the user typed the setting
  public void leave(String setting, String option) {
    values.keySet().stream()
        .filter(key -> key.equals(setting) || key.endsWith("." + setting))
        .findFirst()
        .ifPresent(key -> {
          throw new Problem(
              wording("SettingOption.another_option_decides_it", option),
              "--set " + key,
              wording("SettingOption.leave_it_out"));
        });
  }
}
