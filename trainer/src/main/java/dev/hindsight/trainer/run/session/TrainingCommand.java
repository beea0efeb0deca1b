package dev.hindsight.trainer.run.session;

import java.nio.file.Path;
import java.util.List;

/// A command to a run, executed between two updates. While a run waits at a breakpoint it executes
/// all of them there, except another learning rate.
public sealed interface TrainingCommand {
  /// Wait.
  record Pause() implements TrainingCommand {}

  /// Go on.
  record Resume() implements TrainingCommand {}

  /// End here; the run can be taken up again later.
  record Stop() implements TrainingCommand {}

  /// From now on the learning rate is what the schedule says, times a factor; kept in the ledger.
  ///
  /// @param factor 0 or more; 1 is the schedule itself
  record ScaleLearningRate(double factor) implements TrainingCommand {
    /// Checks the factor.
    public ScaleLearningRate {
      if (!(factor >= 0 && factor <= 1000)) {
        throw new dev.hindsight.trainer.Problem(
            "the learning rate cannot be multiplied by " + factor,
            "learning rate",
            "give a factor from 0 to 1000");
      }
    }
  }

  /// From now on wait at the tick at which one of these begins to hold, in place of those armed
  /// before; [TrainingEvent.Armed] tells whether they are conditions, [TrainingEvent.Hit] where it
  /// waits.
  ///
  /// @param conditions in the language of breakpoints; none to wait no more
  record Arm(List<String> conditions) implements TrainingCommand {
    /// Copies the list.
    public Arm {
      conditions = List.copyOf(conditions);
    }
  }

  /// Write the policy as it is now, for a live scene or a recording; [TrainingEvent.PolicyWritten]
  /// tells when it is there.
  ///
  /// @param file to be made
  record WritePolicy(Path file) implements TrainingCommand {}
}
