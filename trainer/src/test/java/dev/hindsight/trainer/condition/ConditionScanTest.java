package dev.hindsight.trainer.condition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.Random;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

/// A scan against asking every moment by hand.
class ConditionScanTest {
  private static final int AGENTS = 7;
  private static final int TICKS = 500;

  private final boolean[] planted = planted();
  private final MemoryRollout rollout =
      new MemoryRollout("test", AGENTS, TICKS, 1)
          .with("odd", Dtype.BOOL, (t, a) -> planted[t * AGENTS + a] ? 1 : 0, AGENTS);
  private final Signals signals = Asking.signals(rollout);
  private final Condition condition = Condition.of("odd[a]", signals.vocabulary());

  private static boolean[] planted() {
    Random random = new Random(5);
    boolean[] planted = new boolean[TICKS * AGENTS];
    for (int i = 0; i < planted.length; i++) {
      planted[i] = random.nextInt(9) == 0;
    }
    return planted;
  }

  @Test
  void everyTickAndAgentIsAsExpected() {
    Hits hits = ConditionScan.of(condition, signals, Progress.SILENT, new Cancellation());

    long count = 0;
    int beginnings = 0;
    for (int tick = 0; tick < TICKS; tick++) {
      boolean anyone = false;
      int from = -1;
      for (int agent = AGENTS - 1; agent >= 0; agent--) {
        boolean here = planted[tick * AGENTS + agent];
        boolean before = tick > 0 && planted[(tick - 1) * AGENTS + agent];
        assertEquals(here, hits.at(tick, agent));
        assertEquals(here && !before, hits.begins(tick, agent));
        from = here ? agent : from;
        assertEquals(from, hits.agentFrom(tick, agent).orElse(-1));
        anyone |= here;
        count += here ? 1 : 0;
        beginnings += here && !before ? 1 : 0;
      }
      assertEquals(anyone, hits.at(tick, Hits.ANYONE));
    }
    assertEquals(count, hits.count());
    assertEquals(beginnings, hits.beginnings(Hits.ANYONE));
  }

  @Test
  void goingOnGivesWhatOneScanGives() {
    ConditionScan scan =
        new ConditionScan(condition.over(name -> signals.open(name, new Cancellation())), AGENTS);
    Hits early = scan.upTo(123, Progress.SILENT, new Cancellation());
    Hits late = scan.upTo(TICKS, Progress.SILENT, new Cancellation());

    assertEquals(123, early.ticks());
    for (int tick = 0; tick < TICKS; tick++) {
      for (int agent = 0; agent < AGENTS; agent++) {
        assertEquals(planted[tick * AGENTS + agent], late.at(tick, agent));
        if (tick < 123) {
          assertEquals(planted[tick * AGENTS + agent], early.at(tick, agent));
        }
      }
    }
  }

  @Test
  void cancelledScanStops() {
    Cancellation cancelled = new Cancellation();
    cancelled.cancel();

    assertThrows(
        CancellationException.class,
        () -> ConditionScan.of(condition, signals, Progress.SILENT, cancelled));
  }

  @Test
  void stretchEndsWhereItNoLongerHolds() {
    Hits hits = Asking.hits("tick >= 3 && tick <= 5 && a == 1");

    assertEquals(Span.through(3, 5), hits.holding(3, 1));
    assertEquals(1, hits.beginnings(1));
    assertEquals(0, hits.beginnings(2));
  }
}
