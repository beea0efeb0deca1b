package dev.hindsight.trainer.env;

/// What recordings of an environment guarantee unless a configuration reproduces a known defect:
/// see [EnvironmentType#waivers].
public enum Promise {
  /// Every episode ends with a terminal of every agent.
  EPISODES_END_WITH_TERMINALS("every episode ends with terminals"),
  /// A goal is paid once.
  GOALS_ARE_PAID_ONCE("a goal is paid once"),
  /// The reward of a goal adds to the other rewards of its tick.
  GOALS_ADD_TO_PENALTIES("a goal adds to a penalty of its tick"),
  /// After its last trial an episode is followed by the next one.
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
