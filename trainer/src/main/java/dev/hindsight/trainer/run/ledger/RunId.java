package dev.hindsight.trainer.run.ledger;

import dev.hindsight.trainer.Problem;

/// The name of a run and its folder: `darkroom-20261121-193015`.
///
/// @param text letters, digits, dots, dashes
public record RunId(String text) {
  /// Checks that it is a valid folder name on every system.
  public RunId {
    if (!text.matches("[A-Za-z0-9][A-Za-z0-9.-]{0,99}")) {
      throw new Problem(
          "this is not the name of a run", text, "see them with 'hindsight runs list'");
    }
  }

  @Override
  public String toString() {
    return text;
  }
}
