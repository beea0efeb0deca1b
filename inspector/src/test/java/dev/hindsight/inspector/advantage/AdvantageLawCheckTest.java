package dev.hindsight.inspector.advantage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.advantage.AdvantageLawCheck.Breach;
import dev.hindsight.inspector.advantage.AdvantageLawCheck.Law;
import dev.hindsight.inspector.advantage.AdvantageRule.FaultyMask;
import dev.hindsight.trainer.advantage.AdvantageInputs;
import dev.hindsight.trainer.advantage.Discounting.EndRule;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Each wrong computation of advantages is found at the boundary it gets wrong.
class AdvantageLawCheckTest {
  private static final int TICKS = 60;
  private static final int TRIAL_END = 19;
  private static final int TERMINAL = 39;
  private static final int LIMBO = 27;
  private static final int TIME_LIMIT = 49;

  private static MemoryRollout lived() {
    return new MemoryRollout("toy", 1, TICKS, 2)
        .with("reward", Dtype.F4, (t, _) -> Math.sin(t * t), 1)
        .with("value", Dtype.F4, (t, _) -> Math.cos(3 * t), 1)
        .with("truncation", Dtype.BOOL, (t, _) -> t % 20 == TRIAL_END ? 1 : 0, 1)
        .with("terminal", Dtype.BOOL, (t, _) -> t == TERMINAL ? 1 : 0, 1)
        .with("removed", Dtype.BOOL, (t, _) -> t >= LIMBO && t < LIMBO + 5 ? 1 : 0, 1);
  }

  /// The same with an episode that a time limit ends.
  private static MemoryRollout limited() {
    return lived()
        .with("truncation", Dtype.BOOL, (t, _) -> t % 20 == TRIAL_END || t == TIME_LIMIT ? 1 : 0, 1)
        .with("end", Dtype.U1, (t, _) -> t == TERMINAL ? 1 : t == TIME_LIMIT ? 3 : 0, 1)
        .with("final_value", Dtype.F4, (t, _) -> t == TIME_LIMIT ? 0.8 : Double.NaN, 1);
  }

  private static List<Breach> breaches(AdvantageRule rule, Law law, Rollout rollout) {
    return new AdvantageLawCheck(rule, law).check(rollout, 0, Progress.SILENT, new Cancellation());
  }

  /// Training's computation under a rule other than the requested one.
  private static Law told(FaultyMask faultyMask) {
    return (rule, agent, from, ticks, advantage) -> {
      AdvantageInputs advantageInputs = agent.steps();
      byte[] removed = advantageInputs.removed.clone();
      float[] last = advantageInputs.timeoutValue.clone();
      byte[] ended = advantageInputs.ended.clone();
      byte[] terminal = advantageInputs.terminal.clone();
      byte[] truncation = advantageInputs.truncation.clone();
      for (int t = 0; t + 1 < last.length; t++) {
        if (advantageInputs.timedOut(t)) {
          switch (faultyMask) {
            case TIME_LIMITS_FROM_RESET ->
                advantageInputs.timeoutValue[t] = advantageInputs.value[t + 1];
            case TIME_LIMITS_CUT -> advantageInputs.terminal[t] = 1;
            case TIME_LIMITS_IGNORED -> {
              advantageInputs.ended[t] = 0;
              advantageInputs.truncation[t] = 0;
            }
            case TRUNCATIONS_IGNORED,
                TRUNCATIONS_CUT,
                LIMBO_COUNTED,
                TERMINALS_IGNORED,
                TERMINALS_BOOTSTRAPPED -> {}
          }
        }
      }
      if (faultyMask == FaultyMask.LIMBO_COUNTED) {
        java.util.Arrays.fill(advantageInputs.removed, (byte) 0);
      }
      faultyMask.in(rule).fill(agent, from, ticks, advantage);
      System.arraycopy(removed, 0, advantageInputs.removed, 0, removed.length);
      System.arraycopy(last, 0, advantageInputs.timeoutValue, 0, last.length);
      System.arraycopy(ended, 0, advantageInputs.ended, 0, ended.length);
      System.arraycopy(terminal, 0, advantageInputs.terminal, 0, terminal.length);
      System.arraycopy(truncation, 0, advantageInputs.truncation, 0, truncation.length);
    };
  }

