package dev.hindsight.app.cli;

import picocli.CommandLine.Option;

/// `--seed`, for every command that draws numbers.
final class SeedOption {
  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "0",
      description = "Where all randomness comes from. Default: 0.")
  long value;
}
