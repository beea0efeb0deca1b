package dev.hindsight.inspector.compare;

import dev.hindsight.inspector.scores.TrialMeasure;
import dev.hindsight.trainer.NumberWords;

/// A number of a trial in both recordings; NaN where one has none.
///
/// @param trial from 0
/// @param one in the one recording
/// @param other in the other
public record TrialScoreChange(int trial, double one, double other) {
  /// B - A; NaN where one of them is none.
  public double by() {
    return other - one;
  }

  /// Whether the two are not the same; two that are none are.
  public boolean changed() {
    return Double.compare(one, other) != 0;
  }

  /// `0.50 → 0.75 (+0.25)`, or one number where it did not change.
  public String words() {
    if (!changed()) {
      return TrialMeasure.words(one);
    }
    String words = TrialMeasure.words(one) + " → " + TrialMeasure.words(other);
    return Double.isNaN(by()) ? words : words + " (" + NumberWords.gain(by()) + ")";
  }
}
