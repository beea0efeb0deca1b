package dev.hindsight.app.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/// `--set`, for every command that makes an environment.
final class SettingOption {
  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description =
          "A setting by the reference's own name, in training one of the algorithm, too; may be"
              + " repeated. Default: as the policy was trained with, else the environment's.")
  Map<String, String> values = new LinkedHashMap<>();
}
