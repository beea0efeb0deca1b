package dev.hindsight.trainer.learn.replay;

/// Why a stored episode is over.
public enum EpisodeEnd {
  /// It goes on.
  UNFINISHED,
  /// It ended for good: no value follows.
  TERMINAL,
  /// A time limit ended it.
  TIME_LIMIT,
  /// A trial ended, and learning takes that for the end of an episode.
  TRIAL_END,
  /// It is a fragment: its environments were replaced, or the episodes of a group's members ended
  /// differently.
  CUT
}
