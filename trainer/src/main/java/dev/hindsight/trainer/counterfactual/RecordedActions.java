package dev.hindsight.trainer.counterfactual;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.record.SimulationRecipe;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;

/// The actions of a recording, to compare with those that a policy chooses when it is simulated
/// again. An action is a row of numbers: its index, or the k numbers of a continuous space.
///
/// @param channel `[T, A]` or `[T, A, k]`
/// @param ticks T
/// @param width numbers per agent: 1 or k
record RecordedActions(Channel channel, int ticks, int width) {
  static RecordedActions of(Rollout rollout) {
    Channel channel = rollout.channel("action").orElseThrow();
    return new RecordedActions(
        channel, rollout.ticks(), channel.rowLength() / rollout.manifest().agents());
  }

  /// Rejects a branch whose edits act at a tick or later: whoever simulates on from there lets the
  /// policy act alone, so nothing would repeat.
  ///
  /// @throws Problem if there is such an edit
  static void requireUnedited(SimulationRecipe simulationRecipe, int from) {
    if (simulationRecipe.edits().actFrom(from)) {
      throw new Problem(
          wording("RecordedActions.it_is_a_branch_its_edits"),
          simulationRecipe.rollout().file().toString(),
          wording("RecordedActions.use_the_recording_it_left"));
    }
  }

  /// A number of all agents' chosen actions.
  ///
  /// @param number below A times the width
  static float chosen(Actions actions, int number) {
    return actions.continuous.length > 0 ? actions.continuous[number] : actions.joint[number];
  }

  /// Whether a chosen number is the recorded one; true after the end of the recording.
  ///
  /// @param number below A times the width
  boolean holds(int tick, int number, float chosen) {
    if (tick >= ticks) {
      return true;
    }
    float recorded = (float) channel.value(tick, number);
    return recorded == chosen || Float.isNaN(recorded) && Float.isNaN(chosen);
  }
}
