package dev.hindsight.trainer.outcome;

import dev.hindsight.trainer.rollout.Rollout;
import java.util.Arrays;
import java.util.Optional;

/// Keeps the environment's score of every agent in the current trial. Where agents end one by one,
/// each has its score where it ended and then waits for the others. One owner thread; adding
/// allocates nothing.
final class RecordedScores {
  private final Optional<AgentColumn> score;
  private final float[] row;
  private final double[] trial;

  /// @param trial `[A]` in the current trial; NaN for none
  private RecordedScores(Optional<AgentColumn> score, double[] trial) {
    this.score = score;
    this.row = new float[trial.length];
    this.trial = trial;
  }

  /// None so far.
  static RecordedScores of(Rollout rollout) {
    Optional<AgentColumn> score = AgentColumn.of(rollout, "trial_score");
    int agents = score.isPresent() ? rollout.manifest().agents() : 0;
    RecordedScores none = new RecordedScores(score, new double[agents]);
    none.begin();
    return none;
  }

  /// Scores that go on separately.
  RecordedScores copy() {
    return new RecordedScores(score, trial.clone());
  }

  /// Begins a trial.
  void begin() {
    Arrays.fill(trial, Double.NaN);
  }

  /// Adds the scores of a tick.
  void add(int tick) {
    if (score.isPresent()) {
      score.get().read(tick, row);
      for (int agent = 0; agent < trial.length; agent++) {
        // A row of floats is read at once; a score may have more digits.
        trial[agent] = Float.isNaN(row[agent]) ? trial[agent] : score.get().value(tick, agent);
      }
    }
  }

  /// An agent's score in the current trial; NaN if it has none.
  double inTrial(int agent) {
    return score.isPresent() ? trial[agent] : Double.NaN;
  }
}
