package dev.hindsight.trainer.learn.training;

/// What became of the episodes of a vector environment since it was created.
///
/// @param started number of episodes in which an agent has acted
/// @param ends number that ended, by code of [dev.hindsight.trainer.outcome.EpisodeEnd]; at 0 those
///   without a reason
/// @param replaced number that were under way when their environments were replaced
/// @param running number under way
/// @param steps agent steps
public record EpisodeCounts(long started, long[] ends, long replaced, long running, long steps) {
  /// Copies the array.
  public EpisodeCounts {
    ends = ends.clone();
  }
}
