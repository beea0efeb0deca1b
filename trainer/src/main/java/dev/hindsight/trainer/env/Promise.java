package dev.hindsight.trainer.env;

/// What recordings of an environment keep, and a configuration that reproduces a defect may not:
/// see [EnvironmentType#waivers].
public enum Promise {
  /// Every episode ends with a terminal of every agent.
  EPISODES_END_WITH_TERMINALS("every episode ends with terminals"),
  /// A goal is paid once.
  GOALS_ARE_PAID_ONCE("a goal is paid once"),
  /// A goal adds to what else its tick is worth.
  GOALS_ADD_TO_PENALTIES("a goal adds to a penalty of its tick"),
  /// The next episode begins after the last trial of one.
  EPISODES_FOLLOW("an episode follows the last trial");

  private final String words;

  Promise(String words) {
    this.words = words;
  }

  /// As a clause: `a goal is paid once`.
  public String words() {
    return words;
  }
}
