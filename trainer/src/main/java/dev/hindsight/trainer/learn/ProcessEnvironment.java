package dev.hindsight.trainer.learn;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Map;
import java.util.Optional;

/// Sets environment variables of this process, for native libraries that read them when they load;
/// `System.getenv` does not see them.
final class ProcessEnvironment {
  private static final int KEEP_WHAT_IS_SET = 0;

  private ProcessEnvironment() {}

  /// Sets the variables that the user has not set.
  ///
  /// Uses POSIX `setenv` on Linux and macOS. Does nothing on Windows, which has no such function:
  /// everything works without these variables, if not as fast.
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
