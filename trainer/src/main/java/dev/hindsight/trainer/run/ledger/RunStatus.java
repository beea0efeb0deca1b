package dev.hindsight.trainer.run.ledger;

import java.util.Locale;

/// The status of a run.
public enum RunStatus {
  /// Its process lives.
  RUNNING,
  /// All updates are done.
  FINISHED,
  /// A user stopped it; it can be resumed.
  STOPPED,
  /// A gate failed before the run was healthy.
  GATE_FAILED,
  /// A number was not finite; the checkpoint is the last good one.
  NOT_FINITE,
  /// Another failure, for instance of the disk.
  FAILED,
  /// Its process died; it can be resumed.
  DIED,
  /// It runs, or died, on another machine.
  ELSEWHERE;

  /// In words: `gate failed`.
  public String words() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
