package dev.hindsight.trainer.fleet;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// What [FleetSimulation] expects of a fleet, after its first updates.
///
/// @param workers their number
/// @param environments of all workers together
/// @param secondsPerUpdate from one update to the next
/// @param stepsPerSecond agent steps that are learned from
/// @param learnerBusy share of the time that the learner learns
/// @param workersIdle share of the time that workers do not collect, on average
/// @param networkBusy share of the time that the busier direction of the learner's network is in
///   use
/// @param bytesPerSecond bytes to and from the learner
/// @param coresBusy share of the time that the shared cores are in use; 0 if none are shared
/// @param lags batches by lag
/// @param memory bytes of the learner at its peak, or of all together if they share cores
/// @param workerMemory bytes of a worker
/// @param bound what to change first
public record FleetForecast(
    int workers,
    int environments,
    double secondsPerUpdate,
    double stepsPerSecond,
    double learnerBusy,
    double workersIdle,
    double networkBusy,
    double bytesPerSecond,
    double coresBusy,
    SortedMap<Long, Long> lags,
    double memory,
    double workerMemory,
    Bound bound) {
  /// Copies the map.
  public FleetForecast {
    lags = Collections.unmodifiableSortedMap(new TreeMap<>(Map.copyOf(lags)));
  }

  /// What keeps a fleet from being faster.
  public enum Bound {
    /// It needs more memory than there is: it does not run.
    MEMORY,
    /// The cores that all share have nothing left.
    CORES,
    LEARNER,
    NETWORK,
    WORKERS;

    /// The name in files: `learner`.
    @JsonValue
    public String id() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
