package dev.hindsight.inspector.advantage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.hindsight.inspector.advantage.AdvantageReadingCache.AgentKey;
import dev.hindsight.inspector.advantage.AdvantageReadingCache.Request;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import org.junit.jupiter.api.Test;

/// One agent, requested by two panels.
class AdvantageReadingCacheTest {
  private static final AdvantageRule OTHER = AdvantageRule.USUAL.withGamma(0.5);

  private final Rollout rollout =
      new MemoryRollout("toy", 2, 6, 1).with("reward", Dtype.F4, (t, a) -> t + a, 2);
  private final AdvantageReadingCache library = new AdvantageReadingCache();

  private AdvantageReading ask(int agent, AdvantageRule rule) {
    return library.reading(
        new Request(new AgentKey(rollout, agent, 6), rule), Progress.SILENT, new Cancellation());
  }

  @Test
  void whoAsksSecondGetsWhatTheFirstGot() {
    assertSame(ask(0, AdvantageRule.USUAL), ask(0, AdvantageRule.USUAL));
    assertEquals(1, library.made());
  }

  @Test
  void anotherRuleIsWorkedOutWithoutReadingTheAgentAgain() {
    AdvantageReading usual = ask(0, AdvantageRule.USUAL);
    AdvantageReading other = ask(0, OTHER);
    assertNotSame(usual, other);
    assertSame(usual.steps(), other.steps());
  }

  @Test
  void whatWasNotAskedForLongIsForgotten() {
    AdvantageReading first = ask(0, AdvantageRule.USUAL);
    for (int i = 1; i <= 4; i++) {
      ask(1, AdvantageRule.USUAL.withGamma(0.1 * i));
    }
    assertNotSame(first, ask(0, AdvantageRule.USUAL));
  }
}
