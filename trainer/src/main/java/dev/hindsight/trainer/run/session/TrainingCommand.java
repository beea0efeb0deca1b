package dev.hindsight.trainer.run.session;

import static dev.hindsight.trainer.text.TrainerText.wording;

import java.nio.file.Path;
import java.util.List;

/// A user's command to a run. The run executes it between two updates, or while it waits at a
/// breakpoint within an update; only a new setting waits for the end of that update. [Stop] also
/// ends an update that waits for workers in other processes of which one is missing.
public sealed interface TrainingCommand {
  /// Pause.
  record Pause() implements TrainingCommand {}

  /// Resume after a pause.
  record Resume() implements TrainingCommand {}

  /// End now; the run can be resumed later.
  ///
  /// @param reason why, for the ledger: a sentence without a full stop
  record Stop(String reason) implements TrainingCommand {
    /// The user wants it.
    public Stop() {
      this(wording("TrainingCommand.stopped_by_the_user"));
    }
  }

  /// Multiply the schedule's learning rate by a factor from now on; the ledger stores the factor.
  ///
  /// @param factor 0 or more; 1 is the schedule itself
  record ScaleLearningRate(double factor) implements TrainingCommand {
    /// Checks the factor.
    public ScaleLearningRate {
      if (!(factor >= 0 && factor <= 1000)) {
        throw new dev.hindsight.trainer.Problem(
            wording("TrainingCommand.the_learning_rate_cannot_be_multiplied", factor),
            wording("TrainingCommand.learning_rate"),
            wording("TrainingCommand.give_a_factor_from_0_to"));
      }
    }
  }

  /// Change a setting from the next update on; [TrainingEvent.SettingChanged] says whether it did.
  ///
  /// @param name `ppo.ent_coef`
  /// @param value as a user writes it
  record ChangeSetting(String name, String value) implements TrainingCommand {}

  /// From now on wait at the tick at which one of these conditions begins to hold; replaces earlier
  /// ones. [TrainingEvent.Armed] says whether they are valid, [TrainingEvent.Hit] where the run
  /// waits.
  ///
  /// @param conditions in the language of breakpoints; empty to stop waiting at any
  record Arm(List<String> conditions) implements TrainingCommand {
    /// Copies the list.
    public Arm {
      conditions = List.copyOf(conditions);
    }
  }

  /// A command about a worker, which the run executes at the next sign of progress, also within an
  /// update.
  sealed interface WorkerCommand extends TrainingCommand {
    /// Number of the worker, from 0; the command does nothing if there is none.
    int worker();
  }

  /// Let a worker finish its batch, and then a fresh one take its place.
  record DrainWorker(int worker) implements WorkerCommand {}

  /// End a worker at once; a fresh one collects its batch again.
  record KillWorker(int worker) implements WorkerCommand {}

  /// Write the present policy, for a live scene or a recording; [TrainingEvent.PolicyWritten] says
  /// when it is there.
  ///
  /// @param file to write
  record WritePolicy(Path file) implements TrainingCommand {}
}
