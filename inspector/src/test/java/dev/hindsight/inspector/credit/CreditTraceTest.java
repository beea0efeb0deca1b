package dev.hindsight.inspector.credit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.credit.CreditRule.FaultyMask;
import dev.hindsight.trainer.credit.Advantage;
import dev.hindsight.trainer.credit.CreditSteps;
import dev.hindsight.trainer.credit.Discounting.EndRule;
import dev.hindsight.trainer.credit.Discounting.LimboEndRule;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CreditTraceTest {
  private static final int LAYOUTS = 200;

  /// Some ticks with random ends and limbo, as in recordings: an episode may end in limbo, and
  /// limbo may last to the end.
  private static AgentSteps random(Random random) {
    int ticks = 1 + random.nextInt(60);
    CreditSteps creditSteps = new CreditSteps(ticks);
    int[] trial = new int[ticks];
    boolean limbo = false;
    for (int t = 0; t < ticks; t++) {
      trial[t] = t == 0 ? 0 : trial[t - 1] + creditSteps.truncation[t - 1];
      limbo = (limbo || random.nextInt(6) == 0) && random.nextInt(4) != 0;
      creditSteps.removed[t] = (byte) (limbo ? 1 : 0);
      creditSteps.value[t] = (float) random.nextGaussian();
      creditSteps.reward[t] = (float) (2 * random.nextGaussian());
      creditSteps.truncation[t] = (byte) (random.nextInt(7) == 0 ? 1 : 0);
      creditSteps.terminal[t] =
          (byte) (creditSteps.truncation[t] != 0 && random.nextInt(3) == 0 ? 1 : 0);
    }
    return new AgentSteps(0, ticks, creditSteps, trial);
  }

  private static CreditRule rule(EndRule endRule, LimboEndRule limboEndRule) {
    return new CreditRule(0.9, 0.8, endRule, limboEndRule, EndRule.CUT, false, 1.5);
  }

  @ParameterizedTest
  @EnumSource
  void theAccountEqualsWhatTrainingComputes(EndRule endRule) {
    Random random = new Random(1);
    for (int i = 0; i < LAYOUTS; i++) {
      AgentSteps agent = random(random);
      CreditRule rule = rule(endRule, random.nextBoolean() ? LimboEndRule.SKIP : LimboEndRule.CUT);
      CreditTrace trace = CreditTrace.of(agent, rule);
      for (int t = 0; t < agent.ticks(); t++) {
        assertEquals(trainings(agent, rule)[t], trace.advantage(t), 1e-5, i + ", tick " + t);
      }
    }
  }

  private static float[] trainings(AgentSteps agent, CreditRule rule) {
    CreditSteps creditSteps = agent.steps();
    CreditSteps clamped = new CreditSteps(agent.ticks());
    for (int t = 0; t < agent.ticks(); t++) {
      clamped.value[t] = creditSteps.value[t];
      clamped.reward[t] =
          (float) Math.clamp(creditSteps.reward[t], -rule.rewardClip(), rule.rewardClip());
      clamped.removed[t] = creditSteps.removed[t];
      clamped.terminal[t] = creditSteps.terminal[t];
      clamped.truncation[t] = creditSteps.truncation[t];
    }
    float[] advantage = new float[agent.ticks()];
    new Advantage(rule.discounting())
        .fill(clamped, 0, agent.ticks(), Float.NaN, rule.gamma(), advantage);
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
      CreditRule rule = rule(endRule, LimboEndRule.SKIP);
      CreditTrace trace = CreditTrace.of(agent, rule);
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

  private static double error(AgentSteps agent, CreditRule rule, int t) {
    CreditSteps creditSteps = agent.steps();
    double reward = Math.clamp(creditSteps.reward[t], -rule.rewardClip(), rule.rewardClip());
    boolean cut = false;
    for (int u = t; u < agent.ticks(); u++) {
      if (u > t && creditSteps.removed[u] == 0) {
        return reward + (cut ? 0 : rule.gamma() * creditSteps.value[u]) - creditSteps.value[t];
      }
      cut |= creditSteps.terminal[u] != 0;
      cut |= creditSteps.truncation[u] != 0 && rule.trialEnds() == EndRule.CUT;
    }
    return cut ? reward - creditSteps.value[t] : 0;
  }

  @Test
  void theTermsSumToTheAdvantage() {
    Random random = new Random(3);
    for (int i = 0; i < LAYOUTS; i++) {
      AgentSteps agent = random(random);
      CreditTrace trace = CreditTrace.of(agent, rule(EndRule.ACROSS, LimboEndRule.SKIP));
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
    CreditSteps creditSteps = new CreditSteps(6);
    java.util.Arrays.fill(creditSteps.removed, (byte) 0);
    creditSteps.truncation[2] = 1;
    creditSteps.truncation[5] = 1;
    creditSteps.terminal[5] = 1;
    creditSteps.reward[5] = 1;
    return new AgentSteps(0, 6, creditSteps, new int[] {0, 0, 0, 1, 1, 1});
  }

  @Test
  void aTruncationThatStopsNothingIsToldByTheFirstTrialsAdvantage() {
    CreditTrace right = CreditTrace.of(twoTrials(), rule(EndRule.CUT, LimboEndRule.SKIP));
    CreditTrace wrong =
        CreditTrace.of(
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
    CreditRule rule = rule(EndRule.ACROSS, LimboEndRule.SKIP);
    CreditTrace right = CreditTrace.of(agent, rule);
    CreditTrace wrong = CreditTrace.of(agent, FaultyMask.LIMBO_COUNTED.in(rule));
    assertEquals(0, right.advantage(1));
    assertNotEquals(0, wrong.advantage(1));
    assertTrue(wrong.advantage(0) > right.advantage(0) + 1, "it is bootstrapped from limbo");
  }

  @Test
  void theReasonOfAStopIsNamed() {
    AgentSteps agent = twoTrials();
    agent.steps().removed[2] = 1;
    CreditTrace trace = CreditTrace.of(agent, rule(EndRule.BOOT, LimboEndRule.SKIP));
    assertEquals("truncation and limbo", trace.stop(1).words());
    assertEquals("terminal and truncation", trace.stop(5).words());
    assertEquals(3, trace.next(1));
  }

  @Test
  void returnsAreWhatCameUntilTheEnd() {
    CreditTrace trace = CreditTrace.of(twoTrials(), rule(EndRule.CUT, LimboEndRule.SKIP));
    assertArrayEquals(new float[] {0, 0, 0, 0.81f, 0.9f, 1}, trace.returns(), 1e-6f);
    CreditTrace across = CreditTrace.of(twoTrials(), rule(EndRule.ACROSS, LimboEndRule.SKIP));
    assertEquals(Math.pow(0.9, 5), across.returns()[0], 1e-6);
  }

  @Test
  void aReturnThatIsNotOverIsNotKnown() {
    AgentSteps agent = twoTrials();
    agent.steps().terminal[5] = 0;
    CreditTrace trace = CreditTrace.of(agent, rule(EndRule.ACROSS, LimboEndRule.SKIP));
    assertTrue(Float.isNaN(trace.returns()[4]));
  }

  @Test
  void aCriticThatKnowsItAllIsExplainedWhole() {
    AgentSteps agent = twoTrials();
    CreditRule rule = rule(EndRule.ACROSS, LimboEndRule.SKIP);
    float[] returns = CreditTrace.of(agent, rule).returns();
    System.arraycopy(returns, 0, agent.steps().value, 0, 6);
    CreditTrace trace = CreditTrace.of(agent, rule);
    var calibration = Calibration.of(agent, trace, trace.returns(), 2);
    assertEquals(
        java.util.List.of("all ticks", "trial 1", "trial 2"),
        calibration.stream().map(Calibration::name).toList());
    assertEquals(1, calibration.getFirst().explained(), 1e-9);
    assertEquals(0, calibration.getLast().error(), 1e-9);
    assertEquals(3, calibration.get(1).count());
  }
}
