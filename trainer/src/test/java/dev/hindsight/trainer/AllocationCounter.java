package dev.hindsight.trainer;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/// Counts heap allocations.
public final class AllocationCounter {
  private AllocationCounter() {}

  /// Bytes that the calling thread allocates for a piece of work, without the cost of measuring.
  public static long by(Runnable work) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().threadId();
    long before = threads.getThreadAllocatedBytes(thread);
    long nothing = threads.getThreadAllocatedBytes(thread) - before;
    before = threads.getThreadAllocatedBytes(thread);
    work.run();
    return threads.getThreadAllocatedBytes(thread) - before - nothing;
  }
}
