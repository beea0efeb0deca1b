package dev.hindsight.trainer.env;

/// The scores of a trial, summed over agents and episodes since the reset. The difference of two of
/// them says how the trials went that ended in between.
///
/// @param sum of the scores
/// @param scores their number
/// @param perTrial how many of them one trial gives: one for each agent that is scored, or 1 if
///   `sum` adds up means over the agents
public record TrialTotals(double sum, double scores, int perTrial) {
  /// Those of trials that each give one score.
  public static TrialTotals of(double sum, long trials) {
    return new TrialTotals(sum, trials, 1);
  }

  /// Mean score.
  public double mean() {
    return sum / scores;
  }

  /// Number of trials that the scores are of.
  public double trials() {
    return scores / perTrial;
  }

  /// The scores of the trials that ended since an earlier moment.
  public TrialTotals since(TrialTotals before) {
    return new TrialTotals(sum - before.sum, scores - before.scores, perTrial);
  }
}
