package dev.hindsight.inspector.scores;

import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;

/// What began with the actions of a tick, for who asks tick by tick: as recorded, or put together
/// from what can be seen. One owner thread.
public final class EventRows {
  private static final int NONE = -1;

  private final Rollout rollout;
  private final Happenings happenings;
  private final int[] row;
  private int read = NONE;

  /// Of a recording.
  public EventRows(Rollout rollout) {
    this.rollout = rollout;
    happenings = Happenings.of(rollout);
    row = new int[rollout.manifest().agents()];
  }

  /// Whether goals are told at all.
  public boolean tellsGoals() {
    return happenings.tellsGoals();
  }

  /// Whether contacts are told at all.
  public boolean tellsContacts() {
    return happenings.tellsContacts();
  }

  /// What began for an agent.
  ///
  /// @return a sum of [dev.hindsight.trainer.env.StepBuffer#GOAL], `COLLISION` and `OFFROAD`
  public int at(int tick, int agent) {
    if (tick != read) {
      happenings.read(tick, place(tick), row);
      read = tick;
    }
    return row[agent];
  }

  private Happenings.Place place(int tick) {
    TrialIndex trials = rollout.trials();
    int stretch = trials.stretchAt(tick);
    if (tick + 1 < trials.end(stretch)) {
      return Happenings.Place.WITHIN;
    }
    return Happenings.ending(rollout, stretch) == Trial.Ending.ENDED
        ? Happenings.Place.LAST
        : Happenings.Place.CUT_OFF;
  }
}
