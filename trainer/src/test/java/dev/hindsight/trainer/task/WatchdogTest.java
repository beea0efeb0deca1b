package dev.hindsight.trainer.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WatchdogTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private final List<Long> barks = new ArrayList<>();
  private long now;

  private Watchdog watchdog() {
    return new Watchdog(Duration.ofSeconds(10), () -> now, barks::add);
  }

  @Test
  void workThatMakesStepsIsNeverReported() {
    try (Watchdog watchdog = watchdog()) {
      watchdog.watch();
      for (int step = 0; step < 100; step++) {
        now += 9 * SECOND;
        watchdog.check();
        assertFalse(watchdog.step());
      }
      assertEquals(List.of(), barks);
    }
  }

  @Test
  void workThatMakesNoneIsReportedOnceUntilItMovesAgain() {
    try (Watchdog watchdog = watchdog()) {
      watchdog.watch();
      now += 10 * SECOND;
      watchdog.check();
      now += 10 * SECOND;
      watchdog.check();
      assertEquals(List.of(10 * SECOND), barks);
      assertTrue(watchdog.step(), "it had been reported");
      now += 11 * SECOND;
      watchdog.check();
      assertEquals(List.of(10 * SECOND, 11 * SECOND), barks);
    }
  }

  @Test
  void workThatWaitsIsNotStuck() {
    try (Watchdog watchdog = watchdog()) {
      watchdog.watch();
      watchdog.rest();
      now += 100 * SECOND;
      watchdog.check();
      watchdog.watch();
      now += 9 * SECOND;
      watchdog.check();
      assertEquals(List.of(), barks);
    }
  }

  @Test
  void aWatchdogWithoutPatienceIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> new Watchdog(Duration.ZERO, barks::add));
  }
}
