package dev.hindsight.inspector.credit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.credit.CreditSteps;
import dev.hindsight.trainer.credit.Discounting;
import dev.hindsight.trainer.credit.Discounting.EndRule;
import dev.hindsight.trainer.credit.Discounting.LimboEndRule;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/// How reward is carried back in time, as far as a recording can be looked at with it: actions are
/// those of the policy itself, so importance ratios are 1.
///
/// @param gamma discount factor a tick
/// @param lambda weight of longer looks ahead
/// @param trialEnds what a truncation, the end of a trial above all, does
/// @param limbo what it does to come into limbo
/// @param terminals what an episode's end does; anything but [EndRule#CUT] is a fault
/// @param limboCounts whether ticks in limbo count like others, which is a fault
/// @param rewardClip rewards are clamped to this and its negative
record CreditRule(
    double gamma,
    double lambda,
    EndRule trialEnds,
    LimboEndRule limbo,
    EndRule terminals,
    boolean limboCounts,
    double rewardClip) {
  /// As training does unless told otherwise.
  static final CreditRule USUAL =
      new CreditRule(0.97, 0.95, EndRule.ACROSS, LimboEndRule.SKIP, EndRule.CUT, false, 1);

  /// The rule a checkpoint was trained with, as far as its knobs tell; else [#USUAL].
  static CreditRule trained(Optional<CheckpointOrigin> origin) {
    Map<String, JsonNode> knobs = origin.map(CheckpointOrigin::training).orElse(Map.of());
    return new CreditRule(
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

  /// As training has it.
  Discounting discounting() {
    return new Discounting(lambda, terminals, trialEnds, limbo, 1, 1);
  }

  CreditRule withGamma(double other) {
    return new CreditRule(other, lambda, trialEnds, limbo, terminals, limboCounts, rewardClip);
  }

  CreditRule withLambda(double other) {
    return new CreditRule(gamma, other, trialEnds, limbo, terminals, limboCounts, rewardClip);
  }

  CreditRule withTrialEnds(EndRule other) {
    return new CreditRule(gamma, lambda, other, limbo, terminals, limboCounts, rewardClip);
  }

  CreditRule withLimbo(LimboEndRule other) {
    return new CreditRule(gamma, lambda, trialEnds, other, terminals, limboCounts, rewardClip);
  }

  private CreditRule withTerminals(EndRule other) {
    return new CreditRule(gamma, lambda, trialEnds, limbo, other, limboCounts, rewardClip);
  }

  private CreditRule countingLimbo() {
    return new CreditRule(gamma, lambda, trialEnds, limbo, terminals, true, rewardClip);
  }

  /// A mask that somebody got wrong.
  enum FaultyMask {
    /// Truncations do not stop anything.
    TRUNCATIONS_IGNORED("If truncations did not stop it", "does not stop at truncations"),
    /// Nothing comes through a truncation.
    TRUNCATIONS_CUT("If truncations cut it", "lets nothing through a truncation"),
    /// Ticks in limbo are learned from.
    LIMBO_COUNTED("If limbo were counted", "counts limbo like any other tick"),
    /// Episodes run into each other.
    TERMINALS_IGNORED("If terminals did not stop it", "does not stop at terminals");

    private final String words;
    private final String deed;

    FaultyMask(String words, String deed) {
      this.words = words;
      this.deed = deed;
    }

    /// What somebody does who made it.
    String deed() {
      return deed;
    }

    String words() {
      return words;
    }

    /// Whether a tick is one this fault treats wrongly.
    boolean touches(CreditSteps creditSteps, int t) {
      return switch (this) {
        case TRUNCATIONS_IGNORED, TRUNCATIONS_CUT -> creditSteps.truncation[t] != 0;
        case LIMBO_COUNTED -> creditSteps.removed[t] != 0;
        case TERMINALS_IGNORED -> creditSteps.terminal[t] != 0;
      };
    }

    /// The rule with this fault in it.
    CreditRule in(CreditRule rule) {
      return switch (this) {
        case TRUNCATIONS_IGNORED -> rule.withTrialEnds(EndRule.ACROSS);
        case TRUNCATIONS_CUT -> rule.withTrialEnds(EndRule.CUT);
        case LIMBO_COUNTED -> rule.countingLimbo();
        case TERMINALS_IGNORED -> rule.withTerminals(EndRule.ACROSS);
      };
    }

    /// Whether a rule has it already, and means it.
    boolean isPartOf(CreditRule rule) {
      return in(rule).equals(rule);
    }
  }
}
