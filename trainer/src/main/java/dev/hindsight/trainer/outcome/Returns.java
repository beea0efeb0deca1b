package dev.hindsight.trainer.outcome;

import dev.hindsight.trainer.rollout.Rollout;
import java.util.Arrays;
import java.util.Optional;

/// Adds up every agent's rewards, trial by trial: a reward that is not finite, or too large to add
/// small ones to, spoils the return of its own trial and no later one. One owner thread; adding
/// allocates nothing.
final class Returns {
  private final Optional<AgentColumn> reward;
  private final float[] row;
  private final double[] trial;
  private final double[] earlier;

  /// @param trial `[A]` in the current trial; NaN if no rewards are recorded
  /// @param earlier `[A]` in the trials before
  private Returns(Optional<AgentColumn> reward, double[] trial, double[] earlier) {
    this.reward = reward;
    this.row = new float[trial.length];
    this.trial = trial;
    this.earlier = earlier;
  }

  /// Nothing so far.
  static Returns of(Rollout rollout) {
    int agents = rollout.manifest().agents();
    Returns none =
        new Returns(AgentColumn.of(rollout, "reward"), new double[agents], new double[agents]);
    none.clear();
    return none;
  }

  /// Returns that go on separately.
  Returns copy() {
    return new Returns(reward, trial.clone(), earlier.clone());
  }

  /// Begins a trial.
  void begin() {
    for (int agent = 0; agent < trial.length; agent++) {
      earlier[agent] += trial[agent];
    }
    clear();
  }

  private void clear() {
    Arrays.fill(trial, reward.isPresent() ? 0 : Double.NaN);
  }

  /// Adds the rewards of a tick.
  void add(int tick) {
    if (reward.isPresent()) {
      reward.get().read(tick, row);
      for (int agent = 0; agent < trial.length; agent++) {
        trial[agent] += row[agent];
      }
    }
  }

  /// `[A]` since the trial began; NaN if no rewards are recorded.
  double[] inTrial() {
    return trial.clone();
  }

  /// `[A]` of all trials; NaN if no rewards are recorded.
  double[] total() {
    double[] total = earlier.clone();
    for (int agent = 0; agent < total.length; agent++) {
      total[agent] += trial[agent];
    }
    return total;
  }
}
