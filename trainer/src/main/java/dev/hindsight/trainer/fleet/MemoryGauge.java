package dev.hindsight.trainer.fleet;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;

/// How much of its memory a worker uses. Any thread.
@FunctionalInterface
interface MemoryGauge {
  /// The heap of this process, which all its workers share: what was still in use after the last
  /// garbage collections, as a share of the most it may have. What nobody needs any more does not
  /// count, so that a full heap of garbage recycles no worker.
  MemoryGauge HEAP = (_, _) -> heap();

  /// The same of the process of each worker, as that process reports it; 0 before its first report.
  MemoryGauge REPORTED =
      (_, pulse) ->
          pulse
              .process()
              .map(process -> (double) process.memory() / Math.max(1, process.memoryLimit()))
              .orElse(0.0);

  /// Share of its memory that a worker uses, `[0, 1]`.
  ///
  /// @param worker from 0
  /// @param pulse that of its present generation
  double of(int worker, WorkerPulse pulse);

  private static double heap() {
    return Math.min(1, (double) heapBytes() / Runtime.getRuntime().maxMemory());
  }

  /// Bytes of the heap of this process that were still in use after the last garbage collections.
  static long heapBytes() {
    long used = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      MemoryUsage left = pool.getType() == MemoryType.HEAP ? pool.getCollectionUsage() : null;
      used += left == null ? 0 : left.getUsed();
    }
    return used;
  }
}
