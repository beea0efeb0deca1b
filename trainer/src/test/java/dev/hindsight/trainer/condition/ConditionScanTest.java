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

/// Compares a scan with evaluating every tick separately.
class ConditionScanTest {
  private static final int AGENTS = 7;
  private static final int TICKS = 500;

  private final boolean[] planted = planted();
  private final MemoryRollout rollout =
      new MemoryRollout("test", AGENTS, TICKS, 1)
          .with("odd", Dtype.BOOL, (t, a) -> planted[t * AGENTS + a] ? 1 : 0, AGENTS);
  private final Signals signals = ConditionSample.signals(rollout);
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
    ConditionHits conditionHits =
        ConditionScan.of(condition, signals, Progress.SILENT, new Cancellation());

    long count = 0;
    int beginnings = 0;
    for (int tick = 0; tick < TICKS; tick++) {
      boolean anyone = false;
      int from = -1;
      for (int agent = AGENTS - 1; agent >= 0; agent--) {
        boolean here = planted[tick * AGENTS + agent];
        boolean before = tick > 0 && planted[(tick - 1) * AGENTS + agent];
        assertEquals(here, conditionHits.at(tick, agent));
        assertEquals(here && !before, conditionHits.begins(tick, agent));
        from = here ? agent : from;
        assertEquals(from, conditionHits.agentFrom(tick, agent).orElse(-1));
        anyone |= here;
        count += here ? 1 : 0;
        beginnings += here && !before ? 1 : 0;
      }
      assertEquals(anyone, conditionHits.at(tick, ConditionHits.ANYONE));
    }
    assertEquals(count, conditionHits.count());
    assertEquals(beginnings, conditionHits.beginnings(ConditionHits.ANYONE));
  }

  @Test
  void goingOnGivesWhatOneScanGives() {
    ConditionScan scan =
        new ConditionScan(
            condition.evaluator(name -> signals.open(name, new Cancellation())), AGENTS);
    ConditionHits early = scan.upTo(123, Progress.SILENT, new Cancellation());
    ConditionHits late = scan.upTo(TICKS, Progress.SILENT, new Cancellation());

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
    ConditionHits conditionHits = ConditionSample.hits("tick >= 3 && tick <= 5 && a == 1");

    assertEquals(Span.through(3, 5), conditionHits.holding(3, 1));
    assertEquals(1, conditionHits.beginnings(1));
    assertEquals(0, conditionHits.beginnings(2));
  }
}
