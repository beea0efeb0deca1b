package dev.hindsight.inspector.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/// Garbage in limbo, given to policies that only act and remember in different ways.
class ActingLimboCheckTest {
  private static final int AGENTS = 2;
  private static final int TICKS = 12;

  /// The first agent is in limbo at these ticks.
  private static final int FROM = 4;

  private static final int TO = 6;

  /// What an agent's output is made of.
  private enum Memory {
    /// What it observes now.
    NOTHING,
    /// All it has observed.
    OWN,
    /// All it has observed on the map.
    OWN_WITHOUT_LIMBO,
    /// All that anyone has observed.
    SHARED,
    /// A number that differs from run to run.
    CHANCE
  }

  private static final class Summing implements Policy {
    private static int made;
    private final Memory memory;
    private final int number = made++;
    private final float[] sum = new float[AGENTS];

    Summing(Memory memory) {
      this.memory = memory;
    }

    @Override
    public void reset() {
      Arrays.fill(sum, 0);
    }

    @Override
    public void act(StepBuffer seen, PolicyOutput output) {
      for (int agent = 0; agent < AGENTS; agent++) {
        boolean counts = memory != Memory.OWN_WITHOUT_LIMBO || seen.removed[agent] == 0;
        sum[agent] += counts ? seen.observation[agent] : 0;
      }
      for (int agent = 0; agent < AGENTS; agent++) {
        output.value[agent] =
            switch (memory) {
              case NOTHING -> seen.observation[agent];
              case OWN, OWN_WITHOUT_LIMBO -> sum[agent];
              case SHARED -> sum[0] + sum[1];
              case CHANCE -> number;
            };
      }
    }

    @Override
    public void close() {}
  }

  private static Rollout recording() {
    return new MemoryRollout("toy", AGENTS, TICKS, 1)
        .with("observation", Dtype.F4, (t, i) -> t + 100 * i, AGENTS, 1)
        .with("removed", Dtype.BOOL, (t, i) -> i == 0 && t >= FROM && t < TO ? 1 : 0, AGENTS)
        .with("terminal", Dtype.BOOL, (_, _) -> 0, AGENTS);
  }

  private static AuditFindings check(Memory memory, boolean carries) {
    AuditFindings findings = AuditFindings.of("limbo", recording());
    boolean carried =
        new ActingLimboCheck(recording(), findings)
            .check(new Summing(memory), new Summing(memory), Progress.SILENT, new Cancellation());
    assertEquals(carries, carried, memory.name());
    return findings;
  }

  @Test
  void outputsWithoutLimboInThemPass() {
    for (Memory memory : new Memory[] {Memory.NOTHING, Memory.OWN_WITHOUT_LIMBO}) {
      AuditReport report = check(memory, false).report("holds");
      assertEquals(AuditVerdict.PASSED, report.verdict(), memory.name());
      // From the first tick in limbo on: the second agent 8 times, the first after its limbo.
      assertEquals(TICKS - FROM + TICKS - TO, report.coverage().total());
    }
  }

  @Test
  void anAgentsOwnStateMayCarryLimboAndItIsSaidFromWhenOn() {
    AuditReport report = check(Memory.OWN, true).report("holds");
    assertEquals(AuditVerdict.PASSED, report.verdict());
    assertTrue(report.remarks().getFirst().contains("tick " + TO + ", agent 0"), "" + report);
  }

  @Test
  void whatAnotherAgentObservesInLimboMayChangeNothing() {
    AuditReport report = check(Memory.SHARED, true).report("holds");
    assertEquals(AuditVerdict.FAILED, report.verdict());
    assertEquals(FROM, report.findings().getFirst().tick());
    assertEquals(1, report.findings().getFirst().agent());
  }

  @Test
  void aPolicyThatDoesNotRepeatItselfIsLeftOut() {
    AuditFindings findings = check(Memory.CHANCE, false);
    assertEquals(AuditVerdict.NOTHING_TO_CHECK, findings.report("holds").verdict());
    assertFalse(findings.report("holds").coverage().leftOut().isEmpty());
  }
}
