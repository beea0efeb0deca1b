package dev.hindsight.trainer.learn;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Map;
import java.util.Optional;

/// How the C library keeps the memory that native libraries give back to it.
///
/// PyTorch asks for the tensors of a step and gives them back when it has ended. The GNU C library
/// hands a free end of more than twice the largest block back to the system, so that with tensors
/// of some hundred kilobytes the same pages go and come at every tick: up to 70,000 page faults a
/// second, a tenth of the time of a policy that acts, and it depends on who else happened to ask
/// for memory whether they do.
final class NativeHeap {
  /// The most the GNU C library takes: larger blocks have a mapping of their own.
  private static final int LARGEST_BLOCK = 32 << 20;

  private static final int FREE_END = 4 * LARGEST_BLOCK;

  /// `M_TRIM_THRESHOLD` and `M_MMAP_THRESHOLD` of `malloc.h`.
  private static final int TRIM_THRESHOLD = -1;

  private static final int MMAP_THRESHOLD = -3;

  private NativeHeap() {}

  /// Keeps up to 128 MiB for the next who asks; blocks from 32 MiB on still go back at once. Where
  /// the user has set either, or the library is another one, it does nothing: this only tunes.
  static void keep() {
    Map<String, String> environment = System.getenv();
    if (!environment.containsKey("MALLOC_TRIM_THRESHOLD_")
        && !environment.containsKey("MALLOC_MMAP_THRESHOLD_")) {
      boolean _ = set(LARGEST_BLOCK, FREE_END);
    }
  }

  /// @param block bytes from which a block is a mapping of its own
  /// @param end free bytes at the end of the heap from which they go back to the system
  /// @return whether the library knows such settings
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
