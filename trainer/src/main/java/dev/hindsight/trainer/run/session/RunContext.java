package dev.hindsight.trainer.run.session;

import dev.hindsight.trainer.DataFolder;
import dev.hindsight.trainer.run.ledger.RunLedger;
import java.nio.file.Path;
import java.util.List;

/// The surroundings of a run.
///
/// @param home parent folder of a new run's folder
/// @param ledger receives the run's entries
/// @param preflight checks before the first update, in order
/// @param policies finds checkpoints by name and evaluates policies
public record RunContext(
    Path home, RunLedger ledger, List<GateCheck> preflight, PolicyLibrary policies) {
  /// Copies the list.
  public RunContext {
    preflight = List.copyOf(preflight);
  }

  /// The default folder of runs: `runs` in the [DataFolder].
  public static Path usualHome() {
    return DataFolder.path().resolve("runs");
  }
}
