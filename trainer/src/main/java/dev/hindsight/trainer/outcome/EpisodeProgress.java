package dev.hindsight.trainer.outcome;

/// How far into its episode a tick is, from 0 to 1: `(trial + min(1, trialTick / T)) / K`, with T
/// the most ticks of a trial and K the number of trials. Training and views sort ticks into its
/// quarters.
public final class EpisodeProgress {
  /// Number of quarters: `[0, 0.25)`, `[0.25, 0.5)`, `[0.5, 0.75)`, `[0.75, 1]`.
  public static final int QUARTERS = 4;

  private EpisodeProgress() {}

  /// The progress of a tick.
  ///
  /// @param trial of the episode, from 0
  /// @param trialTick ticks since the trial began
  /// @param trials K
  /// @param timeoutTicks T
  public static float of(int trial, int trialTick, int trials, int timeoutTicks) {
    double passed = trial + Math.min(1, (double) trialTick / Math.max(1, timeoutTicks));
    return (float) Math.min(1, passed / Math.max(1, trials));
  }

  /// The index of the quarter of a progress.
  public static int quarter(float progress) {
    return Math.clamp((int) (progress * QUARTERS), 0, QUARTERS - 1);
  }
}
