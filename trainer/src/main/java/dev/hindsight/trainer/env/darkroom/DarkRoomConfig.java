package dev.hindsight.trainer.env.darkroom;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.SettingValues;

/// A checked configuration.
///
/// @param size G, cells along a side; odd, so that there is a middle cell to start from
/// @param trials K, trials per episode, all with the same goal
/// @param timeoutTicks T, time limit of a trial in ticks
/// @param afterGoal what happens when the goal is reached
/// @param firstTrial the reward for the goal in the first trial
record DarkRoomConfig(
    int size, int trials, int timeoutTicks, AfterGoal afterGoal, FirstTrial firstTrial) {

  /// What happens when the goal is reached.
  enum AfterGoal {
    /// The next trial begins.
    NEXT_TRIAL,
    /// The agent waits, off the map, until the trial times out.
    LIMBO
  }

  /// The reward for the goal in the first trial. The agent observes reaching it in either case.
  enum FirstTrial {
    /// 1, as in every other trial.
    PAYS,
    /// Nothing: exploring in the first trial pays only in later ones.
    SHOWS_ONLY
  }

  /// @param values with presets expanded
  static DarkRoomConfig of(SettingValues values) {
    int size = values.whole(DarkRoomSettings.SIZE);
    if (size % 2 == 0) {
      throw new Problem(
          wording("DarkRoomConfig.a_room_of_x_has_no", size, size),
          DarkRoomSettings.SIZE,
          wording("DarkRoomConfig.give_an_odd_number"));
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
