package dev.hindsight.trainer.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What the learner knows of its workers at one moment: the source of everything that a window, a
/// file or a metric says of them.
///
/// @param update number of updates done
/// @param version of the learner's weights
/// @param maxLag the largest lag of a batch that is accepted
/// @param waited seconds that the learner has waited for the batches of the present update
/// @param batchesWaiting batches that have arrived and that the learner has not looked at
/// @param ordersOut batches that workers were asked for and have not delivered
/// @param staleAfter seconds without a sign of life after which a worker that owes a batch is
///   conspicuous
/// @param books of the run so far
/// @param workers in order
public record FleetState(
    long update,
    long version,
    long maxLag,
    double waited,
    int batchesWaiting,
    int ordersOut,
    double staleAfter,
    FleetBooks books,
    List<WorkerStatus> workers) {
  /// Copies the list.
  public FleetState {
    workers = List.copyOf(workers);
  }

  /// What a worker does.
  public enum WorkerPhase {
    /// It was asked for a batch and has not run a tick since it was started.
    STARTING,
    /// It collects a batch.
    COLLECTING,
    /// It owes nothing.
    WAITING,
    /// It finishes its batch; then a fresh one takes its place.
    DRAINING
  }

  /// One worker.
  ///
  /// @param worker its number, from 0
  /// @param host where it runs; empty for the learner's own process, words if it waits for one
  /// @param phase what it does
  /// @param generation number of times that it was replaced
  /// @param version of the weights it acts with, or acted with last
  /// @param lag version of the learner minus that version
  /// @param stepsPerSecond agent steps of its last batch by the seconds from order to arrival; 0
  ///   before the first
  /// @param memory bytes in use of the process it runs in; 0 without one
  /// @param memoryLimit bytes that the process may use
  /// @param silent seconds since its last sign of life: a tick, an order or a batch
  public record WorkerStatus(
      int worker,
      String host,
      WorkerPhase phase,
      int generation,
      long version,
      long lag,
      double stepsPerSecond,
      long memory,
      long memoryLimit,
      double silent) {
    /// Whether it owes a batch and has given no sign of life for too long.
    ///
    /// @param after seconds
    public boolean stale(double after) {
      return phase != WorkerPhase.WAITING && silent >= after;
    }
  }

  /// Whether a worker has given no sign of life for too long.
  public boolean stale(WorkerStatus worker) {
    return worker.stale(staleAfter);
  }

  /// Number of such workers.
  public long staleWorkers() {
    return workers.stream().filter(this::stale).count();
  }

  /// The numbers by name as in docs/metrics.md.
  public Map<String, Double> metrics() {
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put("fleet/waited", waited);
    metrics.put("fleet/accepted", (double) books.accepted());
    metrics.put("fleet/stale", (double) books.stale());
    metrics.put("fleet/future", (double) books.future());
    metrics.put("fleet/started", (double) books.started());
    metrics.put("fleet/running", (double) books.running());
    metrics.put("fleet/lost", (double) books.lost());
    books.ends().forEach((end, count) -> metrics.put("fleet/ends_" + end, (double) count));
    metrics.put("fleet/wasted_steps", (double) books.wastedSteps());
    metrics.put("fleet/failures", (double) books.failures());
    metrics.put("fleet/recycled", (double) books.recycled());
    metrics.put("fleet/queue_timeouts", (double) books.queueTimeouts());
    metrics.put(
        "fleet/memory",
        workers.stream()
            .mapToDouble(worker -> (double) worker.memory() / Math.max(1, worker.memoryLimit()))
            .max()
            .orElse(0));
    metrics.put("fleet/orders_out", (double) ordersOut);
    metrics.put("fleet/stale_workers", (double) staleWorkers());
    double sum = workers.stream().mapToDouble(WorkerStatus::stepsPerSecond).sum();
    if (sum > 0) {
      metrics.put("fleet/collected_per_second", sum);
      metrics.put(
          "fleet/slowest_worker",
          workers.stream().mapToDouble(WorkerStatus::stepsPerSecond).min().orElse(0));
    }
    return metrics;
  }
}
