package dev.hindsight.trainer.run.ledger;

import java.time.Instant;

/// A line of the ledger.
public sealed interface LedgerEntry {
  /// The run it is about.
  RunId run();

  /// When it was written.
  Instant time();

  /// A run was begun.
  record Begun(RunId run, Instant time, RunStart start) implements LedgerEntry {}

  /// A process took it up, at its beginning or later.
  ///
  /// @param updatesDone what there was already
  record TakenUp(RunId run, Instant time, RunProcess process, long updatesDone)
      implements LedgerEntry {}

  /// A gate was checked.
  record Checked(RunId run, Instant time, Gate gate) implements LedgerEntry {}

  /// Updates are done.
  record Advanced(RunId run, Instant time, RunProgress progress) implements LedgerEntry {}

  /// Somebody changed something while it ran.
  ///
  /// @param what `learning_rate_factor`, `paused`, `resumed`
  /// @param value the new value; 0 where there is none
  record Changed(RunId run, Instant time, String what, double value) implements LedgerEntry {}

  /// It is over, until somebody takes it up again.
  record Ended(RunId run, Instant time, RunStatus status, String reason, RunProgress progress)
      implements LedgerEntry {}
}
