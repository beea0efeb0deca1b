package dev.hindsight.trainer.run.ledger;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;

/// The name of a run and its folder: `darkroom-20261121-193015-4f3a`; earlier versions left out the
/// random part at its end.
///
/// @param text letters, digits, dots, dashes
public record RunId(String text) {
  /// Checks that it is a valid folder name on every system.
  public RunId {
    if (!text.matches("[A-Za-z0-9][A-Za-z0-9.-]{0,99}")) {
      throw new Problem(
          wording("RunId.this_is_not_the_name_of"),
          text,
          wording("RunId.see_them_with_hindsight_runs_list"));
    }
  }

  @Override
  public String toString() {
    return text;
  }
}
