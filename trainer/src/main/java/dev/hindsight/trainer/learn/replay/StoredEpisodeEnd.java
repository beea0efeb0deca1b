package dev.hindsight.trainer.learn.replay;

import java.util.Arrays;
import java.util.Optional;

/// Why a stored episode is over.
public enum StoredEpisodeEnd {
  /// It goes on.
  UNFINISHED(0),
  /// It ended for good: no value follows.
  TERMINAL(1),
  /// A time limit ended it.
  TIME_LIMIT(2),
  /// A trial ended, and learning takes that for the end of an episode.
  TRIAL_END(3),
  /// It is a fragment: its environments were replaced, or the episodes of a group's members ended
  /// differently.
  CUT(4);

  private final int code;

  StoredEpisodeEnd(int code) {
    this.code = code;
  }

  /// Its number in checkpoints.
  public int code() {
    return code;
  }

  /// The end with a number; empty if there is none.
  static Optional<StoredEpisodeEnd> of(int code) {
    return Arrays.stream(values()).filter(end -> end.code == code).findFirst();
  }
}
