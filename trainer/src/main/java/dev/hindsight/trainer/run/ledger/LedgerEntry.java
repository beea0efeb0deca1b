package dev.hindsight.trainer.run.ledger;

import java.time.Instant;

/// A line of the ledger.
public sealed interface LedgerEntry {
  /// The run.
  RunId run();

  /// When it was written.
  Instant time();

  /// A run began.
  record Begun(RunId run, Instant time, RunStart start) implements LedgerEntry {}

  /// A process started or resumed work on it.
  ///
  /// @param updatesDone completed updates at that time
  record TakenUp(RunId run, Instant time, RunProcess process, long updatesDone)
      implements LedgerEntry {}

  /// A gate was checked.
  record Checked(RunId run, Instant time, Gate gate) implements LedgerEntry {}

  /// Updates were completed.
  record Advanced(RunId run, Instant time, RunProgress progress) implements LedgerEntry {}

  /// A user changed something during the run, or something about it turned out to be wrong.
  ///
  /// @param what `learning_rate_factor`, `paused`, `resumed`, `alarm_kl`, ...
  /// @param value the new value; 0 if there is none
  /// @param update the last update before it; -1 in entries of versions that did not note it
  record Changed(RunId run, Instant time, String what, double value, long update)
      implements LedgerEntry {}

  /// The run ended; it may be resumed later.
  record Ended(RunId run, Instant time, RunStatus status, String reason, RunProgress progress)
      implements LedgerEntry {}
}
