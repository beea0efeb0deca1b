package dev.hindsight.inspector.observation;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.TrialIndex;
import java.util.Optional;

/// What an observation is compared with.
enum ObservationBaseline {
  /// Nothing.
  NOTHING(wording("ObservationBaseline.compare_with_nothing")),
  /// The same agent's observation one tick earlier.
  TICK_BEFORE(wording("ObservationBaseline.compare_with_the_tick_before")),
  /// The same agent's observation at the same tick of the previous trial: equal as long as all
  /// agents have acted the same.
  TRIAL_BEFORE(wording("ObservationBaseline.compare_with_the_trial_before")),
  /// The saved moment's observation, by its agent.
  KEPT(wording("ObservationBaseline.compare_with_saved_moment")),
  /// The current observation of the saved moment's agent.
  KEPT_AGENT(wording("ObservationBaseline.compare_with_saved_agent"));

  private final String words;

  ObservationBaseline(String words) {
    this.words = words;
  }

  @Override
  public String toString() {
    return words;
  }

  /// The moment to compare with; empty if there is none.
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
