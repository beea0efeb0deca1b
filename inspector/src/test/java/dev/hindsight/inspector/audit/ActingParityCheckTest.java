package dev.hindsight.inspector.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/// Outputs of policies that only act, compared with what a recording says they put out.
class ActingParityCheckTest {
  private static final int TICKS = 12;
  private static final int END = 5;
  private static final String MISTAKE =
      "a mistake of the program that ran the policy explains every difference: ";

  /// The value is the sum of all that the agent observed since its episode began.
  private static final class Summing implements Policy {
    private final float[] sum = new float[2];

    @Override
    public void reset() {
      Arrays.fill(sum, 0);
    }

    @Override
    public void act(StepBuffer seen, PolicyOutput output) {
      for (int agent = 0; agent < sum.length; agent++) {
        sum[agent] = (seen.terminal[agent] != 0 ? 0 : sum[agent]) + seen.observation[agent];
        output.value[agent] = sum[agent];
      }
    }

    @Override
    public void close() {}
  }

  private static float observed(int tick) {
    return tick + 0.3f;
  }

  private static float summed(int from, int tick) {
    float sum = 0;
    for (int t = from; t <= tick; t++) {
      sum += observed(t);
    }
    return sum;
  }

  /// @param value recorded at a tick, for both agents
  private static AuditReport checked(IntToDoubleFunction value) {
    MemoryRollout rollout =
        new MemoryRollout("toy", 2, TICKS, 1)
            .with("observation", Dtype.F4, (t, _) -> observed(t), 2, 1)
            .with("removed", Dtype.BOOL, (t, i) -> i == 1 && t == 3 ? 1 : 0, 2)
            .with("trial", Dtype.I4, (t, _) -> t > 2 && t <= END ? 1 : 0)
            .with("terminal", Dtype.BOOL, (t, _) -> t == END ? 1 : 0, 2)
            .with("value", Dtype.F4, (t, _) -> value.applyAsDouble(t), 2);
    return checked(rollout, 1, Summing::new);
  }

  private static AuditReport checked(MemoryRollout rollout, int width, Supplier<Policy> policy) {
    AuditFindings findings = AuditFindings.of("parity", rollout);
    new ActingParityCheck(rollout, width, findings)
        .check(policy.get(), policy.get(), Progress.SILENT, new Cancellation());
    return findings.report("holds");
  }

  private static String cause(IntToDoubleFunction value) {
    return checked(value).findings().getFirst().cause();
  }

  private static double right(int tick) {
    return summed(tick > END ? END + 1 : 0, tick);
  }

  @Test
  void theRecordedOutputsPassButForRounding() {
    AuditReport report = checked(t -> right(t) * (1 + 1e-6));
    assertEquals(AuditVerdict.PASSED, report.verdict(), report.toString());
    assertEquals(2 * TICKS - 1, report.coverage().total());
  }

  @Test
  void memoryThatWasNotWipedIsFoundAtTheFirstTickOfTheNextEpisode() {
    AuditReport report = checked(t -> summed(0, t));
    assertEquals(AuditVerdict.FAILED, report.verdict());
    assertEquals(END + 1, report.findings().getFirst().tick());
    assertEquals("value", report.findings().getFirst().dimension());
    assertEquals(
        MISTAKE + "memory not wiped between episodes", report.findings().getFirst().cause());
  }

  @Test
  void aMistakeThatExplainsEveryOutputIsNamed() {
    assertEquals(MISTAKE + "memory wiped every tick", cause(t -> observed(t)));
    assertEquals(
        MISTAKE + "memory wiped between trials",
        cause(t -> summed(t > END ? END + 1 : t > 2 ? 3 : 0, t)));
    assertEquals(
        MISTAKE + "memory wiped a tick late, after the first tick of an episode",
        cause(t -> summed(t > END + 1 ? END + 2 : 0, t)));
    assertEquals(
        MISTAKE + "memory wiped a tick early, before the last tick of an episode",
        cause(t -> summed(t >= END ? END : 0, t)));
    assertEquals(
        MISTAKE + "observations of the tick before shown",
        cause(t -> t > END ? summed(END, t - 1) : observed(0) + summed(0, t - 1)));
    assertEquals(
        MISTAKE + "observations of the next tick shown",
        cause(t ->
            t > END
                ? summed(END + 2, Math.min(TICKS - 1, t + 1)) + (t == TICKS - 1 ? observed(t) : 0)
                : summed(1, t + 1)));
  }

