package dev.hindsight.app.cli.counterfactual;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.Problem;
import picocli.CommandLine.Option;

/// `--draws`: how many runs with different random numbers an effect on scores is measured by.
final class DrawsOption {
  @Option(
      names = "--draws",
      paramLabel = "N",
      defaultValue = "1",
      descriptionKey = "DrawsOption.count")
  private int count;

  /// The number of runs to compare.
  ///
  /// @throws Problem if there would be none
  int count() {
    if (count < 1) {
      throw new Problem(
          wording("DrawsOption.runs_are_too_few", count),
          "--draws",
          wording("DrawsOption.give_1_or_more"));
    }
    return count;
  }
}
