package dev.hindsight.trainer.run.ledger;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// All the ledger knows of a run.
///
/// @param begun when it began
/// @param start what it was then
/// @param process who took it up last
/// @param gates the newest outcome of each check
/// @param changes made while it ran, in order
/// @param progress where it got to, as last written down
/// @param ended how it ended; nothing while it runs, and where its process died
/// @param takenUp times a process took it up
/// @param touched time of the newest entry
public record RunRecord(
    RunId id,
    Instant begun,
    RunStart start,
    Optional<RunProcess> process,
    List<Gate> gates,
    List<LedgerEntry.Changed> changes,
    Optional<RunProgress> progress,
    Optional<LedgerEntry.Ended> ended,
    int takenUp,
    Instant touched) {
  /// What [LedgerEntry.Changed] calls a change of the learning rate.
  public static final String LEARNING_RATE_FACTOR = "learning_rate_factor";

  /// What it calls waiting.
  public static final String PAUSED = "paused";

  /// What it calls going on.
  public static final String RESUMED = "resumed";

  /// Copies the lists.
  public RunRecord {
    gates = List.copyOf(gates);
    changes = List.copyOf(changes);
  }

  static RunRecord of(LedgerEntry.Begun begun) {
    return new RunRecord(
        begun.run(),
        begun.time(),
        begun.start(),
        Optional.empty(),
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        0,
        begun.time());
  }

  /// What is known after one more entry.
  RunRecord after(LedgerEntry entry) {
    return switch (entry) {
      case LedgerEntry.Begun again -> of(again);
      case LedgerEntry.TakenUp taken ->
          new RunRecord(
              id,
              begun,
              start,
              Optional.of(taken.process()),
              gates,
              changes,
              progress,
              Optional.empty(),
              takenUp + 1,
              taken.time());
      case LedgerEntry.Checked checked ->
          with(checked.time(), checked.gate().addedTo(gates), changes, progress, ended);
      case LedgerEntry.Advanced advanced ->
          with(advanced.time(), gates, changes, Optional.of(advanced.progress()), ended);
      case LedgerEntry.Changed changed -> {
        List<LedgerEntry.Changed> all = new ArrayList<>(changes);
        all.add(changed);
        yield with(changed.time(), gates, all, progress, ended);
      }
      case LedgerEntry.Ended end ->
          with(end.time(), gates, changes, Optional.of(end.progress()), Optional.of(end));
    };
  }

  private RunRecord with(
      Instant time,
      List<Gate> newGates,
      List<LedgerEntry.Changed> newChanges,
      Optional<RunProgress> newProgress,
      Optional<LedgerEntry.Ended> newEnd) {
    return new RunRecord(
        id, begun, start, process, newGates, newChanges, newProgress, newEnd, takenUp, time);
  }

  /// What the schedule's learning rate was multiplied by last; nothing where nobody changed it.
  public Optional<Double> learningRateFactor() {
    return changes.reversed().stream()
        .filter(change -> change.what().equals(LEARNING_RATE_FACTOR))
        .map(LedgerEntry.Changed::value)
        .findFirst();
  }

  /// What became of it, as far as one can tell now.
  public RunStatus status() {
    if (ended.isPresent()) {
      return ended.get().status();
    }
    return switch (process.map(RunProcess::liveness).orElse(RunProcess.Liveness.DEAD)) {
      case ALIVE -> RunStatus.RUNNING;
      case DEAD -> RunStatus.DIED;
      case UNKNOWN -> RunStatus.ELSEWHERE;
    };
  }
}
