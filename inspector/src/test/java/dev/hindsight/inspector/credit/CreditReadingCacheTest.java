package dev.hindsight.inspector.credit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.hindsight.inspector.credit.CreditReadingCache.AgentKey;
import dev.hindsight.inspector.credit.CreditReadingCache.Request;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import org.junit.jupiter.api.Test;

/// One agent, requested by two panels.
class CreditReadingCacheTest {
  private static final CreditRule OTHER = CreditRule.USUAL.withGamma(0.5);

  private final Rollout rollout =
      new MemoryRollout("toy", 2, 6, 1).with("reward", Dtype.F4, (t, a) -> t + a, 2);
  private final CreditReadingCache library = new CreditReadingCache();

  private CreditReading ask(int agent, CreditRule rule) {
    return library.reading(
        new Request(new AgentKey(rollout, agent, 6), rule), Progress.SILENT, new Cancellation());
  }

  @Test
  void whoAsksSecondGetsWhatTheFirstGot() {
    assertSame(ask(0, CreditRule.USUAL), ask(0, CreditRule.USUAL));
    assertEquals(1, library.made());
  }

  @Test
  void anotherRuleIsWorkedOutWithoutReadingTheAgentAgain() {
    CreditReading usual = ask(0, CreditRule.USUAL);
    CreditReading other = ask(0, OTHER);
    assertNotSame(usual, other);
    assertSame(usual.steps(), other.steps());
  }

  @Test
  void whatWasNotAskedForLongIsForgotten() {
    CreditReading first = ask(0, CreditRule.USUAL);
    for (int i = 1; i <= 4; i++) {
      ask(1, CreditRule.USUAL.withGamma(0.1 * i));
    }
    assertNotSame(first, ask(0, CreditRule.USUAL));
  }
}
