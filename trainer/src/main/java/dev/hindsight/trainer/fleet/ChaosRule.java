package dev.hindsight.trainer.fleet;

import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/// Decides when a worker is ended on purpose, to show that a training survives it: once a second,
/// with some probability, a random active worker. The same seed ends the same workers at the same
/// seconds. One owner thread.
public final class ChaosRule {
  private static final long NANOS = 1_000_000_000L;

  private final double probability;
  private final SplittableRandom random;
  private final LongSupplier clock;
  private final long begin;
  private long ticks;

  /// @param probability that a tick ends a worker, `[0, 1]`
  /// @param clock in nanoseconds; it never runs backwards
  public ChaosRule(double probability, long seed, LongSupplier clock) {
    if (!(probability >= 0 && probability <= 1)) {
      throw new IllegalArgumentException("probability " + probability);
    }
    this.probability = probability;
    this.random = new SplittableRandom(seed);
    this.clock = clock;
    this.begin = clock.getAsLong();
  }

  /// Whether a second has passed that [#tick] has not decided about.
  public boolean due() {
    return clock.getAsLong() - begin >= (ticks + 1) * NANOS;
  }

  /// Decides about the next second. It draws the same numbers whether or not it ends a worker.
  ///
  /// @param active number of active workers
  /// @return which of them to end, from 0; empty for none
  public OptionalInt tick(int active) {
    ticks++;
    boolean ends = random.nextDouble() < probability;
    double which = random.nextDouble();
    return ends && active > 0 ? OptionalInt.of((int) (which * active)) : OptionalInt.empty();
  }

  /// Seconds decided about.
  public long ticks() {
    return ticks;
  }
}
