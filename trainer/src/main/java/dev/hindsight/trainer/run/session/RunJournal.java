package dev.hindsight.trainer.run.session;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.run.FleetBooks;
import dev.hindsight.trainer.run.FleetState;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.FleetLog;
import dev.hindsight.trainer.run.ledger.Gate;
import dev.hindsight.trainer.run.ledger.LedgerEntry;
import dev.hindsight.trainer.run.ledger.MetricsLog;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunId;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunProcess;
import dev.hindsight.trainer.run.ledger.RunProgress;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.RunStart;
import dev.hindsight.trainer.run.ledger.RunStatus;
import dev.hindsight.trainer.run.ledger.ScalarEvents;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/// Writes a run's progress to the ledger, the metrics, TensorBoard and the listener. One owner
/// thread.
final class RunJournal implements AutoCloseable {
  /// Least time between two progress entries in the ledger; the metrics have every update anyway.
  private static final long PROGRESS_NANOS = 1_000_000_000;

  private final RunId run;
  private final RunLedger runLedger;

  /// In the run's folder.
  private final RunLedger own;

  private final MetricsLog metrics;
  private final ScalarEvents scalars;
  private final FleetLog fleet;
  private final Consumer<? super TrainingEvent> listener;
  private final List<Gate> gates = new ArrayList<>();
  private long lastProgress = System.nanoTime() - PROGRESS_NANOS;

  /// From where this process went on; empty before it did.
  private Optional<RunProgress> entered = Optional.empty();

  /// Opens a journal for something that writes to it from then on. If that fails, the journal is
  /// closed, and a run that was already taken up has ended.
  static <T> T open(
      RunFolder folder,
      RunLedger runLedger,
      long updates,
      Consumer<? super TrainingEvent> listener,
      Function<RunJournal, T> holder) {
    RunJournal journal = new RunJournal(folder, runLedger, updates, listener);
    try {
      return holder.apply(journal);
    } catch (RuntimeException | Error e) {
      journal.abandon(e);
      throw e;
    }
  }

  private void abandon(Throwable failure) {
    try (this) {
      entered.ifPresent(progress ->
          append(
              new LedgerEntry.Ended(
                  run,
                  Instant.now(),
                  RunStatus.FAILED,
                  String.valueOf(failure.getMessage()),
                  progress)));
    } catch (Problem second) {
      failure.addSuppressed(second);
    }
  }

  private RunJournal(
      RunFolder folder,
      RunLedger runLedger,
      long updates,
      Consumer<? super TrainingEvent> listener) {
    this.run = folder.id();
    this.runLedger = runLedger;
    this.own = new RunLedger(folder.ledger());
    this.metrics = MetricsLog.open(folder.metrics(), updates);
    this.scalars = ScalarEvents.begin(folder.tensorBoard(), updates);
    this.fleet = new FleetLog(folder.fleet());
    this.listener = listener;
  }

  private void append(LedgerEntry entry) {
    runLedger.append(entry);
    own.appendOwn(entry);
  }

  void begun(RunStart start) {
    append(new LedgerEntry.Begun(run, Instant.now(), start));
  }

  /// As [#takenUp], of a run that may have been moved since.
  void resumed(RunFolder folder, RunProgress progress) {
    runLedger.settle(folder);
    takenUp(folder.path(), progress);
  }

  void takenUp(Path folder, RunProgress progress) {
    append(new LedgerEntry.TakenUp(run, Instant.now(), RunProcess.current(), progress.updates()));
    entered = Optional.of(progress);
    listener.accept(
        new TrainingEvent.Started(run, folder, progress.updates(), progress.updatesInAll()));
  }

  /// @return the same gate
  Gate checked(Gate gate) {
    gates.add(gate);
    append(new LedgerEntry.Checked(run, Instant.now(), gate));
    listener.accept(new TrainingEvent.GateChecked(gate));
    return gate;
  }

  /// Stores the measurements of an update; call it before the checkpoint that includes the update.
  void measured(UpdateReport report) {
    metrics.append(report);
  }

  /// Reports that the update is safely on disk.
  void updated(UpdateReport report, RunProgress progress) {
    scalars.add(report, progress);
    long now = System.nanoTime();
    if (now - lastProgress >= PROGRESS_NANOS) {
      lastProgress = now;
      append(new LedgerEntry.Advanced(run, Instant.now(), progress));
    }
    listener.accept(new TrainingEvent.Updated(report, progress));
  }

  /// Stores and reports the state of the workers after an update.
  void workers(FleetState state) {
    fleet.append(state);
    listener.accept(new TrainingEvent.FleetChanged(state));
  }

  /// Reports what makes the run's numbers mean less than they seem to, before its first update.
  ///
  /// @param versions as in [VersionChanges]
  /// @param update the last completed one
  void warn(List<String> versions, TrainingSpec spec, long update) {
    versions.forEach(change ->
        changed(
            RunRecord.OTHER_VERSION,
            0,
            update,
            new TrainingEvent.Warned(change, wording("RunJournal.begin_a_new_run_if"))));
    spec.reused()
        .ifPresent(words ->
            changed(
                RunRecord.EVALUATED_ON_TRAINING_MAPS,
                1,
                update,
                new TrainingEvent.Warned(
                    wording("RunJournal.the_evaluation_is_not_held_out", words),
                    wording("RunJournal.name_other_maps_in_eval_maps"))));
    RunEvaluations.beforehand(spec).ifPresent(this::announce);
    spec.algorithm()
        .warning(spec.task())
        .ifPresent(words ->
            announce(new TrainingEvent.Warned(words, wording("RunJournal.change_the_setting_if"))));
  }

  /// Notes a change.
  ///
  /// @param update the last completed one
  void changed(String what, double value, long update, TrainingEvent event) {
    noted(what, value, update, "");
    listener.accept(event);
  }

  /// Notes a change in the ledger alone.
  ///
  /// @param words the cause of an alarm; empty for other changes
  void noted(String what, double value, long update, String words) {
    append(new LedgerEntry.Changed(run, Instant.now(), what, value, update, words));
  }

  void announce(TrainingEvent event) {
    listener.accept(event);
  }

  TrainingResult ended(
      RunStatus status,
      String reason,
      RunProgress progress,
      Path latest,
      List<HealthAlarm> alarms,
      Optional<FleetBooks> fleet,
      boolean farFromReference) {
    TrainingResult result =
        new TrainingResult(
            run,
            status,
            Files.exists(latest) ? Optional.of(latest) : Optional.empty(),
            progress,
            gates,
            reason,
            alarms,
            fleet,
            farFromReference);
    append(new LedgerEntry.Ended(run, Instant.now(), status, reason, progress));
    listener.accept(new TrainingEvent.Ended(result));
    return result;
  }

  @Override
  public void close() {
    metrics.close();
    scalars.close();
  }
}
