package dev.hindsight.trainer.env;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;

/// Manual changes to a world between two ticks. After each change [Environment#buffer()] shows the
/// changed world; the results of the last action stay.
public interface WorldEditor {
  /// Moves an agent that is on the map; it keeps its speed, now along its new heading.
  ///
  /// @param x metres, in the frame of the recorded column `pose`
  /// @param y metres
  /// @param heading radians, counter-clockwise from +x
  /// @throws Problem if the agent is not on the map, or the pose is invalid
  void place(int agent, float x, float y, float heading);

  /// Takes an agent off the map, into limbo, until its trial ends.
  ///
  /// @throws Problem if it is in limbo already
  void remove(int agent);

  /// Takes an agent out of limbo, back to where its trial began.
  ///
  /// @throws Problem if it is on the map
  void bring(int agent);

  /// Rejects numbers that are not finite.
  static void checkNumbers(int agent, float x, float y, float heading) {
    if (!Float.isFinite(x) || !Float.isFinite(y) || !Float.isFinite(heading)) {
      throw Problem.of(
          agent,
          wording("WorldEditor.is_not_a_pose").formatted(x, y, heading),
          wording("WorldEditor.give_finite_numbers"));
    }
  }

  /// The problem of moving or removing an agent in limbo.
  static Problem inLimbo(int agent) {
    return Problem.of(
        agent, wording("WorldEditor.it_is_in_limbo"), wording("WorldEditor.bring_it_back_first"));
  }

  /// The problem of bringing back an agent that is on the map.
  static Problem onTheMap(int agent) {
    return Problem.of(
        agent,
        wording("WorldEditor.it_is_on_the_map_already"),
        wording("WorldEditor.remove_it_or_move_it"));
  }
}
