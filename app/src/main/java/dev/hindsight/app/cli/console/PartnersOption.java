package dev.hindsight.app.cli.console;

import java.util.Optional;
import picocli.CommandLine.Option;

/// `--co-player` and `--partners`: the policies of the agents that are not egos.
public final class PartnersOption {
  @ExcludesOption(value = "--partners", whyKey = "PartnersOption.a_co_player_is_a_population")
  @Option(
      names = "--co-player",
      paramLabel = "CHECKPOINT",
      descriptionKey = "PartnersOption.coPlayer")
  private Optional<String> coPlayer = Optional.empty();

  @Option(
      names = "--partners",
      paramLabel = "LIST|FILE",
      descriptionKey = "PartnersOption.partners")
  private Optional<String> partners = Optional.empty();

  /// The population, as text; empty if the user named none.
  public Optional<String> value() {
    return partners.or(() -> coPlayer);
  }
}
