package dev.hindsight.inspector.advantage;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.advantage.AdvantageRule.FaultyMask;
import dev.hindsight.inspector.advantage.AdvantageRule.TimeLimitRule;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.advantage.AdvantageInputs;
import dev.hindsight.trainer.advantage.Discounting.EndRule;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/// Checks training's computation of advantages against their definition, on an agent's steps in a
/// recording: the direct sum, boundaries that nothing may cross, limbo.
public final class AdvantageLawCheck {
  /// The rounding error of a running sum, for numbers around one.
  private static final double NEAR = 1e-4;

  /// Enough ticks on either side of a boundary to show whether anything crosses it.
  private static final int REACH = 48;

  private static final float GARBAGE = 7.5f;

  private final AdvantageRule rule;
  private final Law law;

  /// Whether a checkpoint says gamma and lambda, so that recorded advantages have to follow them.
  private final boolean declared;

  /// A way to compute advantages.
  @FunctionalInterface
  interface Law {
    /// Fills in the advantages of the ticks `from` to `from + ticks`; nothing is known after them.
    void fill(AdvantageRule rule, AgentSteps agent, int from, int ticks, float[] advantage);
  }

  /// A place where the computation is wrong.
  ///
  /// @param number the number with the fault: `advantage`, `value`, `reward`, `final_value`
  /// @param off size of the error; NaN where that means nothing
  /// @param cause in words
  public record Breach(int tick, String number, double off, String cause) {
    Breach(int tick, double off, String cause) {
      this(tick, "advantage", off, cause);
    }
  }

  /// What a check of an agent found.
  ///
  /// @param breaches at most one place of each kind
  /// @param open number of ticks whose recorded advantage depends on a value that is not recorded
  /// @param undiscounted number of recorded advantages that nothing can be compared with, because
  ///   some of the agent's own discounts are missing or not finite
  /// @param follows the discounts that the recorded advantages follow, in words, if nothing
  ///   declares them and they are not the usual ones
  public record Found(List<Breach> breaches, int open, int undiscounted, Optional<String> follows) {
    /// Copies the list.
    public Found {
      breaches = List.copyOf(breaches);
    }
  }

  AdvantageLawCheck(AdvantageRule rule, Law law) {
    this(rule, law, true);
  }

  private AdvantageLawCheck(AdvantageRule rule, Law law, boolean declared) {
    this.rule = rule;
    this.law = law;
    this.declared = declared;
  }

  /// Checks this program's computation under the rule a checkpoint was trained with.
  ///
  /// @param origin of the checkpoint; empty for the usual rule
  public static AdvantageLawCheck of(Optional<CheckpointOrigin> origin) {
    return new AdvantageLawCheck(
        AdvantageRule.trained(origin),
        AdvantageRule::fill,
        origin
            .map(CheckpointOrigin::training)
            .filter(knobs -> knobs.containsKey("gamma") && knobs.containsKey("gae_lambda"))
            .isPresent());
  }

  /// The rule for a recording in words.
  public String words(Rollout rollout) {
    boolean own = !rule.gammaForAll() && OwnDiscounts.of(rollout).isPresent();
    return words(own ? wording("AdvantageLawCheck.of_each_agent") : Double.toString(rule.gamma()));
  }

  /// The rule in words.
  String words() {
    return words(Double.toString(rule.gamma()));
  }

  private String words(String gamma) {
    String words =
        wording("AdvantageLawCheck.gamma_lambda_trial_ends_limbo")
                .formatted(
                    gamma,
                    rule.lambda(),
                    rule.trialEnds().name().toLowerCase(java.util.Locale.ROOT),
                    rule.limbo().name().toLowerCase(java.util.Locale.ROOT))
            + rule.clampWords();
    return rule.timeLimits() == TimeLimitRule.CUT
        ? words + wording("AdvantageLawCheck.time_limits_as_ends")
        : words;
  }

  /// All faults for an agent: at most one place of each kind.
  List<Breach> check(Rollout rollout, int agent, Progress progress, Cancellation cancellation) {
    return examine(rollout, agent, progress, cancellation).breaches();
  }