  private static void isFound(FaultyMask faultyMask, AdvantageRule rule, int tick, String words) {
    List<Breach> found = breaches(rule, told(faultyMask), limited());
    assertTrue(
        found.stream().anyMatch(b -> b.tick() == tick && b.cause().contains(words)),
        found.toString());
  }

  @Test
  void trainingsLawHoldsUnderEveryRule() {
    for (EndRule endRule : EndRule.values()) {
      AdvantageRule rule = AdvantageRule.USUAL.withTrialEnds(endRule);
      AdvantageLawCheck real = AdvantageLawCheck.of(Optional.empty());
      assertTrue(real.words().contains("gamma 0.97"), real.words());
      List<Breach> found = breaches(rule, AdvantageRule::fill, lived());
      assertEquals(List.of(), found, endRule.toString());
    }
    for (Rollout rollout : List.of(lived(), limited())) {
      assertEquals(
          List.of(),
          AdvantageLawCheck.of(Optional.empty())
              .check(rollout, 0, Progress.SILENT, new Cancellation()));
    }
  }

  @Test
  void aPolicyThatLearnedTimeLimitsAsEndsOnPurposeIsCheckedUnderThatRule() {
    AdvantageRule rule = FaultyMask.TIME_LIMITS_CUT.in(AdvantageRule.USUAL);
    List<Breach> found = breaches(rule, AdvantageRule::fill, limited());
    assertEquals(List.of(), found);
    assertTrue(
        new AdvantageLawCheck(rule, (_, _, _, _, _) -> {}).words().contains("time limits as ends"));
  }

  @Test
  void aBootstrapFromTheObservationAfterTheResetIsFoundAtTheTimeLimit() {
    isFound(
        FaultyMask.TIME_LIMITS_FROM_RESET,
        AdvantageRule.USUAL,
        TIME_LIMIT,
        "credit passes through a time limit");
  }

  @Test
  void aTraceThatRunsThroughTheResetIsFoundAtTheTimeLimit() {
    isFound(
        FaultyMask.TIME_LIMITS_IGNORED,
        AdvantageRule.USUAL,
        TIME_LIMIT,
        "credit passes through a time limit");
  }

  @Test
  void aTimeLimitLearnedAsATrueEndIsFoundAtIt() {
    isFound(
        FaultyMask.TIME_LIMITS_CUT,
        AdvantageRule.USUAL,
        TIME_LIMIT,
        "the law learns time limits as terminals");
  }

  @Test
  void aTrueEndThatBootstrapsIsFoundAtIt() {
    isFound(
        FaultyMask.TERMINALS_BOOTSTRAPPED,
        AdvantageRule.USUAL,
        TERMINAL,
        "credit passes through a terminal");
  }

  @Test
  void creditThatComesThroughATerminalIsFoundAtIt() {
    isFound(
        FaultyMask.TERMINALS_IGNORED,
        AdvantageRule.USUAL,
        TERMINAL,
        "credit passes through a terminal");
  }

  @Test
  void creditThatComesThroughATrialsEndIsFoundAtIt() {
    AdvantageRule cut = AdvantageRule.USUAL.withTrialEnds(EndRule.CUT);
    isFound(FaultyMask.TRUNCATIONS_IGNORED, cut, TRIAL_END, "passes through the end of a trial");
    AdvantageRule boot = AdvantageRule.USUAL.withTrialEnds(EndRule.BOOT);
    isFound(FaultyMask.TRUNCATIONS_IGNORED, boot, TRIAL_END, "passes through the end of a trial");
  }

