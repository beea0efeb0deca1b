package dev.hindsight.inspector.credit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.credit.CreditRule.Fault;
import dev.hindsight.trainer.credit.Advantage;
import dev.hindsight.trainer.credit.Discounting.Ends;
import dev.hindsight.trainer.credit.Discounting.Limbo;
import dev.hindsight.trainer.credit.Steps;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CreditTraceTest {
  private static final int LAYOUTS = 200;

  /// Some ticks with random ends and limbo, as recordings have them: an end may come in limbo,
  /// limbo may reach to the end.
  private static AgentSteps random(Random random) {
    int ticks = 1 + random.nextInt(60);
    Steps steps = new Steps(ticks);
    int[] trial = new int[ticks];
    boolean limbo = false;
    for (int t = 0; t < ticks; t++) {
      trial[t] = t == 0 ? 0 : trial[t - 1] + steps.truncation[t - 1];
      limbo = (limbo || random.nextInt(6) == 0) && random.nextInt(4) != 0;
      steps.removed[t] = (byte) (limbo ? 1 : 0);
      steps.value[t] = (float) random.nextGaussian();
      steps.reward[t] = (float) (2 * random.nextGaussian());
      steps.truncation[t] = (byte) (random.nextInt(7) == 0 ? 1 : 0);
      steps.terminal[t] = (byte) (steps.truncation[t] != 0 && random.nextInt(3) == 0 ? 1 : 0);
    }
    return new AgentSteps(0, ticks, steps, trial);
  }

  private static CreditRule rule(Ends ends, Limbo limbo) {
    return new CreditRule(0.9, 0.8, ends, limbo, Ends.CUT, false, 1.5);
  }

  @ParameterizedTest
  @EnumSource
  void theAccountEqualsWhatTrainingComputes(Ends ends) {
    Random random = new Random(1);
    for (int i = 0; i < LAYOUTS; i++) {
      AgentSteps agent = random(random);
      CreditRule rule = rule(ends, random.nextBoolean() ? Limbo.SKIP : Limbo.CUT);
      CreditTrace trace = CreditTrace.of(agent, rule);
      for (int t = 0; t < agent.ticks(); t++) {
        assertEquals(trainings(agent, rule)[t], trace.advantage(t), 1e-5, i + ", tick " + t);
      }
    }
  }

  private static float[] trainings(AgentSteps agent, CreditRule rule) {
    Steps steps = agent.steps();
    Steps clamped = new Steps(agent.ticks());
    for (int t = 0; t < agent.ticks(); t++) {
      clamped.value[t] = steps.value[t];
      clamped.reward[t] =
          (float) Math.clamp(steps.reward[t], -rule.rewardClip(), rule.rewardClip());
      clamped.removed[t] = steps.removed[t];
      clamped.terminal[t] = steps.terminal[t];
      clamped.truncation[t] = steps.truncation[t];
    }
    float[] advantage = new float[agent.ticks()];
    new Advantage(rule.discounting())
        .fill(clamped, 0, agent.ticks(), Float.NaN, rule.gamma(), advantage);
    return advantage;
  }

  /// The O(T^2) sum, from the definition: every later live tick's error, weighted by what lies
  /// between, looked at anew for each pair.
  @ParameterizedTest
  @EnumSource
  void theAdvantageIsTheSumOfAllLaterErrors(Ends ends) {
    Random random = new Random(2);
    for (int i = 0; i < LAYOUTS; i++) {
      AgentSteps agent = random(random);
      CreditRule rule = rule(ends, Limbo.SKIP);
      CreditTrace trace = CreditTrace.of(agent, rule);
      for (int t = 0; t < agent.ticks(); t++) {
        double sum = 0;
        double weight = 1;
        for (int u = t; u < agent.ticks() && agent.steps().removed[t] == 0; u++) {
          if (agent.steps().removed[u] == 0) {
            sum += weight * error(agent, rule, u);
            weight *= rule.gamma() * rule.lambda();
          }
          boolean stops = agent.steps().truncation[u] != 0 && ends != Ends.ACROSS;
          weight = stops || agent.steps().terminal[u] != 0 ? 0 : weight;
        }
        assertEquals(sum, trace.advantage(t), 1e-5, "layout " + i + ", tick " + t);
      }
    }
  }

  private static double error(AgentSteps agent, CreditRule rule, int t) {
    Steps steps = agent.steps();
    double reward = Math.clamp(steps.reward[t], -rule.rewardClip(), rule.rewardClip());
    boolean cut = false;
    for (int u = t; u < agent.ticks(); u++) {
      if (u > t && steps.removed[u] == 0) {
        return reward + (cut ? 0 : rule.gamma() * steps.value[u]) - steps.value[t];
      }
      cut |= steps.terminal[u] != 0;
      cut |= steps.truncation[u] != 0 && rule.trialEnds() == Ends.CUT;
    }
    return cut ? reward - steps.value[t] : 0;
  }

  @Test
  void theTermsSumToTheAdvantage() {
    Random random = new Random(3);
    for (int i = 0; i < LAYOUTS; i++) {
      AgentSteps agent = random(random);
      CreditTrace trace = CreditTrace.of(agent, rule(Ends.ACROSS, Limbo.SKIP));
      for (int t = 0; t < agent.ticks(); t++) {
        double sum = 0;
        for (float term : trace.terms(t)) {
          sum += term;
        }
        assertEquals(trace.advantage(t), sum, 1e-5);
      }
    }
  }

  /// Two trials of three ticks; the second pays at its end.
  private static AgentSteps twoTrials() {
    Steps steps = new Steps(6);
    java.util.Arrays.fill(steps.removed, (byte) 0);
    steps.truncation[2] = 1;
    steps.truncation[5] = 1;
    steps.terminal[5] = 1;
    steps.reward[5] = 1;
    return new AgentSteps(0, 6, steps, new int[] {0, 0, 0, 1, 1, 1});
  }

  @Test
  void aTruncationThatStopsNothingIsToldByTheFirstTrialsAdvantage() {
    CreditTrace right = CreditTrace.of(twoTrials(), rule(Ends.CUT, Limbo.SKIP));
    CreditTrace wrong =
        CreditTrace.of(twoTrials(), Fault.TRUNCATIONS_IGNORED.in(rule(Ends.CUT, Limbo.SKIP)));
    assertEquals(0, right.advantage(0));
    assertEquals(Math.pow(0.9 * 0.8, 5), wrong.advantage(0), 1e-6);
    assertEquals(right.advantage(4), wrong.advantage(4), "within a trial nothing differs");
  }

  @Test
  void limboThatIsCountedIsToldByWhatItIsGiven() {
    AgentSteps agent = twoTrials();
    agent.steps().removed[1] = 1;
    agent.steps().value[1] = 9;
    CreditRule rule = rule(Ends.ACROSS, Limbo.SKIP);
    CreditTrace right = CreditTrace.of(agent, rule);
    CreditTrace wrong = CreditTrace.of(agent, Fault.LIMBO_COUNTED.in(rule));
    assertEquals(0, right.advantage(1));
    assertNotEquals(0, wrong.advantage(1));
    assertTrue(wrong.advantage(0) > right.advantage(0) + 1, "it is bootstrapped from limbo");
  }

  @Test
  void theReasonOfAStopIsNamed() {
    AgentSteps agent = twoTrials();
    agent.steps().removed[2] = 1;
    CreditTrace trace = CreditTrace.of(agent, rule(Ends.BOOT, Limbo.SKIP));
    assertEquals("truncation and limbo", trace.stop(1).words());
    assertEquals("terminal and truncation", trace.stop(5).words());
    assertEquals(3, trace.next(1));
  }

  @Test
  void returnsAreWhatCameUntilTheEnd() {
    CreditTrace trace = CreditTrace.of(twoTrials(), rule(Ends.CUT, Limbo.SKIP));
    assertArrayEquals(new float[] {0, 0, 0, 0.81f, 0.9f, 1}, trace.returns(), 1e-6f);
    CreditTrace across = CreditTrace.of(twoTrials(), rule(Ends.ACROSS, Limbo.SKIP));
    assertEquals(Math.pow(0.9, 5), across.returns()[0], 1e-6);
  }

  @Test
  void aReturnThatIsNotOverIsNotKnown() {
    AgentSteps agent = twoTrials();
    agent.steps().terminal[5] = 0;
    CreditTrace trace = CreditTrace.of(agent, rule(Ends.ACROSS, Limbo.SKIP));
    assertTrue(Float.isNaN(trace.returns()[4]));
  }

  @Test
  void aCriticThatKnowsItAllIsExplainedWhole() {
    AgentSteps agent = twoTrials();
    CreditRule rule = rule(Ends.ACROSS, Limbo.SKIP);
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
