package dev.hindsight.app.cli.console;

import dev.hindsight.trainer.rollout.RequestedTicks;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Option;

/// Options that select ticks of a recording, for every command that uses part of one.
public final class RangeOptions {
  @Option(
      names = "--from",
      paramLabel = "TICK",
      defaultValue = "0",
      descriptionKey = "RangeOptions.from")
  private int from;

  @Option(names = "--to", paramLabel = "TICK", descriptionKey = "RangeOptions.to")
  private Optional<Integer> to;

  /// The ticks as typed.
  public RequestedTicks ticks() {
    return new RequestedTicks(from, to.map(OptionalInt::of).orElse(OptionalInt.empty()));
  }
}
