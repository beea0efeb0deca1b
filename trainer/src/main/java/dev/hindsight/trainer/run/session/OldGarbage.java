package dev.hindsight.trainer.run.session;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;

/// Has the heap cleared of what has died after a long life, such as episodes that a replay buffer
/// has removed. The serial collector leaves them until the heap has its largest size, so the memory
/// of a long run would grow to that although it holds ever the same. One owner thread.
final class OldGarbage {
  /// Bytes that are never worth a collection.
  private static final long LITTLE = 64L << 20;

  /// So many times what was alive at the last collection: each then frees at least as much as it
  /// must look at.
  private static final int TIMES = 3;

  /// Where what lives long is kept; empty for collectors that clear it by themselves.
  private final List<MemoryPoolMXBean> pools =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP && pool.getName().equals("Tenured Gen"))
          .toList();

  /// Collects if it is worth while: between two updates.
  ///
  /// @return whether it did
  boolean clear() {
    for (MemoryPoolMXBean pool : pools) {
      MemoryUsage alive = pool.getCollectionUsage();
      if (due(pool.getUsage().getUsed(), alive == null ? 0 : alive.getUsed())) {
        System.gc();
        return true;
      }
    }
    return false;
  }

  /// Whether a collection is worth while.
  ///
  /// @param used bytes, with garbage
  /// @param alive bytes at the last collection
  static boolean due(long used, long alive) {
    return used > LITTLE + TIMES * alive;
  }
}
