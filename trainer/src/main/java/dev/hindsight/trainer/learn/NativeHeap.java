package dev.hindsight.trainer.learn;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Map;
import java.util.Optional;

/// Tunes how the C library keeps memory that native libraries free.
///
/// PyTorch allocates the tensors of a step and frees them afterwards. The GNU C library returns a
/// free heap end of more than twice the largest block to the system. With tensors of some hundred
/// kilobytes the same pages are therefore returned and fetched again every tick: up to 70,000 page
/// faults a second, a tenth of an acting policy's time. Whether this happens depends on other
/// allocations.
final class NativeHeap {
  /// The largest threshold that the GNU C library accepts: larger blocks have a mapping of their
  /// own.
  private static final int LARGEST_BLOCK = 32 << 20;

  private static final int FREE_END = 4 * LARGEST_BLOCK;

  /// `M_TRIM_THRESHOLD` and `M_MMAP_THRESHOLD` of `malloc.h`.
  private static final int TRIM_THRESHOLD = -1;

  private static final int MMAP_THRESHOLD = -3;

  private NativeHeap() {}

  /// Keeps up to 128 MiB of freed memory; blocks of 32 MiB and more are still returned at once.
  /// Does nothing if the user has set either value or the library is another one: this is only
  /// tuning.
  static void keep() {
    Map<String, String> environment = System.getenv();
    if (!environment.containsKey("MALLOC_TRIM_THRESHOLD_")
        && !environment.containsKey("MALLOC_MMAP_THRESHOLD_")) {
      boolean _ = set(LARGEST_BLOCK, FREE_END);
    }
  }

  /// @param block size in bytes from which a block has a mapping of its own
  /// @param end free bytes at the end of the heap from which they are returned to the system
  /// @return whether the library supports these settings
  static boolean set(int block, int end) {
    FunctionDescriptor types =
        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
    Optional<MethodHandle> mallopt = CLibrary.function("mallopt", types);
    if (mallopt.isEmpty()) {
      return false;
    }
    try {
      return (int) mallopt.get().invokeExact(MMAP_THRESHOLD, block) == 1
          && (int) mallopt.get().invokeExact(TRIM_THRESHOLD, end) == 1;
    } catch (Throwable e) {
      throw new IllegalStateException("mallopt takes two numbers", e);
    }
  }
}
