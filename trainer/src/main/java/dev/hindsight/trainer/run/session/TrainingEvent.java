package dev.hindsight.trainer.run.session;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.run.BreakpointHit;
import dev.hindsight.trainer.run.FleetState;
import dev.hindsight.trainer.run.UpdateProgress;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.Gate;
import dev.hindsight.trainer.run.ledger.RunId;
import dev.hindsight.trainer.run.ledger.RunProgress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Events of a run, reported on its own thread in order.
public sealed interface TrainingEvent {
  /// The run is in the ledger.
  ///
  /// @param updatesDone completed earlier, for a resumed run
  /// @param updatesInAll total number of updates
  record Started(RunId run, Path folder, long updatesDone, long updatesInAll)
      implements TrainingEvent {}

  /// A check has a result.
  record GateChecked(Gate gate) implements TrainingEvent {}

  /// An update that takes long has got so far; a few times a second.
  ///
  /// @param update its number, from 1
  /// @param done ticks or steps so far; 0 for an evaluation
  /// @param inAll how many there are at most; 0 for an evaluation
  record Progressed(long update, UpdateProgress.Phase phase, int done, int inAll)
      implements TrainingEvent {
    /// "update 12: collecting tick 500 of 2000".
    public String words() {
      return switch (phase) {
        case COLLECT -> wording("TrainingEvent.collecting", update, done, inAll);
        case LEARN -> wording("TrainingEvent.learning", update, done, inAll);
        case EVALUATE -> wording("TrainingEvent.evaluating", update);
      };
    }
  }

  /// The state of the workers, a few times a second and after every update; only with workers.
  record FleetChanged(FleetState fleet) implements TrainingEvent {}

  /// An update is complete and safely on disk.
  ///
  /// @param report its measurements
  /// @param progress of the run
  record Updated(UpdateReport report, RunProgress progress) implements TrainingEvent {}

  /// The policy was evaluated after an update; [Updated] has the same numbers among its metrics.
  ///
  /// @param best whether it scored higher than in any evaluation before
  record Evaluated(long update, PolicyScores scores, boolean best) implements TrainingEvent {}

  /// Something about the run makes its numbers mean less than they seem to.
  ///
  /// @param sentence what, without a full stop
  /// @param remedy what to do about it, as a sentence
  record Warned(String sentence, String remedy) implements TrainingEvent {}

  /// What is wrong with the run changed.
  ///
  /// @param alarms everything that is wrong now; empty if nothing is
  record HealthChanged(List<HealthAlarm> alarms) implements TrainingEvent {
    /// Copies the list.
    public HealthChanged {
      alarms = List.copyOf(alarms);
    }
  }

  /// A condition on evaluations began to hold: the run pauses after the update.
  record Reached(String condition, long update) implements TrainingEvent {}

  /// The policy was written on demand.
  ///
  /// @param file the file; empty if it could not be written
  /// @param update the last update it includes
  record PolicyWritten(Optional<Path> file, long update) implements TrainingEvent {}

  /// The schedule's learning rate is multiplied by a factor from the next update on.
  record LearningRateScaled(double factor) implements TrainingEvent {}

  /// A user wanted to change a setting.
  ///
  /// @param name with its prefix: `ppo.ent_coef`
  /// @param value as the user wrote it
  /// @param wrong why it stays as it was
  record SettingChanged(String name, String value, Optional<Problem> wrong)
      implements TrainingEvent {}

  /// The settings of the run as they are now: before the first update, and after each change.
  ///
  /// @param settings those that can change first
  record SettingsKnown(List<LiveSetting> settings) implements TrainingEvent {
    /// Copies the list.
    public SettingsKnown {
      settings = List.copyOf(settings);
    }
  }

  /// The breakpoints of a run changed.
  ///
  /// @param conditions as requested
  /// @param wrong why they are not armed
  record Armed(List<String> conditions, Optional<Problem> wrong) implements TrainingEvent {
    /// Copies the list.
    public Armed {
      conditions = List.copyOf(conditions);
    }
  }

  /// The run waits at a tick, within an update; [Resumed] reports when it continues.
  ///
  /// @param update the present one, from 1
  /// @param policy a checkpoint of the acting policy; empty if it could not be written
  record Hit(BreakpointHit hit, long update, Optional<Path> policy) implements TrainingEvent {}

  /// T The run is paused.
  record Paused() implements TrainingEvent {}

  /// The run continues.
  record Resumed() implements TrainingEvent {}

  /// The run is over; no event follows.
  record Ended(TrainingResult result) implements TrainingEvent {}
}
