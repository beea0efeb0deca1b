package dev.hindsight.trainer.run.session;

import dev.hindsight.trainer.DataFolder;
import dev.hindsight.trainer.run.ledger.RunLedger;
import java.nio.file.Path;
import java.util.List;

/// What a run needs around it.
///
/// @param home where a new run's folder goes
/// @param ledger the book it is entered in
/// @param preflight checks before the first update, in order
public record RunContext(Path home, RunLedger ledger, List<GateCheck> preflight) {
  /// Copies the list.
  public RunContext {
    preflight = List.copyOf(preflight);
  }

  /// Where runs go that were given no other place: `runs` in the [DataFolder].
  public static Path usualHome() {
    return DataFolder.path().resolve("runs");
  }
}
