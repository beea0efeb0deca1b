package dev.hindsight.trainer.learn;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Map;
import java.util.Optional;

/// Environment variables of this very process, for native libraries that read them when they load;
/// `System.getenv` does not see them.
final class ProcessEnvironment {
  private static final int KEEP_WHAT_IS_SET = 0;

  private ProcessEnvironment() {}

  /// Sets what the user has not set.
  ///
  /// By POSIX `setenv`, on Linux and macOS. Windows has no such function, and there it does
  /// nothing: these variables only tune.
  static void preset(Map<String, String> variables) {
    FunctionDescriptor types =
        FunctionDescriptor.of(
            ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.JAVA_INT);
    Optional<MethodHandle> found = CLibrary.function("setenv", types);
    if (found.isEmpty()) {
      return;
    }
    MethodHandle setenv = found.get();
    try (Arena arena = Arena.ofConfined()) {
      for (Map.Entry<String, String> variable : variables.entrySet()) {
        int _ =
            (int)
                setenv.invokeExact(
                    arena.allocateFrom(variable.getKey()),
                    arena.allocateFrom(variable.getValue()),
                    KEEP_WHAT_IS_SET);
      }
    } catch (Throwable e) {
      throw new IllegalStateException("setenv takes two strings and a number", e);
    }
  }
}
