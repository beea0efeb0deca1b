package dev.hindsight.app.training;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.run.FleetState;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.Gate;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunId;
import dev.hindsight.trainer.run.ledger.RunProgress;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.RunStatus;
import dev.hindsight.trainer.run.session.HealthAlarm;
import dev.hindsight.trainer.run.session.TrainingEvent;
import dev.hindsight.trainer.run.session.TrainingRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The state of a run while a window follows it.
///
/// @param run its name; empty before it has one
/// @param folder the folder of its files
/// @param gates the latest result of each gate, in the order they ran
/// @param reports the reports of all updates, including those before a resumption
/// @param progress its progress
/// @param motion whether it is paused or about to stop
/// @param changes every setting that the user changed during the run, in order
/// @param alarms what is wrong with it although every number is finite
/// @param fleet its workers, as last reported; empty without workers
/// @param ending its result
record TrainingState(
    Optional<RunId> run,
    Optional<Path> folder,
    List<Gate> gates,
    UpdateReports reports,
    Optional<RunProgress> progress,
    RunActivity motion,
    List<SettingChange> changes,
    List<HealthAlarm> alarms,
    Optional<FleetState> fleet,
    Optional<RunEnding> ending) {
  /// A run that has just been requested.
  static final TrainingState BEGIN =
      new TrainingState(
          Optional.empty(),
          Optional.empty(),
          List.of(),
          UpdateReports.NONE,
          Optional.empty(),
          RunActivity.GOING,
          List.of(),
          List.of(),
          Optional.empty(),
          Optional.empty());

  /// Copies the short lists; shares the memory of the long one.
  TrainingState {
    gates = List.copyOf(gates);
    changes = List.copyOf(changes);
    alarms = List.copyOf(alarms);
  }

  /// The files of the run, whatever its folder is called.
  Optional<RunFolder> files() {
    return folder.map(
        path -> run.map(id -> new RunFolder(path, id.text())).orElseGet(() -> new RunFolder(path)));
  }

  /// Whether a run is paused.
  enum RunActivity {
    GOING,
    /// It is paused between two updates.
    PAUSED,
    /// It is paused at a tick within an update.
    BROKEN,
    /// It was told to stop, and finishes its update.
    STOPPING
  }

  /// A setting that the user changed during the run.
  ///
  /// @param update the last update before the change
  /// @param name [RunRecord#LEARNING_RATE_FACTOR], or with its prefix: `ppo.ent_coef`
  /// @param value as text
  record SettingChange(long update, String name, String value) {
    /// The changes that the ledger knows of a run.
    static List<SettingChange> of(RunRecord run) {
      long done = run.progress().map(RunProgress::updates).orElse(0L);
      return run.changes().stream()
          .filter(change ->
              change.what().equals(RunRecord.LEARNING_RATE_FACTOR)
                  || run.start().effective().containsKey(change.what()))
          .map(change ->
              new SettingChange(
                  change.update() < 0 ? done : change.update(),
                  change.what(),
                  change.words().isEmpty() ? factor(change.value()) : change.words()))
          .toList();
    }

    private static String factor(double value) {
      return NumberWords.atMost(value, 6);
    }
  }

  /// The result of a run.
  ///
  /// @param status FAILED also if it could not start
  /// @param reason one line; empty if it finished
  /// @param checkpoint the newest usable one
  record RunEnding(RunStatus status, String reason, Optional<Path> checkpoint) {}

  /// The state of a run, as the window shows it.
  enum Health {
    /// It is being prepared.
    WAITING,
    /// Its gates are running; the first update is the last of them.
    CHECKING,
    /// The first update succeeded, and nothing has failed since.
    HEALTHY,
    /// It goes on, but its numbers say that it does not learn.
    ALARMED,
    /// It is healthy and paused.
    PAUSED,
    /// It was told to stop, and finishes its update.
    STOPPING,
    /// All updates are done.
    FINISHED,
    /// The user stopped it.
    STOPPED,
    /// It failed.
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
              changes,
              alarms,
              fleet,
              ending);
      case TrainingEvent.GateChecked checked ->
          with(checked.gate().addedTo(gates), motion, changes);
      case TrainingEvent.Updated updated ->
          new TrainingState(
              run,
              folder,
              gates,
              reports.and(updated.report()),
              Optional.of(updated.progress()),
              motion,
              changes,
              alarms,
              fleet,
              ending);
      case TrainingEvent.LearningRateScaled scaled ->
          changed(RunRecord.LEARNING_RATE_FACTOR, SettingChange.factor(scaled.factor()));
      case TrainingEvent.SettingChanged setting ->
          setting.wrong().isPresent() ? this : changed(setting.name(), setting.value());
      case TrainingEvent.Progressed _, TrainingEvent.SettingsKnown _ -> this;
      case TrainingEvent.FleetChanged(FleetState now) ->
          new TrainingState(
              run,
              folder,
              gates,
              reports,
              progress,
              motion,
              changes,
              alarms,
              Optional.of(now),
              ending);
      case TrainingEvent.Evaluated _ -> this;
      case TrainingEvent.Warned _ -> this;
      case TrainingEvent.HealthChanged changed ->
          new TrainingState(
              run,
              folder,
              gates,
              reports,
              progress,
              motion,
              changes,
              changed.alarms(),
              fleet,
              ending);
      case TrainingEvent.Paused _, TrainingEvent.Reached _ ->
          with(gates, RunActivity.PAUSED, changes);
      case TrainingEvent.Hit _ -> with(gates, RunActivity.BROKEN, changes);
      case TrainingEvent.Armed _ -> this;
      case TrainingEvent.Resumed _ -> with(gates, RunActivity.GOING, changes);
      case TrainingEvent.PolicyWritten _ -> this;
      case TrainingEvent.Ended ended ->
          new TrainingState(
              run,
              folder,
              gates,
              reports,
              Optional.of(ended.result().progress()),
              RunActivity.GOING,
              changes,
              alarms,
              fleet,
              Optional.of(
                  new RunEnding(
                      ended.result().status(),
                      ended.result().reason(),
                      ended.result().checkpoint())));
    };
  }

  /// With the state before a resumption.
  ///
  /// @param earlier reports of its earlier updates
  /// @param reached its progress then
  TrainingState after(
      List<UpdateReport> earlier, Optional<RunProgress> reached, List<SettingChange> changes) {
    return new TrainingState(
        run,
        folder,
        gates,
        UpdateReports.of(earlier),
        reached,
        motion,
        changes,
        alarms,
        fleet,
        ending);
  }

  /// The run was told to stop.
  TrainingState stopping() {
    return alive() ? with(gates, RunActivity.STOPPING, changes) : this;
  }

  /// The run ended without reporting an ending.
  ///
  /// @param reason one line
  TrainingState failed(String reason) {
    RunEnding end = new RunEnding(RunStatus.FAILED, reason, Optional.empty());
    return new TrainingState(
        run,
        folder,
        gates,
        reports,
        progress,
        RunActivity.GOING,
        changes,
        alarms,
        fleet,
        ending.or(() -> Optional.of(end)));
  }

  /// Its health: healthy only once the first update of this process has succeeded, and while no
  /// measurement says that it does not learn.
  Health health() {
    if (ending.isPresent()) {
      return switch (ending.get().status()) {
        case FINISHED -> Health.FINISHED;
        case STOPPED -> Health.STOPPED;
        case GATE_FAILED, NOT_FINITE, FAILED, DIED, ELSEWHERE, RUNNING -> Health.FAILED;
      };
    }
    if (run.isEmpty()) {
      return motion == RunActivity.STOPPING ? Health.STOPPING : Health.WAITING;
    }
    boolean passed =
        gates.stream()
            .anyMatch(gate ->
                gate.name().equals(TrainingRun.FIRST_UPDATE) && gate.verdict() == Gate.Status.PASS);
    return switch (motion) {
      case STOPPING -> Health.STOPPING;
      case PAUSED, BROKEN -> Health.PAUSED;
      case GOING -> passed ? alarms.isEmpty() ? Health.HEALTHY : Health.ALARMED : Health.CHECKING;
    };
  }

  /// Whether it is still running or may start.
  boolean alive() {
    return ending.isEmpty();
  }

  /// The number of completed updates.
  long updates() {
    return progress.map(RunProgress::updates).orElse(0L);
  }

  /// The factor that multiplies the learning rate now.
  double rateFactor() {
    return changes.reversed().stream()
        .filter(change -> change.name().equals(RunRecord.LEARNING_RATE_FACTOR))
        .findFirst()
        .map(change -> Double.parseDouble(change.value().replace(",", "")))
        .orElse(1.0);
  }

  private TrainingState changed(String name, String value) {
    List<SettingChange> all = new ArrayList<>(changes);
    all.add(new SettingChange(updates(), name, value));
    return with(gates, motion, all);
  }

  private TrainingState with(List<Gate> newGates, RunActivity next, List<SettingChange> changes) {
    return new TrainingState(
        run, folder, newGates, reports, progress, next, changes, alarms, fleet, ending);
  }
}