  /// All faults for an agent, and what could not be told of its recorded advantages.
  public Found examine(Rollout rollout, int agent, Progress progress, Cancellation cancellation) {
    AgentSteps read = AgentSteps.read(rollout, agent, progress, cancellation);
    AgentSteps steps = withKnownDiscounts(read);
    List<Breach> breaches = new ArrayList<>(numberless(steps));
    clean(steps);
    float[] filled = filled(steps);
    boolean known = !breaches.isEmpty();
    against(
            steps,
            filled,
            rule,
            each -> new DirectAdvantages(steps, each),
            wording("AdvantageLawCheck.the_law"),
            cancellation)
        .ifPresent(breaches::add);
    boundaries(steps, cancellation).forEach(breaches::add);
    limbo(steps).ifPresent(breaches::add);
    Optional<float[]> stored =
        stored(rollout, agent, steps)
            .map(computed -> known ? withoutNumberless(computed, steps) : computed);
    if (stored.isEmpty()) {
      return new Found(breaches, 0, 0, Optional.empty());
    }
    if (read.lacksDiscounts()) {
      return new Found(breaches, 0, steps.ticks(), Optional.empty());
    }
    Optional<AdvantageRule> followed = recorded(steps, stored.get(), breaches, cancellation);
    DirectAdvantages direct = new DirectAdvantages(steps, rule);
    int open = (int) IntStream.range(0, steps.ticks()).filter(direct::isOpen).count();
    return new Found(breaches, open, 0, followed.map(each -> discounts(each, steps)));
  }

  /// Holds recorded advantages against the rule, or against the one with the discounts that they
  /// follow.
  ///
  /// @return a rule with other discounts that explains them, if nothing declares any
  private Optional<AdvantageRule> recorded(
      AgentSteps steps, float[] stored, List<Breach> breaches, Cancellation cancellation) {
    Optional<Breach> breach = recorded(steps, stored, rule, cancellation);
    if (breach.isEmpty() || culprit(steps, stored, rule, closedBy(steps, stored)).isPresent()) {
      breach.ifPresent(breaches::add);
      return Optional.empty();
    }
    Optional<AdvantageRule> followed = FollowedRule.of(steps, rule, stored);
    Optional<Breach> rest = followed.flatMap(each -> recorded(steps, stored, each, cancellation));
    if (followed.isEmpty()) {
      breaches.add(breach.get());
    } else if (rest.isPresent()) {
      boolean explained =
          culprit(steps, stored, followed.get(), closedBy(steps, stored)).isPresent();
      breaches.add(explained ? rest.get() : breach.get());
    } else if (declared) {
      breaches.add(
          new Breach(
              breach.get().tick(),
              breach.get().off(),
              wording(
                  "AdvantageLawCheck.the_recording_follows_instead",
                  discounts(followed.get(), steps),
                  discounts(rule, steps))));
    } else {
      return followed;
    }
    return Optional.empty();
  }

  private Optional<Breach> recorded(
      AgentSteps steps, float[] stored, AdvantageRule each, Cancellation cancellation) {
    return against(
        steps,
        stored,
        each,
        closedBy(steps, stored),
        wording("AdvantageLawCheck.the_recording"),
        cancellation);
  }

  private static Function<AdvantageRule, DirectAdvantages> closedBy(
      AgentSteps steps, float[] stored) {
    return rule -> new DirectAdvantages(steps, rule).closedBy(stored);
  }

  private static String discounts(AdvantageRule rule, AgentSteps steps) {
    String lambda = NumberWords.atMost(rule.lambda(), 5);
    return steps.ownDiscounts() && !rule.gammaForAll()
        ? wording("AdvantageLawCheck.own_gamma_and_lambda", lambda)
        : wording(
            "AdvantageLawCheck.gamma_and_lambda", NumberWords.atMost(rule.gamma(), 5), lambda);
  }

  /// Steps to try the law on. It must hold for any discounts, so the rule's take the place of an
  /// agent's own where these are not known.
  private static AgentSteps withKnownDiscounts(AgentSteps steps) {
    return steps.lacksDiscounts() ? steps.withoutDiscounts() : steps;
  }

  /// The effect of steps in limbo on other advantages, if there is any.
  public Optional<Breach> limbo(
      Rollout rollout, int agent, Progress progress, Cancellation cancellation) {
    AgentSteps steps = withKnownDiscounts(AgentSteps.read(rollout, agent, progress, cancellation));
    clean(steps);
    return limbo(steps);
  }

  /// The first value, the first reward and the first value of a final observation outside limbo
  /// that are not finite: they make every earlier advantage of their stretch NaN too. An agent
  /// without any values has no critic, which is not a fault; nor is a final value that is NaN, that
  /// is, unknown, or that does not count.
  private List<Breach> numberless(AgentSteps agent) {
    List<Breach> first = new ArrayList<>();
    AdvantageInputs advantageInputs = agent.steps();
    numberless(
            agent,
            agent.hasValues() ? advantageInputs.value : new float[agent.ticks()],
            "value",
            "value")
        .ifPresent(first::add);
    numberless(agent, advantageInputs.reward, "reward", "reward").ifPresent(first::add);
    float[] finals = new float[agent.ticks()];
    for (int t = 0; t < finals.length; t++) {
      float last = advantageInputs.timeoutValue[t];
      boolean counts = rule.timeLimits() == TimeLimitRule.FINAL_VALUE && !Float.isNaN(last);
      finals[t] = counts ? last : 0;
    }
    numberless(
            agent,
            finals,
            EpisodeEnds.FINAL_VALUE,
            wording("AdvantageTrace.value_of_the_final_observation"))
        .ifPresent(first::add);
    return first;
  }

