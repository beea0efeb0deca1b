package dev.hindsight.app.training;

import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.Gate;
import dev.hindsight.trainer.run.ledger.RunId;
import dev.hindsight.trainer.run.ledger.RunProgress;
import dev.hindsight.trainer.run.ledger.RunStatus;
import dev.hindsight.trainer.run.session.TrainingEvent;
import dev.hindsight.trainer.run.session.TrainingRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// All that is known of a run while it is watched.
///
/// @param run its name; nothing before it has one
/// @param folder where its files are
/// @param gates the newest outcome of each check, in the order they came
/// @param reports what every update measured, all of them, those before a resumption included
/// @param progress where it is
/// @param motion whether it waits
/// @param rateChanges every change of the learning rate
/// @param ending how it ended
record TrainingState(
    Optional<RunId> run,
    Optional<Path> folder,
    List<Gate> gates,
    UpdateReports reports,
    Optional<RunProgress> progress,
    RunActivity motion,
    List<RateChange> rateChanges,
    Optional<RunEnding> ending) {
  /// A run that was only just asked for.
  static final TrainingState BEGIN =
      new TrainingState(
          Optional.empty(),
          Optional.empty(),
          List.of(),
          UpdateReports.NONE,
          Optional.empty(),
          RunActivity.GOING,
          List.of(),
          Optional.empty());

  /// Copies the short lists; the long one shares its memory.
  TrainingState {
    gates = List.copyOf(gates);
    rateChanges = List.copyOf(rateChanges);
  }

  /// Whether a run goes on by itself.
  enum RunActivity {
    GOING,
    /// Between two updates.
    PAUSED,
    /// At a tick of one.
    BROKEN
  }

  /// From an update on the schedule's learning rate is multiplied by another factor.
  ///
  /// @param update the last one before
  /// @param factor 1 is the schedule itself
  record RateChange(long update, double factor) {}

  /// How a run ended.
  ///
  /// @param status FAILED also where it could not even begin
  /// @param reason in one line; empty where it finished
  /// @param checkpoint the newest good one
  record RunEnding(RunStatus status, String reason, Optional<Path> checkpoint) {}

  /// How a run is, as the window shows it.
  enum Health {
    /// It is being made ready.
    WAITING,
    /// Gates are checked; the first update is the last of them.
    CHECKING,
    /// The first update came out as it should, and nothing has gone wrong since.
    HEALTHY,
    /// It is healthy, and waits.
    PAUSED,
    /// All updates are done.
    FINISHED,
    /// Somebody stopped it.
    STOPPED,
    /// Something is wrong.
    FAILED
  }

  /// The state after an event.
  TrainingState apply(TrainingEvent event) {
    return switch (event) {
      case TrainingEvent.Started started ->
          new TrainingState(
              Optional.of(started.run()),
              Optional.of(started.folder()),
              gates,
              reports.upTo(started.updatesDone()),
              Optional.of(
                  progress.orElse(
                      new RunProgress(
                          started.updatesDone(),
                          started.updatesInAll(),
                          0,
                          0,
                          0,
                          Optional.empty(),
                          1,
                          List.of()))),
              motion,
              rateChanges,
              ending);
      case TrainingEvent.GateChecked checked ->
          with(checked.gate().addedTo(gates), motion, rateChanges);
      case TrainingEvent.Updated updated ->
          new TrainingState(
              run,
              folder,
              gates,
              reports.and(updated.report()),
              Optional.of(updated.progress()),
              motion,
              rateChanges,
              ending);
      case TrainingEvent.LearningRateScaled scaled -> {
        List<RateChange> all = new ArrayList<>(rateChanges);
        all.add(new RateChange(updates(), scaled.factor()));
        yield with(gates, motion, all);
      }
      case TrainingEvent.Paused _ -> with(gates, RunActivity.PAUSED, rateChanges);
      case TrainingEvent.Hit _ -> with(gates, RunActivity.BROKEN, rateChanges);
      case TrainingEvent.Armed _ -> this;
      case TrainingEvent.Resumed _ -> with(gates, RunActivity.GOING, rateChanges);
      case TrainingEvent.PolicyWritten _ -> this;
      case TrainingEvent.Ended ended ->
          new TrainingState(
              run,
              folder,
              gates,
              reports,
              Optional.of(ended.result().progress()),
              RunActivity.GOING,
              rateChanges,
              Optional.of(
                  new RunEnding(
                      ended.result().status(),
                      ended.result().reason(),
                      ended.result().checkpoint())));
    };
  }

  /// With what is known of the time before a resumption.
  ///
  /// @param earlier what its updates measured
  /// @param reached where it was
  TrainingState after(
      List<UpdateReport> earlier, Optional<RunProgress> reached, List<RateChange> changes) {
    return new TrainingState(
        run, folder, gates, UpdateReports.of(earlier), reached, motion, changes, ending);
  }

  /// The run ended without a word of its own.
  ///
  /// @param reason in one line
  TrainingState failed(String reason) {
    RunEnding end = new RunEnding(RunStatus.FAILED, reason, Optional.empty());
    return new TrainingState(
        run,
        folder,
        gates,
        reports,
        progress,
        RunActivity.GOING,
        rateChanges,
        ending.or(() -> Optional.of(end)));
  }

  /// How it is. Healthy only once the first update of this process came out as it should.
  Health health() {
    if (ending.isPresent()) {
      return switch (ending.get().status()) {
        case FINISHED -> Health.FINISHED;
        case STOPPED -> Health.STOPPED;
        case GATE_FAILED, NOT_FINITE, FAILED, DIED, ELSEWHERE, RUNNING -> Health.FAILED;
      };
    }
    if (run.isEmpty()) {
      return Health.WAITING;
    }
    boolean passed =
        gates.stream()
            .anyMatch(gate ->
                gate.name().equals(TrainingRun.FIRST_UPDATE) && gate.verdict() == Gate.Status.PASS);
    if (motion != RunActivity.GOING) {
      return Health.PAUSED;
    }
    return passed ? Health.HEALTHY : Health.CHECKING;
  }

  /// Whether it still does or may do something.
  boolean alive() {
    return ending.isEmpty();
  }

  /// Updates done.
  long updates() {
    return progress.map(RunProgress::updates).orElse(0L);
  }

  /// What the learning rate is multiplied by now.
  double rateFactor() {
    return rateChanges.isEmpty() ? 1 : rateChanges.getLast().factor();
  }

  private TrainingState with(List<Gate> newGates, RunActivity next, List<RateChange> changes) {
    return new TrainingState(run, folder, newGates, reports, progress, next, changes, ending);
  }
}
