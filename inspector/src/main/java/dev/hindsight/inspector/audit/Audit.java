package dev.hindsight.inspector.audit;

import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.Optional;

/// A question about a recording that has an answer. Stateless; for a background thread.
public interface Audit {
  /// Its name on the command line, lower case: `trials`.
  String id();

  /// Its name on a button: `Trial equivalence`.
  String title();

  /// What it asks, in one sentence.
  String help();

  /// What a recording lacks for it to be asked, as a sentence; empty where it can be. Reads no
  /// numbers.
  Optional<String> missing(Rollout rollout);

  /// Asks it of a recording of at least one tick that lacks nothing.
  ///
  /// @throws dev.hindsight.trainer.Problem if the recording cannot be read
  AuditReport run(AuditSubject subject, Progress progress, Cancellation cancellation);
}
