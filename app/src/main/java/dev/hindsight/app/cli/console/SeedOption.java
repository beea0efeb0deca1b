package dev.hindsight.app.cli.console;

import picocli.CommandLine.Option;

/// `--seed`, for every command that draws numbers.
public final class SeedOption {
  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "0",
      description = "Seed of all randomness. Default: 0.")
  private long value;

  /// The seed.
  public long value() {
    return value;
  }
}
