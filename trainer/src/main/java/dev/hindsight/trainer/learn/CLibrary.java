package dev.hindsight.trainer.learn;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/// Calls functions of the system's C library that Java has no equivalent for.
final class CLibrary {
  private CLibrary() {}

  /// A function; empty if the system's library has none of that name.
  // Calling native code is what this is for; the application grants itself native access.
  @SuppressWarnings("restricted")
  static Optional<MethodHandle> function(String name, FunctionDescriptor types) {
    Linker linker = Linker.nativeLinker();
    return linker.defaultLookup().find(name).map(address -> linker.downcallHandle(address, types));
  }
}