  @Test
  void limboThatIsCountedIsFoundWhereItBegins() {
    isFound(FaultyMask.LIMBO_COUNTED, AdvantageRule.USUAL, LIMBO, "what happens in limbo");
  }

  @Test
  void everyFaultOfALawIsNamed() {
    AdvantageRule boot = AdvantageRule.USUAL.withTrialEnds(EndRule.BOOT);
    for (FaultyMask faultyMask : FaultyMask.values()) {
      // Where trial ends bootstrap, so does a terminal at a trial's end that is ignored.
      AdvantageRule rule =
          faultyMask == FaultyMask.TERMINALS_BOOTSTRAPPED ? AdvantageRule.USUAL : boot;
      String named =
          breaches(rule, told(faultyMask), limited()).stream()
              .map(Breach::cause)
              .filter(cause -> cause.equals("the law " + faultyMask.deed()))
              .findFirst()
              .orElse("");
      assertEquals("the law " + faultyMask.deed(), named, faultyMask.toString());
    }
  }

  @Test
  void aValueOrARewardThatIsNotANumberIsFoundAtItsTick() {
    for (String name : List.of("value", "reward")) {
      MemoryRollout broken =
          lived().with(name, Dtype.F4, (t, _) -> t == 33 ? Double.NaN : t == 35 ? 1 : 0, 1);
      Breach first =
          AdvantageLawCheck.of(Optional.empty())
              .check(broken, 0, Progress.SILENT, new Cancellation())
              .getFirst();
      assertEquals(33, first.tick());
      assertEquals(name, first.number());
      assertTrue(first.cause().contains("NaN"), first.cause());
    }
    MemoryRollout inLimbo =
        lived().with("value", Dtype.F4, (t, _) -> t == LIMBO ? Double.NaN : 1, 1);
    assertEquals(
        List.of(),
        AdvantageLawCheck.of(Optional.empty())
            .check(inLimbo, 0, Progress.SILENT, new Cancellation()));
  }

  @Test
  void aNumberThatIsNotFiniteIsTheOnlyFaultThatIsNamed() {
    for (String name : List.of("value", "reward")) {
      for (double number : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
        MemoryRollout broken =
            lived().with(name, Dtype.F4, (t, _) -> t == 33 ? number : Math.sin(t), 1);
        AgentSteps steps = AgentSteps.read(broken, 0, Progress.SILENT, new Cancellation());
        DirectAdvantages direct = new DirectAdvantages(steps, AdvantageRule.USUAL);
        for (Rollout rollout :
            List.of(broken, broken.with("advantage", Dtype.F4, (t, _) -> direct.advantage(t), 1))) {
          List<Breach> found =
              AdvantageLawCheck.of(Optional.empty())
                  .check(rollout, 0, Progress.SILENT, new Cancellation());
          assertEquals(1, found.size(), found.toString());
          assertEquals(33, found.getFirst().tick());
          assertEquals(name, found.getFirst().number());
        }
      }
    }
  }

  @Test
  void anInfiniteValueOfAFinalObservationIsNoFaultOfTheLaw() {
    MemoryRollout broken =
        limited()
            .with(
                "final_value",
                Dtype.F4,
                (t, _) -> t == TIME_LIMIT ? Double.POSITIVE_INFINITY : Double.NaN,
                1);
    List<Breach> found = examined(broken).breaches();
    assertEquals(1, found.size(), found.toString());
    assertEquals(TIME_LIMIT, found.getFirst().tick());
    assertEquals("final_value", found.getFirst().number());
    assertTrue(
        found.getFirst().cause().contains("the value of the final observation is Infinity"),
        found.getFirst().cause());
  }

