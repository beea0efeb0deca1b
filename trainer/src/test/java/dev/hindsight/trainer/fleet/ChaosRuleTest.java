package dev.hindsight.trainer.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ChaosRuleTest {
  private static final long NANOS = 1_000_000_000L;

  /// Which worker each of 300 seconds ended.
  private static List<OptionalInt> fiveMinutes(long seed) {
    AtomicLong clock = new AtomicLong(17);
    ChaosRule rule = new ChaosRule(0.05, seed, clock::get);
    List<OptionalInt> ended = new ArrayList<>();
    for (int second = 0; second < 300; second++) {
      assertFalse(rule.due());
      clock.addAndGet(NANOS);
      assertTrue(rule.due());
      ended.add(rule.tick(4));
    }
    assertEquals(300, rule.ticks());
    return ended;
  }

  @Test
  void theSameSeedEndsTheSameWorkersAtTheSameSeconds() {
    assertEquals(fiveMinutes(1), fiveMinutes(1));
    assertNotEquals(fiveMinutes(1), fiveMinutes(2));
  }

  /// 15 of 300 are expected; the standard deviation of the mean of 200 runs is 0.27.
  @Test
  void oneSecondInTwentyEndsAWorker() {
    double kills = 0;
    int[] byWorker = new int[4];
    for (int seed = 0; seed < 200; seed++) {
      for (OptionalInt one : fiveMinutes(seed)) {
        if (one.isPresent()) {
          kills++;
          byWorker[one.getAsInt()]++;
        }
      }
    }
    assertEquals(15, kills / 200, 1.1);
    for (int count : byWorker) {
      assertEquals(0.25, count / kills, 0.04);
    }
  }

  @Test
  void aClockThatJumpsOwesEverySecond() {
    AtomicLong clock = new AtomicLong();
    ChaosRule rule = new ChaosRule(0.5, 1, clock::get);
    clock.set(3 * NANOS);
    int owed = 0;
    while (rule.due()) {
      rule.tick(1);
      owed++;
    }
    assertEquals(3, owed);
  }

  @Test
  void withoutActiveWorkersNothingEnds() {
    assertEquals(OptionalInt.empty(), new ChaosRule(1, 1, () -> 0).tick(0));
  }

  @Test
  void aProbabilityOutsideZeroAndOneIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> new ChaosRule(1.5, 1, () -> 0));
    assertThrows(IllegalArgumentException.class, () -> new ChaosRule(Double.NaN, 1, () -> 0));
  }
}
