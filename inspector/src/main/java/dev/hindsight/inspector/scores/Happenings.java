package dev.hindsight.inspector.scores;

import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;
import java.util.Optional;
import java.util.stream.IntStream;

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

  /// How a stretch of one trial ended, as far as the recording tells.
  static Trial.Ending ending(Rollout rollout, int stretch) {
    TrialIndex trials = rollout.trials();
    if (stretch + 1 < trials.count()) {
      return Trial.Ending.ENDED;
    }
    int agents = rollout.manifest().agents();
    int last = trials.end(stretch) - 1;
    Optional<Channel> flag =
        rollout
            .channel("trial_ended")
            .or(() -> rollout.channel("terminal"))
            .filter(channel -> channel.rowLength() == agents);
    boolean ended =
        flag.map(channel ->
                IntStream.range(0, agents).anyMatch(agent -> channel.integer(last, agent) != 0))
            .orElseGet(rollout::complete);
    return ended ? Trial.Ending.ENDED : Trial.Ending.CUT_OFF;
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
