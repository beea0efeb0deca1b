package dev.hindsight.trainer.run.ledger;

import java.util.Comparator;
import java.util.List;

/// A run in a list: the ledger's record and the user's label, with its status at the time they were
/// read, since finding that out inspects processes.
///
/// @param record what the ledger holds
/// @param label what the user calls it
/// @param status at the time of reading
public record ListedRun(RunRecord record, RunLabel label, RunStatus status) {
  /// Reads label and status of a run: for a background thread.
  public static ListedRun of(RunRecord record) {
    return new ListedRun(record, RunLabel.of(RunFolder.of(record)), record.status());
  }

  /// All runs of a ledger, newest first. Reads files: for a background thread.
  public static List<ListedRun> all(RunLedger ledger) {
    return ledger.runs().reversed().stream()
        .sorted(Comparator.comparing(RunRecord::begun).reversed())
        .map(ListedRun::of)
        .toList();
  }

  /// Its name, or its id if it has none.
  public String title() {
    return label.name().isEmpty() ? record.id().text() : label.name();
  }
}
