package dev.hindsight.inspector.advantage;

import static dev.hindsight.inspector.text.InspectorText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.advantage.Advantage;
import dev.hindsight.trainer.advantage.AdvantageInputs;
import dev.hindsight.trainer.advantage.Discounting;
import dev.hindsight.trainer.advantage.Discounting.EndRule;
import dev.hindsight.trainer.advantage.Discounting.LimboEndRule;
import dev.hindsight.trainer.advantage.Discounting.TimeoutRule;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/// The rule that carries reward back in time, as far as it applies to a recording: the policy
/// itself chose the actions, so importance ratios are 1.
///
/// @param gamma discount factor per tick, of agents without one of their own
/// @param lambda GAE parameter: weight of longer look-aheads
/// @param trialEnds what a truncation does, in particular the end of a trial
/// @param limbo what entering limbo does
/// @param terminals what the end of an episode does; anything but [EndRule#CUT] is a fault
/// @param timeLimits what a time limit does; anything but [TimeLimitRule#FINAL_VALUE] is a fault,
///   of which a training can make [TimeLimitRule#CUT] on purpose (`timeouts=end`)
/// @param limboCounts whether ticks in limbo count like others, which is a fault
/// @param rewardClip rewards are clamped to this and its negative; infinite where no training is
///   known to have clamped them
/// @param gammaForAll whether gamma replaces the discounts that agents have of their own
record AdvantageRule(
    double gamma,
    double lambda,
    EndRule trialEnds,
    LimboEndRule limbo,
    EndRule terminals,
    TimeLimitRule timeLimits,
    boolean limboCounts,
    double rewardClip,
    boolean gammaForAll) {
  /// Training's default rule, for rewards as they are recorded.
  static final AdvantageRule USUAL =
      new AdvantageRule(
          0.97,
          0.95,
          EndRule.ACROSS,
          LimboEndRule.SKIP,
          EndRule.CUT,
          TimeLimitRule.FINAL_VALUE,
          false,
          Double.POSITIVE_INFINITY,
          false);

  /// What a time limit does to discount and trace.
  enum TimeLimitRule {
    /// The value of the final observation counts, the trace stops: correct.
    FINAL_VALUE(EndRule.BOOT),
    /// The value of the observation after the reset counts, the trace stops.
    NEXT_EPISODE(EndRule.BOOT),
    /// Nothing: the trace runs on into the next episode.
    IGNORED(EndRule.ACROSS),
    /// Nothing after it counts, as if the task had ended.
    CUT(EndRule.CUT);

    private final EndRule ends;

    TimeLimitRule(EndRule ends) {
      this.ends = ends;
    }

    /// Its effect; an agent in limbo has no final observation.
    EndRule ends(boolean limbo) {
      return limbo && this == FINAL_VALUE ? EndRule.CUT : ends;
    }
  }

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
        timeLimits(knobs),
        false,
        rewardClip(knobs),
        false);
  }

  private static TimeLimitRule timeLimits(Map<String, JsonNode> knobs) {
    JsonNode knob = knobs.get("timeouts");
    return knob != null && knob.asText().equals("end") ? TimeLimitRule.CUT : USUAL.timeLimits;
  }

  private static double rewardClip(Map<String, JsonNode> knobs) {
    double clip = number(knobs, "reward_clip", USUAL.rewardClip);
    return clip > 0 ? clip : Double.POSITIVE_INFINITY;
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

  /// The clamp of rewards, as a clause to append to words about the rule; empty without one.
  String clampWords() {
    return Double.isInfinite(rewardClip)
        ? ""
        : wording("AdvantageRule.rewards_clamped_to", NumberWords.atMost(rewardClip, 3));
  }

  /// What else than gamma and lambda a training chooses, by the names of its knobs.
  Map<String, String> otherKnobs() {
    Map<String, String> knobs = new LinkedHashMap<>();
    knobs.put("trial_ends", trialEnds.name().toLowerCase(Locale.ROOT));
    knobs.put("timeouts", timeLimits == TimeLimitRule.CUT ? "end" : "bootstrap");
    knobs.put(
        "reward_clip", Double.isInfinite(rewardClip) ? "0" : NumberWords.atMost(rewardClip, 5));
    knobs.put("stop_at_removed", Boolean.toString(limbo == LimboEndRule.CUT));
    knobs.put("stop_at_terminals", Boolean.toString(terminals == EndRule.CUT));
    return knobs;
  }

  /// The same rule in training's form.
  Discounting discounting() {
    TimeoutRule timeouts =
        timeLimits == TimeLimitRule.CUT ? TimeoutRule.END : TimeoutRule.BOOTSTRAP;
    return new Discounting(lambda, terminals, trialEnds, timeouts, limbo, 1, 1);
  }

  /// The discount factor of an agent at a tick; NaN if it has one of its own that is not known.
  double gamma(AgentSteps agent, int t) {
    return gammaForAll || !agent.ownDiscounts() ? gamma : agent.discounts()[t];
  }

  /// Fills in training's advantages of an agent for the ticks `from` to `from + ticks`; nothing is
  /// known after them.
  void fill(AgentSteps agent, int from, int ticks, float[] advantage) {
    Advantage training = new Advantage(discounting());
    if (agent.ownDiscounts() && !gammaForAll) {
      training.fill(agent.steps(), from, ticks, Float.NaN, agent.discounts(), advantage);
    } else {
      training.fill(agent.steps(), from, ticks, Float.NaN, gamma, advantage);
    }
  }

  /// Whether an agent's advantages are the same under another rule: whom gamma is for makes no
  /// difference to an agent without discounts of its own.
  boolean isAs(AdvantageRule other, AgentSteps agent) {
    AdvantageRule same = agent.ownDiscounts() ? this : withGamma(gamma, other.gammaForAll);
    return same.equals(other);
  }

  /// The rule with one discount factor for all agents, whatever they observe.
  AdvantageRule withGamma(double other) {
    return withGamma(other, true);
  }

  /// The rule under which each agent keeps its own discounts.
  ///
  /// @param other discount factor of agents without any
  AdvantageRule withOwnDiscounts(double other) {
    return withGamma(other, false);
  }

  private AdvantageRule withGamma(double other, boolean forAll) {
    return new AdvantageRule(
        other, lambda, trialEnds, limbo, terminals, timeLimits, limboCounts, rewardClip, forAll);
  }

  AdvantageRule withLambda(double other) {
    return new AdvantageRule(
        gamma,
        other,
        trialEnds,
        limbo,
        terminals,
        timeLimits,
        limboCounts,
        rewardClip,
        gammaForAll);
  }

  AdvantageRule withTrialEnds(EndRule other) {
    return new AdvantageRule(
        gamma, lambda, other, limbo, terminals, timeLimits, limboCounts, rewardClip, gammaForAll);
  }

  AdvantageRule withLimbo(LimboEndRule other) {
    return new AdvantageRule(
        gamma,
        lambda,
        trialEnds,
        other,
        terminals,
        timeLimits,
        limboCounts,
        rewardClip,
        gammaForAll);
  }

  private AdvantageRule withTerminals(EndRule other) {
    return new AdvantageRule(
        gamma, lambda, trialEnds, limbo, other, timeLimits, limboCounts, rewardClip, gammaForAll);
  }

  private AdvantageRule withTimeLimits(TimeLimitRule other) {
    return new AdvantageRule(
        gamma, lambda, trialEnds, limbo, terminals, other, limboCounts, rewardClip, gammaForAll);
  }

  private AdvantageRule countingLimbo() {
    return new AdvantageRule(
        gamma, lambda, trialEnds, limbo, terminals, timeLimits, true, rewardClip, gammaForAll);
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
        wording("AdvantageRule.does_not_stop_at_terminals")),
    /// True ends bootstrap from the observation after the reset.
    TERMINALS_BOOTSTRAPPED(
        wording("AdvantageRule.if_terminals_were_bootstrapped"),
        wording("AdvantageRule.bootstraps_terminals")),
    /// Time limits bootstrap from the observation after the reset.
    TIME_LIMITS_FROM_RESET(
        wording("AdvantageRule.if_time_limits_took_the_value"),
        wording("AdvantageRule.bootstraps_time_limits_from_the_observation")),
    /// Traces run through the reset after a time limit.
    TIME_LIMITS_IGNORED(
        wording("AdvantageRule.if_time_limits_did_not_stop"),
        wording("AdvantageRule.does_not_stop_at_time_limits")),
    /// Time limits are learned as true ends.
    TIME_LIMITS_CUT(
        wording("AdvantageRule.if_time_limits_were_terminals"),
        wording("AdvantageRule.learns_time_limits_as_terminals"));

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
        case TRUNCATIONS_IGNORED, TRUNCATIONS_CUT ->
            advantageInputs.truncation[t] != 0 && !advantageInputs.timedOut(t);
        case LIMBO_COUNTED -> advantageInputs.removed[t] != 0;
        case TERMINALS_IGNORED, TERMINALS_BOOTSTRAPPED -> advantageInputs.terminal[t] != 0;
        case TIME_LIMITS_FROM_RESET, TIME_LIMITS_IGNORED, TIME_LIMITS_CUT ->
            advantageInputs.timedOut(t);
      };
    }

    /// Whether it is worth showing for an agent: mistakes about time limits only where one ended an
    /// episode.
    boolean concerns(AgentSteps agent) {
      return switch (this) {
        case TRUNCATIONS_IGNORED, TRUNCATIONS_CUT, LIMBO_COUNTED, TERMINALS_IGNORED -> true;
        case TERMINALS_BOOTSTRAPPED, TIME_LIMITS_FROM_RESET, TIME_LIMITS_IGNORED, TIME_LIMITS_CUT ->
            IntStream.range(0, agent.ticks()).anyMatch(agent.steps()::timedOut);
      };
    }

    /// The rule with this mistake in it.
    AdvantageRule in(AdvantageRule rule) {
      return switch (this) {
        case TRUNCATIONS_IGNORED -> rule.withTrialEnds(EndRule.ACROSS);
        case TRUNCATIONS_CUT -> rule.withTrialEnds(EndRule.CUT);
        case LIMBO_COUNTED -> rule.countingLimbo();
        case TERMINALS_IGNORED -> rule.withTerminals(EndRule.ACROSS);
        case TERMINALS_BOOTSTRAPPED -> rule.withTerminals(EndRule.BOOT);
        case TIME_LIMITS_FROM_RESET -> rule.withTimeLimits(TimeLimitRule.NEXT_EPISODE);
        case TIME_LIMITS_IGNORED -> rule.withTimeLimits(TimeLimitRule.IGNORED);
        case TIME_LIMITS_CUT -> rule.withTimeLimits(TimeLimitRule.CUT);
      };
    }

    /// Whether a rule does this on purpose.
    boolean isPartOf(AdvantageRule rule) {
      return in(rule).equals(rule);
    }
  }
}
