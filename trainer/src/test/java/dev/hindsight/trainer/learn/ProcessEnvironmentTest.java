package dev.hindsight.trainer.learn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProcessEnvironmentTest {
  @BeforeEach
  void posix() {
    assumeTrue(
        Linker.nativeLinker().defaultLookup().find("setenv").isPresent(),
        "skipped: this system has no setenv");
  }

  @Test
  void nativeCodeSeesWhatIsSet() throws Throwable {
    ProcessEnvironment.preset(Map.of("HINDSIGHT_TEST_PRESET", "here"));
    assertEquals("here", getenv("HINDSIGHT_TEST_PRESET"));
  }

  @Test
  void whatIsSetAlreadyStays() throws Throwable {
    ProcessEnvironment.preset(Map.of("HINDSIGHT_TEST_TWICE", "first"));
    ProcessEnvironment.preset(Map.of("HINDSIGHT_TEST_TWICE", "second"));
    assertEquals("first", getenv("HINDSIGHT_TEST_TWICE"));
  }

  // Asks the C library, as the native libraries do.
  @SuppressWarnings("restricted")
  private static String getenv(String name) throws Throwable {
    SymbolLookup library = Linker.nativeLinker().defaultLookup();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment value =
          (MemorySegment)
              Linker.nativeLinker()
                  .downcallHandle(
                      library.findOrThrow("getenv"),
                      FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.ADDRESS))
                  .invokeExact(arena.allocateFrom(name));
      return value.reinterpret(256).getString(0);
    }
  }
}
