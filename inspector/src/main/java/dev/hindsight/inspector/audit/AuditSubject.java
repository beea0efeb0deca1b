package dev.hindsight.inspector.audit;

import dev.hindsight.trainer.learn.CheckpointFinder;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.run.ledger.RunLedger;
import java.nio.file.Path;
import java.util.Optional;

/// What is audited.
///
/// @param rollout read, not closed
/// @param chosen a checkpoint the user named; otherwise the one it was recorded with is looked for
public record AuditSubject(Rollout rollout, Optional<Path> chosen) {
  /// The checkpoint of who acted, if it is at hand. Reads files: for a background thread.
  public Optional<Path> checkpoint() {
    return chosen.or(() -> CheckpointFinder.find(rollout, RunLedger.ofUser()));
  }
}
