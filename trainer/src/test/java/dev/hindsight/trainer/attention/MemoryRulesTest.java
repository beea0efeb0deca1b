package dev.hindsight.trainer.attention;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.attention.MemoryRules.LimboRule;
import dev.hindsight.trainer.attention.MemoryRules.PositionRule;
import dev.hindsight.trainer.attention.MemoryRules.WipeRule;
import dev.hindsight.trainer.rollout.Span;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryRulesTest {
  private static final int HORIZON = 4;

  /// Nine ticks, a trial's end at 1, a terminal at 2.
  private static EpisodeFlags passage() {
    byte[] terminal = new byte[9];
    terminal[2] = 1;
    byte[] truncation = new byte[9];
    truncation[1] = 1;
    return new EpisodeFlags(terminal, truncation, new byte[9]);
  }

  private static List<Span> stretches(WipeRule wipeRule) {
    return new MemoryRules(wipeRule, LimboRule.CLOSED, PositionRule.EPISODE)
        .stretches(passage(), HORIZON);
  }

  @Test
  void memoryBeginsAnewAfterATerminalAndWhereTheCacheIsFull() {
    assertEquals(
        List.of(new Span(0, 3), new Span(3, 7), new Span(7, 9)), stretches(WipeRule.TERMINALS));
  }

  @Test
  void truncationsBeginNothingUnlessThatIsTheFault() {
    assertEquals(
        List.of(new Span(0, 2), new Span(2, 3), new Span(3, 7), new Span(7, 9)),
        stretches(WipeRule.TERMINALS_AND_TRUNCATIONS));
  }

  @Test
  void withoutWipingOnlyAFullCacheBeginsAnew() {
    assertEquals(
        List.of(new Span(0, 4), new Span(4, 8), new Span(8, 9)), stretches(WipeRule.NEVER));
  }

  @Test
  void noTicksAreNoStretches() {
    EpisodeFlags none = new EpisodeFlags(new byte[0], new byte[0], new byte[0]);
    assertEquals(List.of(), MemoryRules.RIGHT.stretches(none, HORIZON));
  }

  @Test
  void theWaysToBreakThemAreAllThereTheSimplestFirst() {
    List<MemoryRules> broken = MemoryRules.broken();
    int single = 4 + 1 + 5 + 2;
    assertTrue(broken.stream().limit(single).allMatch(rules -> rules.faults() == 1));
    assertEquals(single + 7, broken.size());
    assertTrue(broken.stream().noneMatch(rules -> rules.words().isEmpty()));
    assertEquals("", MemoryRules.RIGHT.words());
  }
}
