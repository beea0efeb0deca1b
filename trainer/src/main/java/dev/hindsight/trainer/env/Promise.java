package dev.hindsight.trainer.env;

import static dev.hindsight.trainer.text.TrainerText.wording;

/// What recordings of an environment guarantee unless a configuration reproduces a known defect:
/// see [EnvironmentType#waivers].
public enum Promise {
  /// Every episode ends with a terminal of every agent.
  EPISODES_END_WITH_TERMINALS(wording("Promise.every_episode_ends_with_terminals")),
  /// A goal is paid once.
  GOALS_ARE_PAID_ONCE(wording("Promise.a_goal_is_paid_once")),
  /// The reward of a goal adds to the other rewards of its tick.
  GOALS_ADD_TO_PENALTIES(wording("Promise.a_goal_adds_to_a_penalty")),
  /// After its last trial an episode is followed by the next one.
  EPISODES_FOLLOW(wording("Promise.an_episode_follows_the_last_trial"));

  private final String words;

  Promise(String words) {
    this.words = words;
  }

  /// As a clause: `a goal is paid once`.
  public String words() {
    return words;
  }
}
