package dev.hindsight.trainer.attention;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.attention.MemoryRules.Limbo;
import dev.hindsight.trainer.attention.MemoryRules.Position;
import dev.hindsight.trainer.attention.MemoryRules.Wipe;
import dev.hindsight.trainer.rollout.Span;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryRulesTest {
  private static final int HORIZON = 4;

  /// Nine ticks, a trial's end at 1, a terminal at 2.
  private static Passage passage() {
    byte[] terminal = new byte[9];
    terminal[2] = 1;
    byte[] truncation = new byte[9];
    truncation[1] = 1;
    return new Passage(terminal, truncation, new byte[9]);
  }

  private static List<Span> stretches(Wipe wipe) {
    return new MemoryRules(wipe, Limbo.CLOSED, Position.EPISODE).stretches(passage(), HORIZON);
  }

  @Test
  void memoryBeginsAnewAfterATerminalAndWhereTheCacheIsFull() {
    assertEquals(
        List.of(new Span(0, 3), new Span(3, 7), new Span(7, 9)), stretches(Wipe.TERMINALS));
  }

  @Test
  void truncationsBeginNothingUnlessThatIsTheFault() {
    assertEquals(
        List.of(new Span(0, 2), new Span(2, 3), new Span(3, 7), new Span(7, 9)),
        stretches(Wipe.TERMINALS_AND_TRUNCATIONS));
  }

  @Test
  void withoutWipingOnlyAFullCacheBeginsAnew() {
    assertEquals(List.of(new Span(0, 4), new Span(4, 8), new Span(8, 9)), stretches(Wipe.NEVER));
  }

  @Test
  void noTicksAreNoStretches() {
    Passage none = new Passage(new byte[0], new byte[0], new byte[0]);
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
