package dev.hindsight.trainer.run.ledger;

/// What became of a run.
public enum RunStatus {
  /// Its process lives.
  RUNNING,
  /// All updates are done.
  FINISHED,
  /// Somebody stopped it; it can be resumed.
  STOPPED,
  /// A gate failed before it was healthy.
  GATE_FAILED,
  /// Something was not finite; the checkpoint is the last good one.
  NOT_FINITE,
  /// Something else went wrong, on the disk for instance.
  FAILED,
  /// Its process is gone without a word; it can be resumed.
  DIED,
  /// It runs, or died, on another machine.
  ELSEWHERE
}
