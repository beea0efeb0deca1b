package dev.hindsight.inspector.observation;

import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.TrialIndex;
import java.util.Optional;

/// What an observation can be compared with.
enum ObservationBaseline {
  /// Nothing.
  NOTHING("Compare with nothing"),
  /// What the agent saw a tick ago.
  TICK_BEFORE("Compare with the tick before"),
  /// What the agent saw so far into the trial before: nothing should differ where neither the agent
  /// nor anybody else has done anything else.
  TRIAL_BEFORE("Compare with the trial before"),
  /// What was seen at the moment that was kept, by the agent it was kept of.
  KEPT("Compare with saved moment"),
  /// What the agent of the kept moment sees now.
  KEPT_AGENT("Compare with saved agent");

  private final String words;

  ObservationBaseline(String words) {
    this.words = words;
  }

  @Override
  public String toString() {
    return words;
  }

  /// The moment to compare with; empty where there is none.
  Optional<Moment> of(Moment now, Optional<Moment> kept) {
    return switch (this) {
      case NOTHING -> Optional.empty();
      case TICK_BEFORE -> at(now, now.tick() - 1);
      case TRIAL_BEFORE -> trialBefore(now);
      case KEPT -> kept;
      case KEPT_AGENT -> kept.map(then -> new Moment(now.rollout(), now.tick(), then.agent()));
    };
  }

  private static Optional<Moment> trialBefore(Moment now) {
    TrialIndex trials = now.rollout().trials();
    if (now.tick() < 0 || now.tick() >= now.rollout().ticks() || trials.count() == 0) {
      return Optional.empty();
    }
    int stretch = trials.stretchAt(now.tick());
    int into = now.tick() - trials.start(stretch);
    boolean there = stretch > 0 && into < trials.end(stretch - 1) - trials.start(stretch - 1);
    return there ? at(now, trials.start(stretch - 1) + into) : Optional.empty();
  }

  private static Optional<Moment> at(Moment now, int tick) {
    return tick >= 0 ? Optional.of(new Moment(now.rollout(), tick, now.agent())) : Optional.empty();
  }
}
