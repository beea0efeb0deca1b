package dev.hindsight.inspector.advantage;

import static dev.hindsight.inspector.text.InspectorText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.advantage.AdvantageInputs;
import dev.hindsight.trainer.advantage.Discounting;
import dev.hindsight.trainer.advantage.Discounting.EndRule;
import dev.hindsight.trainer.advantage.Discounting.LimboEndRule;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/// The rule that carries reward back in time, as far as it applies to a recording: the policy
/// itself chose the actions, so importance ratios are 1.
///
/// @param gamma discount factor per tick
/// @param lambda GAE parameter: weight of longer look-aheads
/// @param trialEnds what a truncation does, in particular the end of a trial
/// @param limbo what entering limbo does
/// @param terminals what the end of an episode does; anything but [EndRule#CUT] is a fault
/// @param limboCounts whether ticks in limbo count like others, which is a fault
/// @param rewardClip rewards are clamped to this and its negative
record AdvantageRule(
    double gamma,
    double lambda,
    EndRule trialEnds,
    LimboEndRule limbo,
    EndRule terminals,
    boolean limboCounts,
    double rewardClip) {
  /// Training's default rule.
  static final AdvantageRule USUAL =
      new AdvantageRule(0.97, 0.95, EndRule.ACROSS, LimboEndRule.SKIP, EndRule.CUT, false, 1);

  /// The rule a checkpoint was trained with, as far as its knobs say; else [#USUAL].
  static AdvantageRule trained(Optional<CheckpointOrigin> origin) {
    Map<String, JsonNode> knobs = origin.map(CheckpointOrigin::training).orElse(Map.of());
    return new AdvantageRule(
        number(knobs, "gamma", USUAL.gamma),
        number(knobs, "gae_lambda", USUAL.lambda),
        ends(knobs),
        flag(knobs, "stop_at_removed", USUAL.limbo == LimboEndRule.CUT)
            ? LimboEndRule.CUT
            : LimboEndRule.SKIP,
        flag(knobs, "stop_at_terminals", USUAL.terminals == EndRule.CUT)
            ? EndRule.CUT
            : EndRule.ACROSS,
        false,
        number(knobs, "reward_clip", USUAL.rewardClip));
  }

  private static double number(Map<String, JsonNode> knobs, String name, double usual) {
    JsonNode knob = knobs.get(name);
    return knob == null ? usual : knob.asDouble(usual);
  }

  private static boolean flag(Map<String, JsonNode> knobs, String name, boolean usual) {
    JsonNode knob = knobs.get(name);
    return knob == null ? usual : knob.asBoolean(usual);
  }

  private static EndRule ends(Map<String, JsonNode> knobs) {
    JsonNode knob = knobs.get("trial_ends");
    return Arrays.stream(EndRule.values())
        .filter(endRule -> knob != null && endRule.name().equalsIgnoreCase(knob.asText()))
        .findFirst()
        .orElse(USUAL.trialEnds);
  }

  /// The same rule in training's form.
  Discounting discounting() {
    return new Discounting(lambda, terminals, trialEnds, limbo, 1, 1);
  }

  AdvantageRule withGamma(double other) {
    return new AdvantageRule(other, lambda, trialEnds, limbo, terminals, limboCounts, rewardClip);
  }

  AdvantageRule withLambda(double other) {
    return new AdvantageRule(gamma, other, trialEnds, limbo, terminals, limboCounts, rewardClip);
  }

  AdvantageRule withTrialEnds(EndRule other) {
    return new AdvantageRule(gamma, lambda, other, limbo, terminals, limboCounts, rewardClip);
  }

  AdvantageRule withLimbo(LimboEndRule other) {
    return new AdvantageRule(gamma, lambda, trialEnds, other, terminals, limboCounts, rewardClip);
  }

  private AdvantageRule withTerminals(EndRule other) {
    return new AdvantageRule(gamma, lambda, trialEnds, limbo, other, limboCounts, rewardClip);
  }

  private AdvantageRule countingLimbo() {
    return new AdvantageRule(gamma, lambda, trialEnds, limbo, terminals, true, rewardClip);
  }

  /// Common mistakes in a mask.
  enum FaultyMask {
    /// Truncations stop nothing.
    TRUNCATIONS_IGNORED(
        wording("AdvantageRule.if_truncations_did_not_stop_it"),
        wording("AdvantageRule.does_not_stop_at_truncations")),
    /// Truncations stop everything.
    TRUNCATIONS_CUT(
        wording("AdvantageRule.if_truncations_cut_it"),
        wording("AdvantageRule.lets_nothing_through_a_truncation")),
    /// Training learns from ticks in limbo.
    LIMBO_COUNTED(
        wording("AdvantageRule.if_limbo_were_counted"),
        wording("AdvantageRule.counts_limbo_like_any_other_tick")),
    /// Episodes run into each other.
    TERMINALS_IGNORED(
        wording("AdvantageRule.if_terminals_did_not_stop_it"),
        wording("AdvantageRule.does_not_stop_at_terminals"));

    private final String words;
    private final String deed;

    FaultyMask(String words, String deed) {
      this.words = words;
      this.deed = deed;
    }

    /// What an implementation with this mistake does.
    String deed() {
      return deed;
    }

    String words() {
      return words;
    }

    /// Whether this mistake affects a tick.
    boolean touches(AdvantageInputs advantageInputs, int t) {
      return switch (this) {
        case TRUNCATIONS_IGNORED, TRUNCATIONS_CUT -> advantageInputs.truncation[t] != 0;
        case LIMBO_COUNTED -> advantageInputs.removed[t] != 0;
        case TERMINALS_IGNORED -> advantageInputs.terminal[t] != 0;
      };
    }

    /// The rule with this mistake in it.
    AdvantageRule in(AdvantageRule rule) {
      return switch (this) {
        case TRUNCATIONS_IGNORED -> rule.withTrialEnds(EndRule.ACROSS);
        case TRUNCATIONS_CUT -> rule.withTrialEnds(EndRule.CUT);
        case LIMBO_COUNTED -> rule.countingLimbo();
        case TERMINALS_IGNORED -> rule.withTerminals(EndRule.ACROSS);
      };
    }

    /// Whether a rule does this on purpose.
    boolean isPartOf(AdvantageRule rule) {
      return in(rule).equals(rule);
    }
  }
}
