package dev.hindsight.trainer.env.darkroom;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.SettingValues;

/// A checked configuration.
///
/// @param size G, cells along a side; odd, so that there is a middle to start from
/// @param trials K, trials an episode has, all with the same goal
/// @param timeoutTicks T, ticks after which a trial ends by itself
/// @param afterGoal what happens when the goal is reached
/// @param firstTrial what reaching the goal pays in the first trial
record DarkRoomConfig(
    int size, int trials, int timeoutTicks, AfterGoal afterGoal, FirstTrial firstTrial) {

  /// What happens when the goal is reached.
  enum AfterGoal {
    /// The next trial begins.
    NEXT_TRIAL,
    /// The agent waits, off the map, until the trial times out.
    LIMBO
  }

  /// What reaching the goal pays in the first trial. It is seen in any case.
  enum FirstTrial {
    /// 1, as in every other.
    PAYS,
    /// Nothing: the first trial is worth exploring for the later ones alone.
    SHOWS_ONLY
  }

  /// @param values presets unfolded
  static DarkRoomConfig of(SettingValues values) {
    int size = values.whole(DarkRoomSettings.SIZE);
    if (size % 2 == 0) {
      throw new Problem(
          "a room of " + size + " x " + size + " has no middle to start from",
          DarkRoomSettings.SIZE,
          "give an odd number");
    }
    return new DarkRoomConfig(
        size,
        values.whole(DarkRoomSettings.TRIALS),
        values.whole(DarkRoomSettings.TIMEOUT),
        values.choice(DarkRoomSettings.AFTER_GOAL).equals("limbo")
            ? AfterGoal.LIMBO
            : AfterGoal.NEXT_TRIAL,
        values.flag(DarkRoomSettings.FIRST_PAYS) ? FirstTrial.PAYS : FirstTrial.SHOWS_ONLY);
  }

  /// Index of the cell in the middle.
  int start() {
    return size * size / 2;
  }
}