  @Test
  void advantagesOfARecordingThatIgnoreTerminalsAreNamed() {
    MemoryRollout lived = lived();
    AgentSteps steps = AgentSteps.read(lived, 0, Progress.SILENT, new Cancellation());
    DirectAdvantages wrong =
        new DirectAdvantages(steps, FaultyMask.TERMINALS_IGNORED.in(AdvantageRule.USUAL));
    MemoryRollout told = lived.with("advantage", Dtype.F4, (t, _) -> wrong.advantage(t), 1);
    List<Breach> found =
        AdvantageLawCheck.of(Optional.empty()).check(told, 0, Progress.SILENT, new Cancellation());
    assertEquals(1, found.size(), found.toString());
    assertEquals("the recording does not stop at terminals", found.getFirst().cause());
    assertEquals(TERMINAL, found.getFirst().tick());
  }

  /// What a program with these discounts records that knows the value after the last tick.
  private static MemoryRollout trained(double gamma, double lambda, double after) {
    double[] advantage = new double[TICKS];
    double next = 0;
    for (int t = TICKS - 1; t >= 0; t--) {
      boolean away = t >= LIMBO && t < LIMBO + 5;
      boolean end = t == TERMINAL;
      int to = t == LIMBO - 1 ? LIMBO + 5 : t + 1;
      double value = end ? 0 : to < TICKS ? Math.cos(3 * to) : after;
      double error = Math.sin(t * t) + gamma * value - Math.cos(3 * t);
      next = away ? next : error + (end ? 0 : gamma * lambda * next);
      advantage[t] = away ? 0 : next;
    }
    return lived().with("advantage", Dtype.F4, (t, _) -> advantage[t], 1);
  }

  private static AdvantageLawCheck.Found examined(Rollout rollout) {
    return AdvantageLawCheck.of(Optional.empty())
        .examine(rollout, 0, Progress.SILENT, new Cancellation());
  }

  @Test
  void recordedAdvantagesMayKnowTheValueAfterTheLastTick() {
    for (double after : new double[] {0, 0.7, -2}) {
      AdvantageLawCheck.Found found = examined(trained(0.97, 0.95, after));
      assertEquals(List.of(), found.breaches());
      assertEquals(1, found.open());
      assertEquals(Optional.empty(), found.follows());
    }
    MemoryRollout right = trained(0.97, 0.95, 0.7);
    AdvantageLawCheck.Found wrong =
        examined(
            right.with(
                "advantage",
                Dtype.F4,
                (t, _) ->
                    right.channel("advantage").orElseThrow().value(t, 0) + (t == 50 ? 0.1 : 0),
                1));
    assertEquals(50, wrong.breaches().getFirst().tick());
  }

  /// Agents observe a discount of their own, by which their recorded advantages are discounted.
  private static MemoryRollout conditioned() {
    return conditioned(0.95);
  }

  private static MemoryRollout conditioned(double lambda) {
    MemoryRollout lived =
        lived()
            .with(
                new ObservationLayout(
                    List.of(
                        new ObservationLayout.Segment(
                            "ego", 0, List.of(1), List.of("discount_weight")))))
            .with("observation", Dtype.F4, (t, _) -> t <= TERMINAL ? 0.5 : 0.8, 1, 1);
    AgentSteps steps = AgentSteps.read(lived, 0, Progress.SILENT, new Cancellation());
    float[] advantage = new float[TICKS];
    AdvantageRule.USUAL.withLambda(lambda).fill(steps, 0, TICKS, advantage);
    return lived.with("advantage", Dtype.F4, (t, _) -> advantage[t], 1);
  }

