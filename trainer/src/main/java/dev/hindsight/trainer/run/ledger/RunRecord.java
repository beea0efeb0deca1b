package dev.hindsight.trainer.run.ledger;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.NumberWords;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Everything that the ledger contains about a run.
///
/// @param begun when it began
/// @param start its initial description
/// @param process the latest process that worked on it
/// @param gates the newest result of each check
/// @param changes during the run, in order
/// @param progress as last stored
/// @param ended how it ended; empty while it runs, and if its process died
/// @param takenUp how often a process started or resumed it
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
  /// Name of a change of the learning rate in [LedgerEntry.Changed].
  public static final String LEARNING_RATE_FACTOR = "learning_rate_factor";

  /// Its name for a warning: maps of evaluations are maps of training too; the value counts them.
  public static final String EVALUATED_ON_TRAINING_MAPS = "evaluated_on_training_maps";

  /// Its name for a warning: the run began or continued with a checkpoint of another version of the
  /// environment, or with other code.
  public static final String OTHER_VERSION = "other_version";

  /// What its name begins with for an alarm; the kind of alarm follows.
  public static final String ALARM = "alarm_";

  /// What its name begins with when an alarm no longer holds; the kind of alarm follows.
  public static final String ALARM_OVER = "no_alarm_";

  /// Its name for a pause.
  public static final String PAUSED = "paused";

  /// Its name for resuming after a pause.
  public static final String RESUMED = "resumed";

  /// Its name for a worker that the user ended; the value is its number, from 1.
  public static final String WORKER_KILLED = "worker_killed";

  /// Its name for a worker that the user had finish and replaced; the value is its number, from 1.
  public static final String WORKER_DRAINED = "worker_drained";

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

  /// The record after one more entry.
  RunRecord after(LedgerEntry entry) {
    return switch (entry) {
      case LedgerEntry.Begun begun -> of(begun);
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
      case LedgerEntry.Moved moved -> at(moved.folder());
      case LedgerEntry.Deleted _, LedgerEntry.Restored _ -> this;
      case LedgerEntry.Ended end ->
          with(end.time(), gates, changes, Optional.of(end.progress()), Optional.of(end));
    };
  }

  /// The same run with its files in another folder.
  public RunRecord at(Path folder) {
    return new RunRecord(
        id, begun, start.at(folder), process, gates, changes, progress, ended, takenUp, touched);
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

  /// An alarm that holds, or held when the run ended.
  ///
  /// @param kind as in files: `kl`, `entropy`, ...
  /// @param value the measurement that shows it
  /// @param update the last update before it
  /// @param words the cause; empty in entries of versions that did not note it
  public record RaisedAlarm(String kind, double value, long update, String words) {
    /// The cause, or what is known of it.
    public String cause() {
      return words.isEmpty()
          ? wording("RunRecord.alarm_without_words", kind, NumberWords.significant(value, 3))
          : words;
    }
  }

  /// The alarms that hold, or held when the run ended, in the order they were raised.
  public List<RaisedAlarm> alarms() {
    Map<String, RaisedAlarm> raised = new LinkedHashMap<>();
    for (LedgerEntry.Changed change : changes) {
      if (change.what().startsWith(ALARM)) {
        String kind = change.what().substring(ALARM.length());
        raised.put(kind, new RaisedAlarm(kind, change.value(), change.update(), change.words()));
      } else if (change.what().startsWith(ALARM_OVER)) {
        raised.remove(change.what().substring(ALARM_OVER.length()));
      }
    }
    return List.copyOf(raised.values());
  }

  /// The settings that a user changed during the run, with their latest values as text, by the
  /// names of [RunStart#effective()].
  public Map<String, String> settings() {
    Map<String, String> changed = new LinkedHashMap<>();
    for (LedgerEntry.Changed change : changes) {
      if (start.effective().containsKey(change.what())) {
        changed.put(change.what(), change.words());
      }
    }
    return changed;
  }

  /// The latest factor on the schedule's learning rate; empty if it was never changed.
  public Optional<Double> learningRateFactor() {
    return changes.reversed().stream()
        .filter(change -> change.what().equals(LEARNING_RATE_FACTOR))
        .map(LedgerEntry.Changed::value)
        .findFirst();
  }

  /// The run's present status, as far as it is known.
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
