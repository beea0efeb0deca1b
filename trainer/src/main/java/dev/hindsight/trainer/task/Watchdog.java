package dev.hindsight.trainer.task;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/// Notices that work makes no step for some time, from a thread of its own: the work's thread may
/// be stuck. Any thread.
public final class Watchdog implements AutoCloseable {
  private static final int CHECKS = 4;

  private final long patienceNanos;
  private final LongSupplier nanos;
  private final LongConsumer stuck;
  private final ScheduledExecutorService thread;
  private boolean watching;
  private boolean barked;
  private long lastStep;

  /// Does not watch yet.
  ///
  /// @param patience longest time between two steps, more than none; without a limit there is no
  ///   watchdog
  /// @param stuck called once when work makes no step for so long, with the nanoseconds since the
  ///   last one, on the watchdog's thread
  public Watchdog(Duration patience, LongConsumer stuck) {
    this(patience, System::nanoTime, stuck);
    long pause = Math.max(1, patienceNanos / CHECKS);
    var _ = thread.scheduleWithFixedDelay(this::check, pause, pause, TimeUnit.NANOSECONDS);
  }

  /// As [#Watchdog(Duration, LongConsumer)], for a call that may close the watchdog: it is made on
  /// a thread of its own, because closing ends the watchdog's.
  public static Watchdog closedBy(Duration patience, Runnable stuck) {
    return new Watchdog(patience, _ -> new NamedDaemons("watchdog-call").newThread(stuck).start());
  }

  /// With a clock; [#check] is left to the caller.
  Watchdog(Duration patience, LongSupplier nanos, LongConsumer stuck) {
    if (!patience.isPositive()) {
      throw new IllegalArgumentException("a watchdog without patience: " + patience);
    }
    this.patienceNanos = patience.toNanos();
    this.nanos = nanos;
    this.stuck = stuck;
    this.thread = Executors.newSingleThreadScheduledExecutor(new NamedDaemons("watchdog"));
  }

  /// Watches from now on.
  public synchronized void watch() {
    watching = true;
    lastStep = nanos.getAsLong();
  }

  /// Stops watching until the next [#watch], because work waits or is done.
  public synchronized void rest() {
    watching = false;
  }

  /// A step was made. Returns at once and allocates nothing.
  ///
  /// @return whether work had been reported as stuck
  public synchronized boolean step() {
    lastStep = nanos.getAsLong();
    boolean was = barked;
    barked = false;
    return was;
  }

  /// Checks once.
  void check() {
    long silent;
    synchronized (this) {
      silent = nanos.getAsLong() - lastStep;
      if (!watching || barked || silent < patienceNanos) {
        return;
      }
      barked = true;
    }
    stuck.accept(silent);
  }

  /// Ends its thread.
  @Override
  public void close() {
    rest();
    thread.shutdownNow();
  }
}
