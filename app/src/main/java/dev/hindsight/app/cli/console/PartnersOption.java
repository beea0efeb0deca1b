package dev.hindsight.app.cli.console;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.Problem;
import java.util.Optional;
import picocli.CommandLine.Option;

/// `--co-player` and `--partners`: the policies of the agents that are not egos.
public final class PartnersOption {
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
  ///
  /// @throws Problem if the user gave both options
  public Optional<String> value() {
    if (coPlayer.isPresent() && partners.isPresent()) {
      throw new Problem(
          wording("PartnersOption.a_co_player_is_a_population"),
          "--partners",
          wording("PartnersOption.give_one_of_the_two"));
    }
    return partners.or(() -> coPlayer);
  }
}