  @Test
  void recordedAdvantagesOfAgentsWithDiscountsOfTheirOwnFollowThese() {
    assertEquals(
        new AdvantageLawCheck.Found(List.of(), 1, 0, Optional.empty()), examined(conditioned()));

    AdvantageLawCheck.Found other = examined(conditioned(0.9));
    assertEquals(List.of(), other.breaches());
    assertEquals(Optional.of("each agent's own gamma and lambda 0.9"), other.follows());

    MemoryRollout common =
        conditioned().with("advantage", Dtype.F4, advantagesOf(trained(0.97, 0.95, 0)), 1);
    assertEquals(Optional.of("gamma 0.97 and lambda 0.95"), examined(common).follows());
    Breach declared =
        new AdvantageLawCheck(AdvantageRule.USUAL, AdvantageRule::fill)
            .check(common, 0, Progress.SILENT, new Cancellation())
            .getFirst();
    assertEquals(
        "the recording follows gamma 0.97 and lambda 0.95, but the checkpoint was trained with"
            + " each agent's own gamma and lambda 0.95",
        declared.cause());
  }

  private static MemoryRollout.Value advantagesOf(Rollout rollout) {
    return (t, _) -> rollout.channel("advantage").orElseThrow().value(t, 0);
  }

  @Test
  void withoutTheDiscountsOfItsOwnNothingIsSaidAboutAnAgentsRecordedAdvantages() {
    MemoryRollout unknown = conditioned().without("observation");
    assertEquals(
        new AdvantageLawCheck.Found(List.of(), 0, TICKS, Optional.empty()), examined(unknown));
    assertEquals(
        Optional.empty(),
        AdvantageLawCheck.of(Optional.empty())
            .limbo(unknown, 0, Progress.SILENT, new Cancellation()));
  }

  /// An agent that leaves for good early in a long recording.
  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aLimboOfAMillionTicksIsPassedOnce() {
    int ticks = 1_000_000;
    AdvantageInputs inputs = new AdvantageInputs(ticks);
    inputs.removed[0] = 0;
    inputs.reward[0] = 3;
    inputs.terminal[0] = 1;
    DirectAdvantages direct =
        new DirectAdvantages(
            new AgentSteps(0, ticks, inputs, new int[ticks], new float[ticks]),
            AdvantageRule.USUAL);
    assertEquals(3, direct.advantage(0), 1e-6);
    assertEquals(0, direct.advantage(ticks - 1));
    assertEquals(EndRule.ACROSS, direct.stop(1));
  }

  /// A recording may have thousands of boundaries, and arrays of its length are large.
  @Test
  void allBoundariesAreTriedInTheSameArrays() {
    Set<float[]> given = Collections.newSetFromMap(new IdentityHashMap<>());
    Law law =
        (rule, agent, from, ticks, advantage) -> {
          given.add(advantage);
          rule.fill(agent, from, ticks, advantage);
        };
    List<Breach> found =
        breaches(
            AdvantageRule.USUAL,
            law,
            lived().with("terminal", Dtype.BOOL, (t, _) -> t % 5 == 4 ? 1 : 0, 1));
    assertEquals(List.of(), found);
    assertTrue(given.size() <= 5, given.size() + " arrays");
  }

  @Test
  void theRulesGammaIsNotRoundedBeforeItMeetsLargeValues() {
    MemoryRollout rollout =
        new MemoryRollout("toy", 1, 200, 1)
            .with("reward", Dtype.F4, (_, _) -> 60, 1)
            .with("value", Dtype.F4, (_, _) -> 2000, 1);
    assertEquals(List.of(), examined(rollout).breaches());
  }

  @Test
  void otherDiscountsAreNamedWhereNothingDeclaresAny() {
    AdvantageLawCheck.Found found = examined(trained(0.99, 0.9, 0.7));
    assertEquals(List.of(), found.breaches());
    assertEquals(Optional.of("gamma 0.99 and lambda 0.9"), found.follows());
    List<Breach> declared =
        new AdvantageLawCheck(AdvantageRule.USUAL, AdvantageRule::fill)
            .check(trained(0.99, 0.9, 0.7), 0, Progress.SILENT, new Cancellation());
    assertEquals(1, declared.size());
    assertEquals(
        "the recording follows gamma 0.99 and lambda 0.9, but the checkpoint was trained with"
            + " gamma 0.97 and lambda 0.95",
        declared.getFirst().cause());
  }
}