  private static Optional<Breach> numberless(
      AgentSteps agent, float[] numbers, String name, String words) {
    for (int t = 0; t < agent.ticks(); t++) {
      if (!Float.isFinite(numbers[t]) && agent.steps().removed[t] == 0) {
        return Optional.of(
            new Breach(
                t,
                name,
                Double.NaN,
                wording("AdvantageLawCheck.the_is_so_is_every_advantage")
                    .formatted(words, numbers[t])));
      }
    }
    return Optional.empty();
  }

  /// Clamps rewards as training does; sets values and rewards that are not finite to 0, and takes
  /// final values that are not for unknown, so that they do not look like faults of the law.
  private void clean(AgentSteps agent) {
    AdvantageInputs advantageInputs = agent.steps();
    for (int t = 0; t < agent.ticks(); t++) {
      float clamped =
          (float) Math.clamp(advantageInputs.reward[t], -rule.rewardClip(), rule.rewardClip());
      advantageInputs.reward[t] = Float.isFinite(clamped) ? clamped : 0;
      advantageInputs.value[t] =
          Float.isFinite(advantageInputs.value[t]) ? advantageInputs.value[t] : 0;
      advantageInputs.timeoutValue[t] =
          Float.isFinite(advantageInputs.timeoutValue[t])
              ? advantageInputs.timeoutValue[t]
              : Float.NaN;
    }
  }

  /// Recorded advantages, where they are NaN or infinite because what they sum up is: as they ought
  /// to be without it. Those that are numbers stay.
  private float[] withoutNumberless(float[] recorded, AgentSteps steps) {
    DirectAdvantages direct = new DirectAdvantages(steps, rule);
    float[] computed = recorded.clone();
    for (int t = 0; t < computed.length; t++) {
      computed[t] = Float.isFinite(computed[t]) ? computed[t] : (float) direct.advantage(t);
    }
    return computed;
  }

  private float[] filled(AgentSteps steps) {
    float[] advantage = new float[steps.ticks()];
    law.fill(rule, steps, 0, steps.ticks(), advantage);
    return advantage;
  }

  /// @param under the right advantages under a rule
  private static Optional<Breach> against(
      AgentSteps steps,
      float[] computed,
      AdvantageRule rule,
      Function<AdvantageRule, DirectAdvantages> under,
      String who,
      Cancellation cancellation) {
    DirectAdvantages direct = under.apply(rule);
    for (int t = 0; t < steps.ticks(); t++) {
      if (t % 1024 == 0) {
        cancellation.throwIfCancelled();
      }
      double right = direct.advantage(t);
      double off = Math.abs(computed[t] - right);
      if (!(off <= NEAR * (1 + Math.abs(right)))) {
        Optional<FaultyMask> fault = culprit(steps, computed, rule, under);
        String deed =
            fault
                .map(FaultyMask::deed)
                .orElse(wording("AdvantageLawCheck.is_not_the_direct_sum_of"));
        int place = t;
        return Optional.of(
            new Breach(
                fault.map(each -> touched(each, steps, place)).orElse(t), off, who + " " + deed));
      }
    }
    return Optional.empty();
  }

  /// The faulty mask that explains the advantages, if one does.
  private static Optional<FaultyMask> culprit(
      AgentSteps steps,
      float[] computed,
      AdvantageRule rule,
      Function<AdvantageRule, DirectAdvantages> under) {
    for (FaultyMask faultyMask : FaultyMask.values()) {
      DirectAdvantages faulty = under.apply(faultyMask.in(rule));
      boolean explains = !faultyMask.isPartOf(rule);
      for (int t = 0; explains && t < steps.ticks(); t++) {
        boolean counted = steps.steps().removed[t] == 0;
        double there = faulty.advantage(t);
        explains = !counted || Math.abs(computed[t] - there) <= NEAR * (1 + Math.abs(there));
      }
      if (explains) {
        return Optional.of(faultyMask);
      }
    }
    return Optional.empty();
  }

