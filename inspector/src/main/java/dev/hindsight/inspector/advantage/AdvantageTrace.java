package dev.hindsight.inspector.advantage;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.advantage.AdvantageRule.TimeLimitRule;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.advantage.AdvantageInputs;
import dev.hindsight.trainer.advantage.Discounting.EndRule;
import dev.hindsight.trainer.advantage.Discounting.LimboEndRule;
import java.util.Arrays;
import java.util.Optional;

/// Generalised advantage estimation with every term kept for inspection:
///
/// ```
/// delta[t] = r[t] + gamma V[next[t]] - V[t]        or r[t] - V[t] where the end of t cuts
/// A[t]     = delta[t] + carry[t] A[next[t]]        carry = gamma lambda, or 0 where a trace stops
/// ```
///
/// Where a time limit ended the episode, the value of the final observation takes the place of
/// `V[next[t]]`.
///
/// gamma is that of t where the agent has discounts of its own. `next[t]` is the next tick outside
/// limbo. The rule is that of training's [dev.hindsight.trainer.advantage.Advantage], implemented a
/// second time term by term; a test compares the two with each other and with the direct sum over
/// all later errors.
///
/// Immutable. The values of an agent that has none count as 0, and [#hasValues] says so; a recorded
/// value or reward that is not finite makes every advantage that it reaches NaN or infinite, and
/// [#faultOf] names it.
final class AdvantageTrace {
  /// There is no next tick: the recording ends.
  static final int NONE = -1;

  /// The name of an agent's own discount factor.
  private static final String DISCOUNT = "discount";

  /// Errors with a smaller weight are ignored.
  private static final double SMALL = 1e-9;

  private final AgentSteps agent;
  private final AdvantageRule rule;
  private final boolean valued;
  private final int[] next;
  private final Stop[] stop;
  private final float[] delta;
  private final float[] carry;
  private final float[] advantage;

  /// What lies between a tick and the next one outside limbo.
  ///
  /// @param ends the effect
  /// @param terminal an episode ended
  /// @param truncation a trial ended, or something cut the trace that is no time limit
  /// @param timeLimit an episode ended at its time limit
  /// @param limbo the agent was in limbo
  record Stop(
      EndRule ends, boolean terminal, boolean truncation, boolean timeLimit, boolean limbo) {
    static final Stop NOTHING = new Stop(EndRule.ACROSS, false, false, false, false);
    private static final Stop LIMBO = new Stop(EndRule.ACROSS, false, false, false, true);
    private static final Stop INTO_LIMBO = new Stop(EndRule.CUT, false, false, false, true);

    private Stop and(Stop other) {
      return new Stop(
          ends.compareTo(other.ends) >= 0 ? ends : other.ends,
          terminal || other.terminal,
          truncation || other.truncation,
          timeLimit || other.timeLimit,
          limbo || other.limbo);
    }

    /// The reason in words.
    String words() {
      StringBuilder words = new StringBuilder();
      add(words, terminal, "terminal");
      add(words, truncation, "truncation");
      add(words, timeLimit, wording("AdvantageTrace.time_limit"));
      add(words, limbo, "limbo");
      return words.isEmpty() ? wording("AdvantageTrace.nothing_ends_here") : words.toString();
    }

    private static void add(StringBuilder words, boolean applies, String word) {
      if (applies) {
        words.append(words.isEmpty() ? "" : wording("AdvantageTrace.and")).append(word);
      }
    }
  }

  /// A recorded number that is not finite, so that nothing calculated from it means anything.
  ///
  /// @param name `reward`, `value`, `value of the final observation` or [#DISCOUNT]
  /// @param value NaN or infinite
  record Fault(String name, int tick, double value) {
    /// The number, its tick and what it is, in words.
    String words() {
      if (name.equals(DISCOUNT) && Double.isNaN(value)) {
        return wording("AdvantageTrace.the_agents_own_discount_at_is", tick);
      }
      return wording(
          "AdvantageTrace.the_at_tick_is", name, tick, NumberWords.significant(value, 3));
    }
  }

