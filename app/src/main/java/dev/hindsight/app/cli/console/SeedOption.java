package dev.hindsight.app.cli.console;

import java.util.Optional;
import picocli.CommandLine.Option;

/// `--seed`, for every command that draws numbers.
public final class SeedOption {
  @Option(names = "--seed", paramLabel = "S", descriptionKey = "SeedOption.value")
  private Optional<Long> value = Optional.empty();

  /// The seed: 0 unless one was typed.
  public long value() {
    return value.orElse(0L);
  }

  /// Whether one was typed.
  public boolean given() {
    return value.isPresent();
  }
}