  @Test
  void whatNoMistakeExplainsKeepsTheListOfPossibleCauses() {
    String list =
        "the policy, run again on the recorded observations, gives another number: a different"
            + " checkpoint, memory wiped at other ticks, or outputs that were changed afterwards";
    assertEquals(list, cause(t -> t == 8 ? right(t) + 0.01 : right(t)));
    assertEquals(
        list,
        cause(t -> t == 10 ? 0 : summed(0, t)),
        "all but one output follow from a memory that was not wiped");
  }

  /// The value says how many actions of the agent are legal.
  private static final class Counting implements Policy {
    @Override
    public void reset() {}

    @Override
    public void act(StepBuffer seen, PolicyOutput output) {
      for (int agent = 0; agent < 2; agent++) {
        output.value[agent] = 0;
        for (int i = 0; i < seen.actionMask.length / 2; i++) {
          output.value[agent] += seen.actionMask[agent * seen.actionMask.length / 2 + i];
        }
      }
    }

    @Override
    public void close() {}
  }

  @Test
  void aPolicyThatReadsWhichActionsAreLegalIsShownTheRecordedOnes() {
    MemoryRollout rollout =
        new MemoryRollout("toy", 2, TICKS, 1)
            .with("observation", Dtype.F4, (t, _) -> observed(t), 2, 1)
            .with("logits", Dtype.F4, (_, _) -> 0, 2, 3)
            .with("action_mask", Dtype.BOOL, (t, i) -> i % 3 == 0 || i / 3 == t % 2 ? 1 : 0, 2, 3)
            .with("value", Dtype.F4, (t, agent) -> agent == t % 2 ? 3 : 1, 2);
    assertEquals(AuditVerdict.PASSED, checked(rollout, 3, Counting::new).verdict());

    AuditReport all = checked(rollout.with("value", Dtype.F4, (_, _) -> 3, 2), 3, Counting::new);
    assertEquals(MISTAKE + "every action shown as legal", all.findings().getFirst().cause());
  }

  @Test
  void observationsOfTwoAgentsThatWereExchangedAreNamed() {
    MemoryRollout rollout =
        new MemoryRollout("toy", 2, TICKS, 1)
            .with("observation", Dtype.F4, (t, agent) -> observed(t) + agent, 2, 1)
            .with("value", Dtype.F4, (t, agent) -> summed(0, t) + (1 - agent) * (t + 1), 2);
    AuditReport report = checked(rollout, 1, Summing::new);
    assertEquals(
        MISTAKE + "observations of agent 0 and agent 1 exchanged",
        report.findings().getFirst().cause());
  }

  @Test
  void oneChangedNumberIsFoundAtItsTick() {
    AuditReport report = checked(t -> t == 8 ? right(t) + 0.01 : right(t));
    assertEquals(8, report.findings().getFirst().tick());
    assertEquals(AuditVerdict.FAILED, checked(t -> t == 8 ? Double.NaN : right(t)).verdict());
  }

  /// Its logits are those of the legal actions.
  private static final class Obeying implements Policy {
    @Override
    public void reset() {}

    @Override
    public void act(StepBuffer seen, PolicyOutput output) {
      for (int i = 0; i < output.logits.length; i++) {
        output.logits[i] = seen.legal(i / output.width, i % output.width) ? i : -1e9f;
      }
    }

    @Override
    public void close() {}
  }

  private static int legal(int tick, int i) {
    return (tick + i) % 3 == 0 ? 0 : 1;
  }

  @Test
  void aPolicyThatTakesAMaskGetsTheRecordedOne() {
    MemoryRollout rollout =
        new MemoryRollout("toy", 2, TICKS, 1)
            .with("observation", Dtype.F4, (t, _) -> observed(t), 2, 1)
            .with("action", Dtype.I4, (_, _) -> 0, 2)
            .with("action_mask", Dtype.BOOL, ActingParityCheckTest::legal, 2, 4)
            .with("logits", Dtype.F4, (t, i) -> legal(t, i) == 1 ? i : -1e9, 2, 4);
    AuditFindings findings = AuditFindings.of("parity", rollout);
    new ActingParityCheck(rollout, 4, findings)
        .check(new Obeying(), new Obeying(), Progress.SILENT, new Cancellation());
    AuditReport report = findings.report("holds");
    assertEquals(AuditVerdict.PASSED, report.verdict(), report.toString());
    assertEquals(2 * TICKS, report.coverage().total());
  }
}
