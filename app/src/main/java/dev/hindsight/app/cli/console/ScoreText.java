package dev.hindsight.app.cli.console;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.study.Interval;
import java.util.List;
import java.util.Optional;

/// Formats scores by trial with their intervals for commands.
public final class ScoreText {
  private ScoreText() {}

  /// `0.812 (95 % between 0.790 and 0.834)`.
  public static String of(Interval score) {
    return NumberWords.exactScore(score.mean())
        + " ("
        + score.words(NumberWords::exactScore, "episode")
        + ")";
  }

  /// The methods of the intervals; empty if there are none.
  ///
  /// @param gainName name of the difference between the last trial and the first
  public static String methods(List<Interval> scores, Optional<Interval> gain, String gainName) {
    return scores.stream()
            .filter(Interval::known)
            .findFirst()
            .map(known ->
                wording("ScoreText.intervals_over_episodes_scores_by", known.method().words()))
            .orElse("")
        + gain.filter(Interval::known)
            .map(known -> wording("ScoreText.by", gainName, known.method().words()))
            .orElse("");
  }
}
