package dev.hindsight.app.cli.console;

import picocli.CommandLine.Option;

/// `--seed`, for every command that draws numbers.
public final class SeedOption {
  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "0",
      descriptionKey = "SeedOption.value")
  private long value;

  /// The seed.
  public long value() {
    return value;
  }
}
