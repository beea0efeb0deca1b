package dev.hindsight.trainer.learn;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Map;
import java.util.Optional;

/// Sets environment variables of this process, for native libraries that read them when they load;
/// `System.getenv` does not see them.
public final class ProcessEnvironment {
  private static final int KEEP_WHAT_IS_SET = 0;

  private ProcessEnvironment() {}

  /// Whether variables can be set here; not on Windows.
  public static boolean settable() {
    return function().isPresent();
  }

  /// POSIX `setenv`, which Linux and macOS have.
  private static Optional<MethodHandle> function() {
    return CLibrary.function(
        "setenv",
        FunctionDescriptor.of(
            ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
  }

  /// Sets the variables that the user has not set; does nothing where none can be set.
  static void preset(Map<String, String> variables) {
    Optional<MethodHandle> found = function();
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
