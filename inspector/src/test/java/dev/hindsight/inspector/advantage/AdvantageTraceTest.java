package dev.hindsight.inspector.advantage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.advantage.AdvantageRule.FaultyMask;
import dev.hindsight.inspector.advantage.AdvantageRule.TimeLimitRule;
import dev.hindsight.trainer.advantage.AdvantageInputs;
import dev.hindsight.trainer.advantage.Discounting.EndRule;
import dev.hindsight.trainer.advantage.Discounting.LimboEndRule;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AdvantageTraceTest {
  private static final int LAYOUTS = 200;

  /// Some ticks with random ends and limbo, as in recordings: an episode may end in limbo, and
  /// limbo may last to the end.
  private static AgentSteps random(Random random) {
    int ticks = 1 + random.nextInt(60);
    AdvantageInputs advantageInputs = new AdvantageInputs(ticks);
    int[] trial = new int[ticks];
    boolean limbo = false;
    for (int t = 0; t < ticks; t++) {
      trial[t] = t == 0 ? 0 : trial[t - 1] + advantageInputs.truncation[t - 1];
      limbo = (limbo || random.nextInt(6) == 0) && random.nextInt(4) != 0;
      advantageInputs.removed[t] = (byte) (limbo ? 1 : 0);
      advantageInputs.value[t] = (float) random.nextGaussian();
      advantageInputs.reward[t] = (float) (2 * random.nextGaussian());
      advantageInputs.truncation[t] = (byte) (random.nextInt(7) == 0 ? 1 : 0);
      advantageInputs.terminal[t] =
          (byte) (advantageInputs.truncation[t] != 0 && random.nextInt(3) == 0 ? 1 : 0);
      advantageInputs.ended[t] = advantageInputs.terminal[t];
    }
    return new AgentSteps(0, ticks, advantageInputs, trial, unknown(ticks));
  }

  /// The same, and some truncations are time limits, most with a known final value.
  private static AgentSteps randomLimits(Random random) {
    AgentSteps agent = random(random);
    AdvantageInputs steps = agent.steps();
    for (int t = 0; t < agent.ticks(); t++) {
      if (steps.truncation[t] != 0 && steps.terminal[t] == 0 && random.nextBoolean()) {
        steps.ended[t] = 1;
        steps.timeoutValue[t] = random.nextInt(4) == 0 ? Float.NaN : (float) random.nextGaussian();
      }
    }
    return agent;
  }

  private static AdvantageRule rule(EndRule endRule, LimboEndRule limboEndRule) {
    return new AdvantageRule(
        0.9, 0.8, endRule, limboEndRule, EndRule.CUT, TimeLimitRule.FINAL_VALUE, false, 1.5, false);
  }

  /// What must hold of an agent under a rule.
  private interface Claim {
    void holds(AgentSteps agent, AdvantageRule rule, String layout);
  }

  /// Tries a claim on many layouts, with limbo skipped or not.
  private static void everywhere(
      long seed, Function<Random, AgentSteps> layouts, EndRule endRule, Claim claim) {
    Random random = new Random(seed);
    for (int i = 0; i < LAYOUTS; i++) {
      AgentSteps agent = layouts.apply(random);
      AdvantageRule rule =
          rule(endRule, random.nextBoolean() ? LimboEndRule.SKIP : LimboEndRule.CUT);
      claim.holds(agent, rule, "layout " + i);
    }
  }

  /// The account, after a comparison with training at every tick.
  private static AdvantageTrace asTrained(AgentSteps agent, AdvantageRule rule, String layout) {
    AdvantageTrace trace = AdvantageTrace.of(agent, rule);
    float[] trained = trainings(agent, rule);
    for (int t = 0; t < agent.ticks(); t++) {
      assertEquals(trained[t], trace.advantage(t), 1e-5, layout + ", tick " + t);
    }
    return trace;
  }

  @ParameterizedTest
  @EnumSource
  void theAccountEqualsWhatTrainingComputes(EndRule endRule) {
    everywhere(1, AdvantageTraceTest::random, endRule, AdvantageTraceTest::asTrained);
  }

  @ParameterizedTest
  @EnumSource
  void withTimeLimitsTheAccountTheDirectSumAndTrainingAgree(EndRule endRule) {
    everywhere(
        3,
        AdvantageTraceTest::randomLimits,
        endRule,
        (agent, rule, layout) -> {
          AdvantageTrace trace = asTrained(agent, rule, layout);
          DirectAdvantages direct = new DirectAdvantages(agent, rule);
          for (int t = 0; t < agent.ticks(); t++) {
            assertEquals(direct.advantage(t), trace.advantage(t), 1e-4, layout + ", tick " + t);
          }
        });
  }

  /// The same, with discounts that change from episode to episode.
  private static AgentSteps randomDiscounts(Random random) {
    AgentSteps common = randomLimits(random);
    float[] own = new float[common.ticks()];
    for (int t = 0; t < own.length; t++) {
      own[t] =
          t > 0 && common.steps().ended[t - 1] == 0 ? own[t - 1] : 0.2f + 0.7f * random.nextFloat();
    }
    return new AgentSteps(0, own.length, common.steps(), common.trial(), common.progress(), own);
  }

  @ParameterizedTest
  @EnumSource
  void withDiscountsOfItsOwnAnAgentIsDiscountedByThemAsInTraining(EndRule endRule) {
    everywhere(
        4,
        AdvantageTraceTest::randomDiscounts,
        endRule,
        (agent, rule, layout) -> {
          AdvantageTrace trace = asTrained(agent, rule, layout);
          float[] returns = trace.returns();
          for (int t = 0; t < agent.ticks(); t++) {
            boolean across = trace.stop(t).ends() == EndRule.ACROSS && trace.next(t) >= 0;
            if (across && !trace.inLimbo(t)) {
              double expected =
                  trace.reward(t) + (double) agent.discounts()[t] * returns[trace.next(t)];
              assertEquals(expected, returns[t], 1e-5, layout + ", tick " + t);
            }
          }
          assertArrayEquals(
              AdvantageTrace.of(agent.withoutDiscounts(), rule).returns(),
              AdvantageTrace.of(agent, rule.withGamma(0.9)).returns(),
              "gamma chosen by hand");
        });
  }

  private static float[] trainings(AgentSteps agent, AdvantageRule rule) {
    AdvantageInputs advantageInputs = agent.steps();
    AdvantageInputs clamped = new AdvantageInputs(agent.ticks());
    for (int t = 0; t < agent.ticks(); t++) {
      clamped.value[t] = advantageInputs.value[t];
      clamped.reward[t] =
          (float) Math.clamp(advantageInputs.reward[t], -rule.rewardClip(), rule.rewardClip());
      clamped.removed[t] = advantageInputs.removed[t];
      clamped.terminal[t] = advantageInputs.terminal[t];
      clamped.truncation[t] = advantageInputs.truncation[t];
      clamped.ended[t] = advantageInputs.ended[t];
      clamped.timeoutValue[t] = advantageInputs.timeoutValue[t];
    }
    float[] advantage = new float[agent.ticks()];
    rule.fill(
        new AgentSteps(
            agent.agent(),
            agent.ticks(),
            clamped,
            agent.trial(),
            agent.progress(),
            agent.discounts()),
        0,
        agent.ticks(),
        advantage);
    return advantage;
  }

  /// The O(T^2) sum by definition: every later live tick's error, weighted by what lies between,
  /// found separately for each pair.
  @ParameterizedTest
  @EnumSource
  void theAdvantageIsTheSumOfAllLaterErrors(EndRule endRule) {
    Random random = new Random(2);
    for (int i = 0; i < LAYOUTS; i++) {
      AgentSteps agent = random(random);
      AdvantageRule rule = rule(endRule, LimboEndRule.SKIP);
      AdvantageTrace trace = AdvantageTrace.of(agent, rule);
      for (int t = 0; t < agent.ticks(); t++) {
        double sum = 0;
        double weight = 1;
        for (int u = t; u < agent.ticks() && agent.steps().removed[t] == 0; u++) {
          if (agent.steps().removed[u] == 0) {
            sum += weight * error(agent, rule, u);
            weight *= rule.gamma() * rule.lambda();
          }
          boolean stops = agent.steps().truncation[u] != 0 && endRule != EndRule.ACROSS;
          weight = stops || agent.steps().terminal[u] != 0 ? 0 : weight;
        }
        assertEquals(sum, trace.advantage(t), 1e-5, "layout " + i + ", tick " + t);
      }
    }
  }

  private static double error(AgentSteps agent, AdvantageRule rule, int t) {
    AdvantageInputs advantageInputs = agent.steps();
    double reward = Math.clamp(advantageInputs.reward[t], -rule.rewardClip(), rule.rewardClip());
    boolean cut = false;
    for (int u = t; u < agent.ticks(); u++) {
      if (u > t && advantageInputs.removed[u] == 0) {
        return reward
            + (cut ? 0 : rule.gamma() * advantageInputs.value[u])
            - advantageInputs.value[t];
      }
      cut |= advantageInputs.terminal[u] != 0;
      cut |= advantageInputs.truncation[u] != 0 && rule.trialEnds() == EndRule.CUT;
    }
    return cut ? reward - advantageInputs.value[t] : 0;
  }

  @Test
  void theTermsSumToTheAdvantage() {
    Random random = new Random(3);
    for (int i = 0; i < LAYOUTS; i++) {
      AgentSteps agent = random(random);
      AdvantageTrace trace = AdvantageTrace.of(agent, rule(EndRule.ACROSS, LimboEndRule.SKIP));
      for (int t = 0; t < agent.ticks(); t++) {
        double sum = 0;
        for (float term : trace.terms(t)) {
          sum += term;
        }
        assertEquals(trace.advantage(t), sum, 1e-5);
      }
    }
  }

  /// Two trials of three ticks; the second has a reward at its end.
  private static AgentSteps twoTrials() {
    AdvantageInputs advantageInputs = new AdvantageInputs(6);
    java.util.Arrays.fill(advantageInputs.removed, (byte) 0);
    advantageInputs.truncation[2] = 1;
    advantageInputs.truncation[5] = 1;
    advantageInputs.terminal[5] = 1;
    advantageInputs.reward[5] = 1;
    return new AgentSteps(0, 6, advantageInputs, new int[] {0, 0, 0, 1, 1, 1}, unknown(6));
  }

  @Test
  void aTruncationThatStopsNothingIsToldByTheFirstTrialsAdvantage() {
    AdvantageTrace right = AdvantageTrace.of(twoTrials(), rule(EndRule.CUT, LimboEndRule.SKIP));
    AdvantageTrace wrong =
        AdvantageTrace.of(
            twoTrials(), FaultyMask.TRUNCATIONS_IGNORED.in(rule(EndRule.CUT, LimboEndRule.SKIP)));
    assertEquals(0, right.advantage(0));
    assertEquals(Math.pow(0.9 * 0.8, 5), wrong.advantage(0), 1e-6);
    assertEquals(right.advantage(4), wrong.advantage(4), "within a trial nothing differs");
  }

  @Test
  void limboThatIsCountedIsToldByWhatItIsGiven() {
    AgentSteps agent = twoTrials();
    agent.steps().removed[1] = 1;
    agent.steps().value[1] = 9;
    AdvantageRule rule = rule(EndRule.ACROSS, LimboEndRule.SKIP);
    AdvantageTrace right = AdvantageTrace.of(agent, rule);
    AdvantageTrace wrong = AdvantageTrace.of(agent, FaultyMask.LIMBO_COUNTED.in(rule));
    assertEquals(0, right.advantage(1));
    assertNotEquals(0, wrong.advantage(1));
    assertTrue(wrong.advantage(0) > right.advantage(0) + 1, "it is bootstrapped from limbo");
  }

  @Test
  void theReasonOfAStopIsNamed() {
    AgentSteps agent = twoTrials();
    agent.steps().removed[2] = 1;
    AdvantageTrace trace = AdvantageTrace.of(agent, rule(EndRule.BOOT, LimboEndRule.SKIP));
    assertEquals("truncation and limbo", trace.stop(1).words());
    assertEquals("terminal and truncation", trace.stop(5).words());
    assertEquals(3, trace.next(1));
  }

  @Test
  void returnsAreWhatCameUntilTheEnd() {
    AdvantageTrace trace = AdvantageTrace.of(twoTrials(), rule(EndRule.CUT, LimboEndRule.SKIP));
    assertArrayEquals(new float[] {0, 0, 0, 0.81f, 0.9f, 1}, trace.returns(), 1e-6f);
    AdvantageTrace across = AdvantageTrace.of(twoTrials(), rule(EndRule.ACROSS, LimboEndRule.SKIP));
    assertEquals(Math.pow(0.9, 5), across.returns()[0], 1e-6);
  }

  @Test
  void aReturnThatIsNotOverIsNotKnown() {
    AgentSteps agent = twoTrials();
    agent.steps().terminal[5] = 0;
    AdvantageTrace trace = AdvantageTrace.of(agent, rule(EndRule.ACROSS, LimboEndRule.SKIP));
    assertTrue(Float.isNaN(trace.returns()[4]));
  }

  @Test
  void aCriticThatKnowsItAllIsExplainedWhole() {
    AgentSteps agent = twoTrials();
    AdvantageRule rule = rule(EndRule.ACROSS, LimboEndRule.SKIP);
    float[] returns = AdvantageTrace.of(agent, rule).returns();
    System.arraycopy(returns, 0, agent.steps().value, 0, 6);
    AdvantageTrace trace = AdvantageTrace.of(agent, rule);
    var calibration = Calibration.of(agent, trace, trace.returns(), 2);
    assertEquals(
        java.util.List.of("all ticks", "trial 1", "trial 2"),
        calibration.stream().map(Calibration::name).toList());
    assertEquals(1, calibration.getFirst().explained(), 1e-9);
    assertEquals(0, calibration.getLast().error(), 1e-9);
    assertEquals(3, calibration.get(1).count());
  }

  /// No tick says how far into its episode it is.
  private static float[] unknown(int ticks) {
    float[] progress = new float[ticks];
    java.util.Arrays.fill(progress, Float.NaN);
    return progress;
  }
}
