package dev.hindsight.inspector.compare;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.env.StepFigure;
import dev.hindsight.trainer.rollout.ActingUpdate;

/// How far apart two recordings are at a tick.
public enum Divergence {
  /// Nothing compared differs.
  SAME(0, wording("Divergence.the_same")),
  /// The world is the same, but the policies' outputs differ.
  POLICIES(1, wording("Divergence.the_policies_differ")),
  /// The world is the same, but the actions differ.
  ACTIONS(2, wording("Divergence.the_actions_differ")),
  /// The world and the actions are the same, but the results differ.
  RESULTS(3, wording("Divergence.the_results_of_the_actions_differ")),
  /// The world differs.
  WORLDS(4, wording("Divergence.the_worlds_differ")),
  /// The tick has no counterpart.
  ALONE(5, wording("Divergence.no_counterpart"));

  private final int level;
  private final String words;

  Divergence(int level, String words) {
    this.level = level;
    this.words = words;
  }

  /// A number for lanes that grows with the divergence: 0 for [#SAME] to 5.
  public byte level() {
    return (byte) level;
  }

  /// The divergence with a [#level()].
  public static Divergence of(int level) {
    return level >= 0 && level < ALONE.level ? values()[level] : ALONE;
  }

  /// In words.
  public String words() {
    return words;
  }

  /// The divergence that a difference in a channel implies. The state hash implies none for its
  /// tick: it is a chain, and stays different after the first difference. Digests of parts also
  /// cover totals and random numbers, which are not part of the visible world.
  static Divergence by(String channel) {
    if (ComparisonReport.DIGESTS.contains(channel)) {
      return SAME;
    }
    return switch (channel) {
      case "logits", "value", "final_value", "log_prob", "entropy", ActingUpdate.COLUMN -> POLICIES;
      case "action", "refused", "refused_value" -> ACTIONS;
      case "reward", "terminal", "truncation", "end", "trial_ended", "event", "trial_score" ->
          RESULTS;
      default ->
          StepFigure.is(channel)
              ? RESULTS
              : channel.startsWith("attention/") || channel.startsWith("cache_")
                  ? POLICIES
                  : WORLDS;
    };
  }

  /// Combines two divergences of one tick: while the world is the same, actions come before their
  /// results.
  static Divergence both(Divergence one, Divergence other) {
    boolean done = one == ACTIONS || other == ACTIONS;
    boolean came = one == RESULTS || other == RESULTS;
    if (done && came) {
      return ACTIONS;
    }
    return one.level >= other.level ? one : other;
  }
}
