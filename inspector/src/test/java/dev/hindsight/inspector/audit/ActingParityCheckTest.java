package dev.hindsight.inspector.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/// Outputs of policies that only act, compared with what a recording says they put out.
class ActingParityCheckTest {
  private static final int TICKS = 12;
  private static final int END = 5;

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
            .with("terminal", Dtype.BOOL, (t, _) -> t == END ? 1 : 0, 2)
            .with("value", Dtype.F4, (t, _) -> value.applyAsDouble(t), 2);
    AuditFindings findings = AuditFindings.of("parity", rollout);
    new ActingParityCheck(rollout, 1, findings)
        .check(new Summing(), new Summing(), Progress.SILENT, new Cancellation());
    return findings.report("holds");
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
    assertTrue(report.findings().getFirst().cause().contains("memory wiped at other ticks"));
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
