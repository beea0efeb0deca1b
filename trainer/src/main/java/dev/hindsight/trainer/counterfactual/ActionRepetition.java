package dev.hindsight.trainer.counterfactual;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.record.RecordedActions;
import dev.hindsight.trainer.record.SimulationRecipe;
import dev.hindsight.trainer.rollout.Rollout;

/// Whether a policy that is simulated again chooses the actions of the recording. An action is a
/// row of numbers: its index, or the k numbers of a continuous space. One owner thread.
final class ActionRepetition {
  private static final int NONE = -1;

  private final RecordedActions recorded;
  private final Actions row;
  private final int ticks;
  private int read = NONE;

  /// @throws Problem if it holds no actions
  ActionRepetition(Rollout rollout, EnvironmentShape shape) {
    recorded = new RecordedActions(rollout);
    row = new Actions(shape);
    ticks = rollout.ticks();
  }

  /// Rejects a branch whose edits act at a tick or later: whoever simulates on from there lets the
  /// policy act alone, so nothing would repeat.
  ///
  /// @throws Problem if there is such an edit
  static void requireUnedited(SimulationRecipe simulationRecipe, int from) {
    if (simulationRecipe.edits().actFrom(from)) {
      throw new Problem(
          wording("ActionRepetition.it_is_a_branch_its_edits"),
          simulationRecipe.rollout().file().toString(),
          wording("ActionRepetition.use_the_recording_it_left"));
    }
  }

  /// Numbers per agent: 1 or k.
  int width() {
    return Math.max(1, row.continuous.length / row.joint.length);
  }

  /// A number of all agents' actions.
  ///
  /// @param number below A times the width
  static float number(Actions actions, int number) {
    return actions.continuous.length > 0 ? actions.continuous[number] : actions.joint[number];
  }

  /// Whether a chosen number is the recorded one; true after the end of the recording.
  ///
  /// @param number below A times the width
  boolean holds(int tick, int number, float chosen) {
    if (tick >= ticks) {
      return true;
    }
    if (tick != read) {
      recorded.read(tick, row);
      read = tick;
    }
    float there = number(row, number);
    return there == chosen || (Float.isNaN(there) && Float.isNaN(chosen));
  }
}
