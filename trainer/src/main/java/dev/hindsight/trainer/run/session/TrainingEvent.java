package dev.hindsight.trainer.run.session;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.run.BreakpointHit;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.Gate;
import dev.hindsight.trainer.run.ledger.RunId;
import dev.hindsight.trainer.run.ledger.RunProgress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What happened in a run, told on its own thread in the order it happened.
public sealed interface TrainingEvent {
  /// The run has its place in the ledger.
  ///
  /// @param updatesDone those done before, of a run that was taken up again
  /// @param updatesInAll those there will be
  record Started(RunId run, Path folder, long updatesDone, long updatesInAll)
      implements TrainingEvent {}

  /// A check came out.
  record GateChecked(Gate gate) implements TrainingEvent {}

  /// An update is done and safe on disk.
  ///
  /// @param report what it measured
  /// @param progress where the run is now
  record Updated(UpdateReport report, RunProgress progress) implements TrainingEvent {}

  /// The policy was written on demand.
  ///
  /// @param file where, or nothing if it could not be written
  /// @param update the last update that is in it
  record PolicyWritten(Optional<Path> file, long update) implements TrainingEvent {}

  /// The learning rate is what the schedule says, times a factor, from the next update on.
  record LearningRateScaled(double factor) implements TrainingEvent {}

  /// What a run waits for from now on.
  ///
  /// @param conditions that were asked for
  /// @param wrong why they are not armed
  record Armed(List<String> conditions, Optional<Problem> wrong) implements TrainingEvent {
    /// Copies the list.
    public Armed {
      conditions = List.copyOf(conditions);
    }
  }

  /// The run waits at a tick, within an update; [Resumed] tells when it goes on.
  ///
  /// @param update the one it is in, from 1
  /// @param policy a checkpoint of the policy that acts in it; nothing if it could not be written
  record Hit(BreakpointHit hit, long update, Optional<Path> policy) implements TrainingEvent {}

  /// The run waits.
  record Paused() implements TrainingEvent {}

  /// The run goes on.
  record Resumed() implements TrainingEvent {}

  /// The run is over; nothing comes after this.
  record Ended(TrainingResult result) implements TrainingEvent {}
}
