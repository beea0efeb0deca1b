package dev.hindsight.trainer.study;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.NumberWords;

/// Whether two policies, or two arms of a study, differ.
///
/// @param baseline the name of one
/// @param other the name of the other
/// @param interval the other's mean minus the baseline's
public record Difference(String baseline, String other, Interval interval) {
  /// Whether the interval excludes 0.
  public boolean shown() {
    return interval.excludes(0);
  }

  /// In a sentence; one sample of each shows nothing.
  ///
  /// @param measure what was compared: `the score of the last trial`
  /// @param samples how many samples of which kind: `40 pairs of episodes`
  /// @param sample their kind in the singular
  public String sentence(String measure, String samples, String sample) {
    String evidence =
        wording(
            "Difference.evidence",
            NumberWords.exactScoreDifference(interval.mean()),
            interval.words(NumberWords::exactScoreDifference, sample),
            samples);
    if (interval.count() < 2) {
      return wording("Difference.cannot_be_judged", other, baseline, measure, evidence);
    }
    return shown()
        ? wording("Difference.and_differ_in", other, baseline, measure, evidence)
        : wording("Difference.no_difference_is_shown", other, baseline, measure, evidence);
  }
}
