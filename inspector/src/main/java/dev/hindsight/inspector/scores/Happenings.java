package dev.hindsight.inspector.scores;

import dev.hindsight.trainer.rollout.Rollout;

/// What began with each action: the events of row t are those that the action of tick t led to.
/// Reading allocates nothing; one owner thread.
sealed interface Happenings permits RecordedHappenings, DerivedHappenings {
  /// Which action of its trial it is.
  enum Place {
    /// Another one follows, and its row shows the world this one led to.
    WITHIN,
    /// It ended the trial: the next row shows another trial.
    LAST,
    /// Nothing follows; what it led to is not known.
    CUT_OFF
  }

  /// The best there is for a recording.
  static Happenings of(Rollout rollout) {
    int agents = rollout.manifest().agents();
    return rollout
        .channel("event")
        .filter(channel -> channel.rowLength() == agents)
        .<Happenings>map(RecordedHappenings::new)
        .orElseGet(() -> new DerivedHappenings(rollout));
  }

  /// @param events `[A]` gets for each agent a sum of [dev.hindsight.trainer.env.StepBuffer#GOAL],
  ///   `COLLISION` and `OFFROAD`
  void read(int tick, Place place, int[] events);

  /// Whether goals are told at all.
  boolean tellsGoals();

  /// Whether contacts are told at all.
  boolean tellsContacts();

  /// Whether they are what the environment counted, and not put together from what can be seen.
  boolean exact();
}
