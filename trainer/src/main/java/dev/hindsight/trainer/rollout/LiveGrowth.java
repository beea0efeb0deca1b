package dev.hindsight.trainer.rollout;

/// Decides when a view reads a live recording again: at every new tick it would never be done.
public final class LiveGrowth {
  private LiveGrowth() {}

  /// Whether what was read of a recording no longer does: it has grown by an eighth, or is longer
  /// and no longer grows, whether it was finished or cut off.
  ///
  /// @param read number of ticks that were read, from the start
  public static boolean outdates(Rollout rollout, int read) {
    int more = rollout.ticks() - read;
    return more > 0 && (more * 8L >= read || !rollout.growing());
  }
}
