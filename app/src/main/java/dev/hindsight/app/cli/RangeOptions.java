package dev.hindsight.app.cli;

import java.util.Optional;
import picocli.CommandLine.Option;

/// Which ticks of a recording, for every command that takes part of one.
final class RangeOptions {
  @Option(
      names = "--from",
      paramLabel = "TICK",
      defaultValue = "0",
      description = "First tick. Default: 0.")
  int from;

  @Option(
      names = "--to",
      paramLabel = "TICK",
      description = "Last tick, itself included. Default: the last one.")
  Optional<Integer> to;
}
