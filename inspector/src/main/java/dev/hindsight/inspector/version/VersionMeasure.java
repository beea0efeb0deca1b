package dev.hindsight.inspector.version;

import static dev.hindsight.inspector.text.InspectorText.wording;

/// A number that each version has at each tick.
public enum VersionMeasure {
  /// Probability of the recorded action.
  PROBABILITY("probability", wording("VersionMeasure.probability_of_the_recorded_action"), ""),
  /// The value estimate.
  VALUE("value", wording("VersionMeasure.value"), ""),
  /// Entropy of the action probabilities.
  ENTROPY("entropy", wording("VersionMeasure.entropy"), "nats"),
  /// `KL(reference || version)`: how far the policy moved; the reference is the version before, or
  /// a chosen one.
  DIVERGENCE("kl", wording("VersionMeasure.divergence"), "nats"),
  /// Attention on earlier trials of the episode, mean of all layers and heads.
  LOOK_BACK("look-back", wording("VersionMeasure.attention_on_earlier_trials"), "");

  private final String id;
  private final String words;
  private final String unit;

  VersionMeasure(String id, String words, String unit) {
    this.id = id;
    this.words = words;
    this.unit = unit;
  }

  /// Its name on the command line: `look-back`.
  public String id() {
    return id;
  }

  /// Its name for users, with its unit.
  public String words() {
    return unit.isEmpty() ? words : words + " [" + unit + "]";
  }

  /// Of the ticks that share a pixel, which one it shows: the most telling one.
  boolean showsLeast() {
    return this == PROBABILITY;
  }
}