  private AdvantageTrace(AgentSteps agent, AdvantageRule rule) {
    this.agent = agent;
    this.rule = rule;
    valued = agent.hasValues();
    int ticks = agent.ticks();
    next = new int[ticks];
    stop = new Stop[ticks];
    delta = new float[ticks];
    carry = new float[ticks];
    advantage = new float[ticks];
    Arrays.fill(stop, Stop.NOTHING);
  }

  /// Computes the trace for every tick.
  static AdvantageTrace of(AgentSteps agent, AdvantageRule rule) {
    AdvantageTrace trace = new AdvantageTrace(agent, rule);
    trace.fill();
    return trace;
  }

  private void fill() {
    Stop between = Stop.NOTHING;
    int successor = NONE;
    for (int t = agent.ticks() - 1; t >= 0; t--) {
      // What comes after a time limit belongs to the next episode.
      Stop here = fromFinalValue(t) ? here(t) : here(t).and(between);
      if (inLimbo(t)) {
        next[t] = NONE;
        between = here.and(Stop.LIMBO);
        continue;
      }
      if (!fromFinalValue(t) && between.limbo && rule.limbo() == LimboEndRule.CUT) {
        here = here.and(Stop.INTO_LIMBO);
      }
      stop[t] = here;
      next[t] = successor;
      fill(t, here.ends, successor);
      successor = t;
      between = Stop.NOTHING;
    }
  }

  private void fill(int t, EndRule endRule, int successor) {
    if (endRule == EndRule.CUT) {
      delta[t] = (float) (reward(t) - value(t));
    } else if (fromFinalValue(t)) {
      double last = finalValue(t);
      delta[t] = Double.isNaN(last) ? 0 : (float) (reward(t) + gamma(t) * last - value(t));
    } else if (successor != NONE) {
      delta[t] = (float) (reward(t) + gamma(t) * value(successor) - value(t));
      carry[t] = (float) (endRule == EndRule.ACROSS ? gamma(t) * rule.lambda() : 0);
    }
    advantage[t] = delta[t] + (carry[t] == 0 ? 0 : carry[t] * advantage[successor]);
  }

  private Stop here(int t) {
    AdvantageInputs advantageInputs = agent.steps();
    if (advantageInputs.timedOut(t)) {
      return new Stop(rule.timeLimits().ends(inLimbo(t)), false, false, true, false);
    }
    boolean truncation = advantageInputs.truncation[t] != 0;
    boolean terminal = advantageInputs.terminal[t] != 0;
    EndRule endRule = truncation ? rule.trialEnds() : EndRule.ACROSS;
    if (terminal && rule.terminals().compareTo(endRule) > 0) {
      endRule = rule.terminals();
    }
    return new Stop(endRule, terminal, truncation, false, false);
  }

  /// Whether the value of a tick's final observation takes the place of the next one's.
  boolean fromFinalValue(int t) {
    return !inLimbo(t)
        && agent.steps().timedOut(t)
        && rule.timeLimits() == TimeLimitRule.FINAL_VALUE;
  }

  /// The value of a tick's final observation; NaN if it is not known.
  double finalValue(int t) {
    return agent.steps().timeoutValue[t];
  }

  /// Whether the value after a tick counts and is not known, because the recording ends or lacks
  /// the final observation's: its error is then taken as 0, which says nothing about the action.
  boolean isUnknown(int t) {
    if (inLimbo(t) || stop[t].ends == EndRule.CUT) {
      return false;
    }
    return fromFinalValue(t) ? Double.isNaN(finalValue(t)) : next[t] == NONE;
  }

  /// Whether there is a value at a tick, even if it is not a number.
  boolean hasValue(int t) {
    return valued && !(Float.isNaN(agent.steps().value[t]) && agent.steps().removed[t] != 0);
  }

  /// The first number that is not finite among those that a tick's advantage consists of.
  Optional<Fault> faultOf(int t) {
    return Float.isFinite(advantage[t]) ? Optional.empty() : first(t, true);
  }

  /// The first number that is not finite among those that a tick's actual return consists of.
  Optional<Fault> faultOfReturn(int t) {
    return first(t, false);
  }

