package dev.hindsight.trainer.run;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// What the workers of a run have done so far: every episode that began has ended in one way, or is
/// running.
///
/// @param workers number of workers
/// @param started episodes that began
/// @param ends episodes that ended, by kind, as `task_done`
/// @param running episodes under way
/// @param balanced whether started = ended + running
/// @param steps agent steps of the batches that arrived and were learned from
/// @param wastedSteps agent steps that nothing was learned from
/// @param accepted batches within the largest lag
/// @param stale batches beyond it
/// @param future batches with a damaged version
/// @param lags batches by lag
/// @param refusedDeliveries batches that were delivered twice, late or with a gap
/// @param failures workers that failed
/// @param recycled workers that were replaced because of their age
/// @param queueTimeouts times that the learner waited too long for a batch
public record FleetBooks(
    int workers,
    long started,
    Map<String, Long> ends,
    long running,
    boolean balanced,
    long steps,
    long wastedSteps,
    long accepted,
    long stale,
    long future,
    Map<Long, Long> lags,
    long refusedDeliveries,
    long failures,
    long recycled,
    long queueTimeouts) {
  /// Copies the maps, keeping the order.
  public FleetBooks {
    ends = Collections.unmodifiableMap(new LinkedHashMap<>(ends));
    lags = Collections.unmodifiableMap(new LinkedHashMap<>(lags));
  }

  /// Episodes that ended because a worker failed, stopped or was recycled.
  public long lost() {
    return ends.getOrDefault("infra_crash", 0L);
  }
}
