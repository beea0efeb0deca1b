package dev.hindsight.app.cli.console;

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
}
