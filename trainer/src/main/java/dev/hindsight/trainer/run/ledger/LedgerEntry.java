package dev.hindsight.trainer.run.ledger;

import java.nio.file.Path;
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
  /// @param what `learning_rate_factor`, `paused`, `resumed`, `alarm_kl`, `ppo.ent_coef`, ...
  /// @param value the new value; 0 if there is none
  /// @param update the last update before it; -1 in entries of versions that did not note it
  /// @param words the cause of an alarm, in one sentence; the new value of a setting as text; empty
  ///   if there is nothing more to say
  record Changed(RunId run, Instant time, String what, double value, long update, String words)
      implements LedgerEntry {
    /// A change that its name and value describe.
    public Changed(RunId run, Instant time, String what, double value, long update) {
      this(run, time, what, value, update, "");
    }
  }

  /// The run ended; it may be resumed later.
  record Ended(RunId run, Instant time, RunStatus status, String reason, RunProgress progress)
      implements LedgerEntry {}

  /// The run goes on in another folder, to which it was moved.
  record Moved(RunId run, Instant time, Path folder) implements LedgerEntry {}

  /// A user deleted the run.
  record Deleted(RunId run, Instant time) implements LedgerEntry {}

  /// A user restored the deleted run.
  record Restored(RunId run, Instant time) implements LedgerEntry {}
}
