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
  MemoryGauge HEAP = _ -> heap();

  /// Of workers in other processes, whose memory nobody measures yet: none is due for it.
  MemoryGauge UNKNOWN = _ -> 0;

  /// Share of its memory that a worker uses, `[0, 1]`.
  ///
  /// @param worker from 0
  double of(int worker);

  private static double heap() {
    long most = Runtime.getRuntime().maxMemory();
    long used = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      MemoryUsage left = pool.getType() == MemoryType.HEAP ? pool.getCollectionUsage() : null;
      used += left == null ? 0 : left.getUsed();
    }
    return Math.min(1, (double) used / most);
  }
}
