package dev.hindsight.trainer.env;

import dev.hindsight.trainer.Problem;

/// What can be changed by hand in a world between two ticks. After each of these
/// [Environment#buffer()] shows the changed world; the results of the last action stay.
public interface WorldEditor {
  /// Puts an agent that is on the map somewhere else; it keeps its speed, along its new heading.
  ///
  /// @param x metres, in the frame of the recorded column `pose`
  /// @param y metres
  /// @param heading radians, counter-clockwise from +x
  /// @throws Problem if it is not on the map, or that is no place
  void place(int agent, float x, float y, float heading);

  /// Takes an agent off the map, into limbo, until its trial ends.
  ///
  /// @throws Problem if it is there already
  void remove(int agent);

  /// Takes an agent out of limbo: puts it where its trial began.
  ///
  /// @throws Problem if it is on the map
  void bring(int agent);

  /// Refuses what is no place at all.
  static void checkNumbers(int agent, float x, float y, float heading) {
    if (!Float.isFinite(x) || !Float.isFinite(y) || !Float.isFinite(heading)) {
      throw Problem.of(
          agent,
          "(%s, %s, %s) is not a pose".formatted(x, y, heading),
          "give metres, metres and radians");
    }
  }

  /// What is said to who moves or removes somebody in limbo.
  static Problem inLimbo(int agent) {
    return Problem.of(agent, "it is in limbo", "bring it back first");
  }

  /// What is said to who brings back somebody that is there.
  static Problem onTheMap(int agent) {
    return Problem.of(agent, "it is on the map already", "remove it, or move it");
  }
}
