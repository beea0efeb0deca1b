package dev.hindsight.app.cli;

import picocli.CommandLine.Option;

/// `--seed`, for every command that draws numbers.
final class SeedOption {
  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "0",
      description = "Seed of all randomness. Default: 0.")
  long value;
}
