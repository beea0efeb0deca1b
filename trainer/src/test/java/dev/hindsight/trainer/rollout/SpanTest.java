package dev.hindsight.trainer.rollout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import java.util.BitSet;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Compares a span with the set of its ticks.
class SpanTest {
  private static final int ROUNDS = 2000;

  private static Span any(Random random) {
    int from = random.nextInt(12);
    return new Span(from, from + random.nextInt(12));
  }

  private static BitSet ticks(Span span) {
    BitSet ticks = new BitSet();
    for (int tick = 0; tick < 40; tick++) {
      ticks.set(tick, span.holds(tick));
    }
    return ticks;
  }

  @Test
  void itsEndsAndNumberAreThoseOfTheTicksItHolds() {
    Random random = new Random(1);
    for (int i = 0; i < ROUNDS; i++) {
      Span span = any(random);
      BitSet ticks = ticks(span);

      assertEquals(ticks.cardinality(), span.ticks());
      assertEquals(ticks.isEmpty(), span.isEmpty());
      if (!span.isEmpty()) {
        assertEquals(ticks.nextSetBit(0), span.from());
        assertEquals(ticks.length(), span.to());
        assertEquals(ticks.length() - 1, span.last());
        assertEquals(span, Span.through(span.from(), span.last()));
      }
    }
  }

  @Test
  void whatIsCommonIsHeldByBoth() {
    Random random = new Random(2);
    for (int i = 0; i < ROUNDS; i++) {
      Span one = any(random);
      Span other = any(random);
      BitSet both = ticks(one);
      both.and(ticks(other));

      assertEquals(both, one.common(other).map(SpanTest::ticks).orElseGet(BitSet::new));
      assertEquals(one.common(other), other.common(one));
    }
  }

  @Test
  void withinARecordingNoTickLiesBeyondItsLast() {
    Random random = new Random(3);
    for (int i = 0; i < ROUNDS; i++) {
      Span span = any(random);
      int ticks = random.nextInt(24);
      Span within = span.within(ticks);

      assertTrue(within.ticks() > 0);
      assertTrue(within.last() <= Math.max(0, ticks - 1));
      span.common(Span.all(ticks)).ifPresent(common -> assertEquals(common, within));
    }
  }

  @Test
  void peopleReadBothEndsAsIncluded() {
    assertEquals("ticks 3 to 19", new Span(3, 20).words());
    assertEquals("3 to 19", new Span(3, 20).bounds());
    assertEquals("tick 3", Span.at(3).words());
    assertEquals("no tick", new Span(3, 3).words());
  }

  @Test
  void endsThatCrossAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> new Span(4, 3));
    assertThrows(IllegalArgumentException.class, () -> new Span(-1, 3));
    assertThrows(IllegalArgumentException.class, () -> Span.through(4, 3));
    assertThrows(IllegalStateException.class, () -> new Span(3, 3).last());
  }

  @Test
  void whatIsAskedForIsCutOutOfTheRecordingExactly() {
    Rollout ten = new MemoryRollout("toy", 1, 10, 1);

    assertEquals(Span.all(10), RequestedTicks.ALL.in(ten));
    assertEquals(new Span(4, 10), new RequestedTicks(4, OptionalInt.empty()).in(ten));
    assertEquals(new Span(9, 10), RequestedTicks.of(9).in(ten));
    assertEquals(new Span(2, 5), RequestedTicks.of(new Span(2, 5)).in(ten));
    for (RequestedTicks bad :
        new RequestedTicks[] {
          RequestedTicks.of(10), RequestedTicks.of(new Span(3, 3)), RequestedTicks.of(-1)
        }) {
      assertThrows(Problem.class, () -> bad.in(ten));
    }
  }
}
