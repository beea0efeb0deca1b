package dev.hindsight.trainer.fleet;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.fleet.WorkerPulse.WorkerProcess;
import dev.hindsight.trainer.run.FleetBooks;
import dev.hindsight.trainer.run.FleetState;
import dev.hindsight.trainer.run.FleetState.WorkerPhase;
import dev.hindsight.trainer.run.FleetState.WorkerStatus;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;

/// Notes what the learner hears of its workers, for a [FleetState]. It decides nothing. One owner
/// thread: the learner's.
final class FleetMonitor {
  private static final double NANOS = 1e9;

  private final LongSupplier nanos;
  private final Watched[] workers;
  private final BitSet draining = new BitSet();
  private long update;
  private double waited;
  private long waitsSince;
  private boolean waiting;

  /// What was heard of a worker.
  private static final class Watched {
    private long version;
    private double stepsPerSecond;
    private boolean owes;

    /// Whether its generation has run a tick.
    private boolean moved;

    private long orderedAt;
    private long heardAt;
    private long ticks;
  }

  /// @param count number of workers
  /// @param nanos a clock, as [System#nanoTime]
  FleetMonitor(int count, LongSupplier nanos) {
    this.nanos = nanos;
    this.workers = new Watched[count];
    for (int w = 0; w < count; w++) {
      workers[w] = new Watched();
      workers[w].heardAt = nanos.getAsLong();
    }
  }

  /// The learner begins to collect an update.
  ///
  /// @param number of updates done
  void begins(long number) {
    update = number;
    waited = 0;
    waiting = false;
  }

  /// The learner waits for batches from now on.
  void waits() {
    waitsSince = nanos.getAsLong();
    waiting = true;
  }

  /// The learner has all batches of the update.
  ///
  /// @return seconds that it has waited
  double waitedEnough() {
    waited = waited();
    waiting = false;
    return waited;
  }

  private double waited() {
    return waited + (waiting ? (nanos.getAsLong() - waitsSince) / NANOS : 0);
  }

  /// The learner has learned from the update.
  void learned(long number) {
    update = number;
  }

  /// A worker was asked for a batch.
  ///
  /// @param version of the weights to act with
  void ordered(int worker, long version) {
    Watched one = workers[worker];
    one.version = version;
    one.owes = true;
    one.orderedAt = nanos.getAsLong();
    one.heardAt = one.orderedAt;
  }

  /// A worker has delivered what it was asked for.
  ///
  /// @param steps agent steps in the batch
  /// @param arrived when its batch arrived, by the clock: the learner may have looked at it later
  void delivered(int worker, long steps, long arrived) {
    Watched one = workers[worker];
    one.owes = false;
    one.moved = true;
    one.heardAt = arrived;
    one.stepsPerSecond = steps / Math.max(1e-9, (arrived - one.orderedAt) / NANOS);
  }

  /// A fresh worker has taken the place of one.
  void replaced(int worker) {
    Watched one = workers[worker];
    one.moved = false;
    one.owes = false;
    one.ticks = 0;
    one.heardAt = nanos.getAsLong();
    draining.clear(worker);
  }

  /// A worker is to be replaced once it has delivered.
  void drains(int worker) {
    draining.set(worker);
  }

  /// Whether a worker is to be replaced before its next order.
  boolean draining(int worker) {
    return draining.get(worker);
  }

  /// Everything as it is now.
  ///
  /// @param version of the learner
  /// @param settings of the fleet
  /// @param books of the run so far
  /// @param delivered workers whose batch has arrived, but has not been looked at
  /// @param generations by worker
  /// @param pulses of each worker's generation
  FleetState state(
      long version,
      FleetSettings settings,
      FleetBooks books,
      BitSet delivered,
      IntUnaryOperator generations,
      IntFunction<WorkerPulse> pulses) {
    long now = nanos.getAsLong();
    Runtime own = Runtime.getRuntime();
    WorkerProcess usual =
        settings.listening().isEmpty()
            ? new WorkerProcess("", own.totalMemory() - own.freeMemory(), own.maxMemory())
            : new WorkerProcess(wording("FleetMonitor.no_process"), 0, 0);
    List<WorkerStatus> all = new ArrayList<>();
    int owed = 0;
    for (int w = 0; w < workers.length; w++) {
      Watched one = workers[w];
      WorkerPulse pulse = pulses.apply(w);
      WorkerProcess process = pulse.process().orElse(usual);
      long ran = pulse.steps();
      if (ran != one.ticks) {
        one.ticks = ran;
        one.moved = true;
        one.heardAt = now;
      }
      boolean owes = one.owes && !delivered.get(w);
      owed += owes ? 1 : 0;
      all.add(
          new WorkerStatus(
              w,
              process.address(),
              phase(w, owes),
              generations.applyAsInt(w),
              one.version,
              version - one.version,
              one.stepsPerSecond,
              process.memory(),
              process.memoryLimit(),
              (now - one.heardAt) / NANOS));
    }
    return new FleetState(
        update,
        version,
        settings.maxLag(),
        waited(),
        delivered.cardinality(),
        owed,
        settings.queueTimeout().toNanos() / NANOS,
        books,
        all);
  }

  private WorkerPhase phase(int worker, boolean owes) {
    if (draining.get(worker) && owes) {
      return WorkerPhase.DRAINING;
    }
    if (owes) {
      return workers[worker].moved ? WorkerPhase.COLLECTING : WorkerPhase.STARTING;
    }
    return WorkerPhase.WAITING;
  }
}
