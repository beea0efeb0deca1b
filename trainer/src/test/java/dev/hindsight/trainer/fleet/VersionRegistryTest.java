package dev.hindsight.trainer.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class VersionRegistryTest {
  private static final int THREADS = 8;
  private static final int INCREMENTS = 20_000;

  /// A registry with a flag in place of a lock: two threads pass the flag together.
  private static final class FlagForALock {
    private boolean locked;
    private long version;

    long increment() {
      if (!locked) {
        locked = true;
        long before = version;
        LockSupport.parkNanos(1);
        version = before + 1;
        locked = false;
        return before + 1;
      }
      return version;
    }
  }

  /// What threads that increment at the same time get.
  ///
  /// @param last the version afterwards
  /// @param distinct number of different versions among all that were returned
  /// @param fell whether a reader saw a smaller version than before
  private record Outcome(long last, long distinct, boolean fell) {}

  private static Outcome race(LongSupplier increment, LongSupplier current, int each)
      throws Exception {
    CountDownLatch start = new CountDownLatch(1);
    List<Callable<long[]>> jobs = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      jobs.add(() -> {
        start.await();
        return IntStream.range(0, each).mapToLong(_ -> increment.getAsLong()).toArray();
      });
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS + 1)) {
      List<Future<long[]>> got = new ArrayList<>();
      jobs.forEach(job -> got.add(threads.submit(job)));
      Future<Boolean> reader =
          threads.submit(() -> {
            start.await();
            boolean fell = false;
            long before = 0;
            for (int i = 0; i < each; i++) {
              long now = current.getAsLong();
              fell |= now < before;
              before = now;
            }
            return fell;
          });
      start.countDown();
      Set<Long> distinct =
          got.stream().flatMap(VersionRegistryTest::boxed).collect(Collectors.toSet());
      return new Outcome(current.getAsLong(), distinct.size(), reader.get());
    }
  }

  private static Stream<Long> boxed(Future<long[]> one) {
    try {
      return Arrays.stream(one.get()).boxed();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void incrementsOfManyThreadsAreAllDifferentAndNoneIsLost() throws Exception {
    VersionRegistry registry = new VersionRegistry();

    Outcome outcome = race(registry::increment, registry::current, INCREMENTS);

    assertEquals(
        new Outcome((long) THREADS * INCREMENTS, (long) THREADS * INCREMENTS, false), outcome);
  }

  @Test
  void aFlagInPlaceOfALockIsCaught() throws Exception {
    FlagForALock registry = new FlagForALock();

    Outcome outcome = race(registry::increment, () -> registry.version, 2000);

    assertTrue(outcome.last() < 2000L * THREADS || outcome.distinct() < 2000L * THREADS);
  }

  @Test
  void aRegistryGoesOnFromACheckpoint() {
    VersionRegistry registry = new VersionRegistry(41);

    assertEquals(41, registry.current());
    assertEquals(42, registry.increment());
  }
}
