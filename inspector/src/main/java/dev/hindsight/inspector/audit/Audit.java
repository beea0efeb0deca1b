package dev.hindsight.inspector.audit;

import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.Optional;

/// A check that every recording must pass. Stateless; for a background thread.
public interface Audit {
  /// Its name on the command line, lower case: `trials`.
  String id();

  /// Its name on a button: `Trial equivalence`.
  String title();

  /// What it checks, in one sentence.
  String help();

  /// A sentence that says what a recording lacks for this audit; empty if it can run. Reads no
  /// rows.
  Optional<String> missing(Rollout rollout);

  /// Whether it checks ticks, so that it says nothing about a recording without any.
  default boolean needsTicks() {
    return true;
  }

  /// Whether it reads the policy's checkpoint, so that naming another one can change its verdict.
  default boolean readsCheckpoint() {
    return false;
  }

  /// Runs on a recording that lacks nothing and, if it [needs][#needsTicks] ticks, has at least
  /// one.
  ///
  /// @throws dev.hindsight.trainer.Problem if the recording cannot be read
  AuditReport run(AuditSubject subject, Progress progress, Cancellation cancellation);
}