  /// The first tick from a place on that a faulty mask treats differently: errors show before it.
  private static int touched(FaultyMask faultyMask, AgentSteps steps, int from) {
    int t = from;
    while (t < steps.ticks() && !faultyMask.touches(steps.steps(), t)) {
      t++;
    }
    return t < steps.ticks() ? t : from;
  }

  private List<Breach> boundaries(AgentSteps steps, Cancellation cancellation) {
    DirectAdvantages direct = new DirectAdvantages(steps, rule);
    List<Breach> first = new ArrayList<>();
    Twice twice = new Twice(new float[steps.ticks()], new float[steps.ticks()]);
    for (int t = 0; t < steps.ticks() && first.isEmpty(); t++) {
      EndRule stop = direct.stop(t);
      if (stop != EndRule.ACROSS && direct.next(t) != AdvantageTrace.NONE) {
        cancellation.throwIfCancelled();
        boolean nothing = stop == EndRule.CUT || direct.fromFinalValue(t);
        crossing(steps, t, direct.next(t), nothing, twice).ifPresent(first::add);
      }
    }
    return first;
  }

  /// Advantages before and after a change, `[T]`. All boundaries share them: a recording may have
  /// thousands, each with few ticks around it.
  private record Twice(float[] before, float[] after) {}

  /// Changes everything after a boundary and checks that nothing before it changes.
  ///
  /// @param nothing whether not even the next value may come through
  /// @param twice overwritten
  private Optional<Breach> crossing(
      AgentSteps agent, int boundary, int next, boolean nothing, Twice twice) {
    int from = Math.max(0, boundary - REACH);
    int to = Math.min(agent.ticks(), next + REACH);
    AdvantageInputs advantageInputs = agent.steps();
    law.fill(rule, agent, from, to - from, twice.before);
    float[] rewards = Arrays.copyOfRange(advantageInputs.reward, next, to);
    float[] values = Arrays.copyOfRange(advantageInputs.value, next, to);
    for (int t = next; t < to; t++) {
      advantageInputs.reward[t] += GARBAGE;
      advantageInputs.value[t] += nothing || t > next ? GARBAGE : 0;
    }
    law.fill(rule, agent, from, to - from, twice.after);
    System.arraycopy(rewards, 0, advantageInputs.reward, next, rewards.length);
    System.arraycopy(values, 0, advantageInputs.value, next, values.length);
    for (int t = boundary; t >= from; t--) {
      if (twice.before[t] != twice.after[t]) {
        String what =
            agent.steps().terminal[boundary] != 0
                ? "a terminal"
                : agent.steps().timedOut(boundary)
                    ? wording("AdvantageLawCheck.a_time_limit")
                    : wording("AdvantageLawCheck.the_end_of_a_trial");
        return Optional.of(
            new Breach(
                boundary,
                Math.abs(twice.after[t] - twice.before[t]),
                wording("AdvantageLawCheck.credit_comes_through_tick_is_credited")
                    .formatted(what, t)));
      }
    }
    return Optional.empty();
  }

  private Optional<Breach> limbo(AgentSteps agent) {
    AdvantageInputs advantageInputs = agent.steps();
    float[] before = filled(agent);
    for (int t = 0; t < agent.ticks(); t++) {
      advantageInputs.reward[t] += advantageInputs.removed[t] != 0 ? GARBAGE : 0;
      advantageInputs.value[t] -= advantageInputs.removed[t] != 0 ? GARBAGE : 0;
    }
    float[] after = filled(agent);
    for (int t = 0; t < agent.ticks(); t++) {
      advantageInputs.reward[t] -= advantageInputs.removed[t] != 0 ? GARBAGE : 0;
      advantageInputs.value[t] += advantageInputs.removed[t] != 0 ? GARBAGE : 0;
    }
    for (int t = 0; t < agent.ticks(); t++) {
      if (before[t] != after[t] || (advantageInputs.removed[t] != 0 && after[t] != 0)) {
        return Optional.of(
            new Breach(
                touched(FaultyMask.LIMBO_COUNTED, agent, t),
                Math.abs(after[t] - before[t]),
                wording("AdvantageLawCheck.what_happens_in_limbo_changes_an")));
      }
    }
    return Optional.empty();
  }

  /// Advantages that the recording stores.
  private static Optional<float[]> stored(Rollout rollout, int agent, AgentSteps steps) {
    return AgentColumn.of(rollout, "advantage")
        .map(recorded -> {
          float[] all = new float[steps.ticks()];
          for (int t = 0; t < all.length; t++) {
            all[t] = (float) recorded.value(t, agent);
          }
          return all;
        });
  }
}
