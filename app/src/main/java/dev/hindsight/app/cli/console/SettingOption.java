package dev.hindsight.app.cli.console;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/// `--set`, for every command that creates an environment.
public final class SettingOption {
  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description =
          "A setting of the environment, in training also of the algorithm; may be"
              + " repeated. Default: as in the policy's training, else the environment's default.")
  private Map<String, String> values = new LinkedHashMap<>();

  /// The settings by name, as typed.
  public Map<String, String> values() {
    return values;
  }
}
