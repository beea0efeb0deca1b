package dev.hindsight.inspector.audit;

import dev.hindsight.trainer.learn.CheckpointFinder;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.run.ledger.RunLedger;
import java.nio.file.Path;
import java.util.Optional;

/// What an audit reads.
///
/// @param rollout read, not closed
/// @param chosen a checkpoint the user named; otherwise the audit looks for the one that recorded
public record AuditSubject(Rollout rollout, Optional<Path> chosen) {
  /// The checkpoint of the policy that acted, if it is available. Reads files: for a background
  /// thread.
  public Optional<Path> checkpoint() {
    return chosen.or(() -> CheckpointFinder.find(rollout, RunLedger.ofUser()));
  }
}