  /// @param errors whether the values that the errors compare with the rewards count
  private Optional<Fault> first(int t, boolean errors) {
    Optional<Fault> fault = Optional.empty();
    EndRule end = EndRule.ACROSS;
    int at = t;
    while (fault.isEmpty() && end == EndRule.ACROSS && at != NONE && !inLimbo(at)) {
      // The error of a tick whose next value is unknown is 0, whatever its reward is.
      fault = isUnknown(at) ? fault : fault("reward", at, reward(at));
      if (errors && fault.isEmpty()) {
        fault = fault("value", at, value(at));
      }
      end = stop[at].ends;
      if (fault.isEmpty() && end != EndRule.CUT && !isUnknown(at)) {
        fault = fault(DISCOUNT, at, gamma(at));
      }
      if (fault.isEmpty() && fromFinalValue(at) && !Double.isNaN(finalValue(at))) {
        fault = fault(wording("AdvantageTrace.value_of_the_final_observation"), at, finalValue(at));
      }
      at = fromFinalValue(at) ? NONE : next[at];
    }
    return fault.isEmpty() && end == EndRule.BOOT && at != NONE
        ? fault("value", at, value(at))
        : fault;
  }

  private static Optional<Fault> fault(String name, int t, double value) {
    return Double.isFinite(value) ? Optional.empty() : Optional.of(new Fault(name, t, value));
  }

  /// Whether a tick is in limbo and so left out.
  boolean inLimbo(int t) {
    return !rule.limboCounts() && agent.steps().removed[t] != 0;
  }

  int ticks() {
    return agent.ticks();
  }

  AdvantageRule rule() {
    return rule;
  }

  /// The discount of what follows a tick; NaN if it is the agent's own and not known.
  double gamma(int t) {
    return rule.gamma(agent, t);
  }

  /// Whether the agent is discounted by factors of its own.
  boolean ownDiscounts() {
    return agent.ownDiscounts() && !rule.gammaForAll();
  }

  /// The reward after clamping.
  double reward(int t) {
    return Math.clamp(agent.steps().reward[t], -rule.rewardClip(), rule.rewardClip());
  }

  /// The critic's estimate; 0 if there is none.
  double value(int t) {
    return agent.value(t, valued);
  }

  /// Whether the policy output any values.
  boolean hasValues() {
    return valued;
  }

  /// The next tick outside limbo; [#NONE] if the recording ends before it.
  int next(int t) {
    return next[t];
  }

  /// What lies between a tick and the next.
  Stop stop(int t) {
    return stop[t];
  }

  /// The temporal-difference error of a tick.
  double delta(int t) {
    return delta[t];
  }

  /// The weight of the next tick's advantage in this one's.
  double carry(int t) {
    return carry[t];
  }

  double advantage(int t) {
    return advantage[t];
  }

  /// The contributions of the errors from a tick on to its advantage: they sum to [#advantage].
  /// Ends where the rest is too small to matter.
  float[] terms(int t) {
    float[] terms = new float[16];
    int last = t;
    double weight = 1;
    for (int at = t; at != NONE && weight > SMALL && !inLimbo(at); at = next[at]) {
      last = at;
      if (at - t >= terms.length) {
        terms = Arrays.copyOf(terms, Math.max(at - t + 1, 2 * terms.length));
      }
      terms[at - t] = (float) (weight * delta[at]);
      weight *= carry[at];
    }
    return Arrays.copyOf(terms, last - t + 1);
  }

  /// The actual discounted return: rewards until an end cuts or bootstraps, plus the critic's value
  /// where it bootstraps. NaN in limbo, and if the recording ends too early.
  float[] returns() {
    float[] returns = new float[ticks()];
    for (int t = ticks() - 1; t >= 0; t--) {
      double later =
          switch (stop[t].ends) {
            case CUT -> 0;
            case BOOT ->
                fromFinalValue(t) ? finalValue(t) : next[t] == NONE ? Double.NaN : value(next[t]);
            case ACROSS -> next[t] == NONE ? Double.NaN : returns[next[t]];
          };
      double discount = stop[t].ends == EndRule.CUT ? 0 : gamma(t);
      returns[t] = inLimbo(t) ? Float.NaN : (float) (reward(t) + discount * later);
    }
    return returns;
  }
}
