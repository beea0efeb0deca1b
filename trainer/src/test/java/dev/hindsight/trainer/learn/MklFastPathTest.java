package dev.hindsight.trainer.learn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class MklFastPathTest {
  @Test
  @EnabledOnOs(
      value = OS.LINUX,
      architectures = {"amd64", "x86_64"})
  @SuppressWarnings("restricted")
  void theLibraryMadeInMemoryAnswersForTheWholeProcess() throws Throwable {
    assertTrue(MklFastPath.answer());
    Linker linker = Linker.nativeLinker();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment everywhere = MemorySegment.NULL;
      MemorySegment found =
          (MemorySegment)
              CLibrary.function(
                      "dlsym",
                      FunctionDescriptor.of(
                          ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.ADDRESS))
                  .orElseThrow()
                  .invokeExact(everywhere, arena.allocateFrom(MklFastPath.QUESTION));
      assertNotEquals(0, found.address(), "it is in the global scope");
      int answer =
          (int)
              linker
                  .downcallHandle(found, FunctionDescriptor.of(ValueLayout.JAVA_INT))
                  .invokeExact();
      assertEquals(1, answer);
    }
  }

  @Test
  void onlyProcessorsOfAmdThatRunTheKernelsSuit() {
    assertTrue(MklFastPath.suits(processor("AuthenticAMD", "fpu avx  avx2 fma sse4a  avx2 ")));
    assertFalse(MklFastPath.suits(processor("GenuineIntel", "fpu avx avx2 fma")));
    assertFalse(MklFastPath.suits(processor("AuthenticAMD", "fpu avx fma sse4a")));
    assertFalse(MklFastPath.suits(processor("AuthenticAMD", "fpu avx avx2 fma4")));
    assertFalse(MklFastPath.suits(""));
  }

  private static String processor(String vendor, String flags) {
    return "processor\t: 0\nvendor_id\t: " + vendor + "\nflags\t\t: " + flags + "\nbugs\t\t: x\n";
  }
}
