package dev.hindsight.trainer.learn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hindsight.trainer.JavaProcess;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tensors that are allocated and freed at every tick, like a policy's. Runs in a separate process,
/// because free memory of this one would distort the result.
class NativeHeapTest {
  private static final Path OWN = Path.of("/proc/thread-self/stat");
  private static final int TICKS = 200;
  private static final int TENSORS = 4;
  private static final long BYTES = 150 << 10;
  private static final int PAGE = 4096;

  /// Pages of a tick's tensors.
  private static final long PAGES = TENSORS * BYTES / PAGE;

  /// Without the setting every tick fetches its pages again, as the library does by itself after
  /// such blocks; otherwise this test could not fail.
  @Test
  void whatIsKeptIsNotFetchedAgain() throws Exception {
    assumeTrue(Files.exists(OWN), "skipped: this system does not count a thread's page faults");
    Process process =
        JavaProcess.of(List.of("--enable-native-access=ALL-UNNAMED"), Ticks.class)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    assumeTrue(!said.equals(Ticks.NOT_HERE), "skipped: this is not the C library of GNU");

    String[] faults = said.split(" ", -1);
    assertTrue(Long.parseLong(faults[0]) > TICKS * PAGES / 2, "as the library does it: " + said);
    assertTrue(Long.parseLong(faults[1]) < 5 * PAGES, "kept: " + said);
  }

  /// Prints the page faults of some ticks, as the library does it by itself and with memory kept.
  static final class Ticks {
    static final String NOT_HERE = "no mallopt";

    private Ticks() {}

    public static void main(String[] arguments) throws Throwable {
      if (!NativeHeap.set(128 << 10, 256 << 10)) {
        System.out.println(NOT_HERE);
        return;
      }
      long before = faultsOf(TICKS);
      NativeHeap.keep();
      System.out.println(before + " " + faultsOf(TICKS));
    }

    private static long faultsOf(int ticks) throws Throwable {
      MethodHandle malloc =
          CLibrary.function(
                  "malloc", FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_LONG))
              .orElseThrow();
      MethodHandle free =
          CLibrary.function("free", FunctionDescriptor.ofVoid(ValueLayout.ADDRESS)).orElseThrow();
      tick(malloc, free);
      long before = faults();
      for (int t = 0; t < ticks; t++) {
        tick(malloc, free);
      }
      return faults() - before;
    }

    // Touching what malloc gave is what is measured.
    @SuppressWarnings("restricted")
    private static void tick(MethodHandle malloc, MethodHandle free) throws Throwable {
      MemorySegment[] tensors = new MemorySegment[TENSORS];
      for (int i = 0; i < TENSORS; i++) {
        tensors[i] = (MemorySegment) malloc.invokeExact(BYTES);
        MemorySegment memory = tensors[i].reinterpret(BYTES);
        for (long at = 0; at < BYTES; at += PAGE) {
          memory.set(ValueLayout.JAVA_BYTE, at, (byte) 1);
        }
      }
      for (MemorySegment tensor : tensors) {
        free.invokeExact(tensor);
      }
    }

    /// Page faults of this thread so far that needed no disk: the eighth number after the name.
    private static long faults() throws Exception {
      String line = Files.readString(OWN, UTF_8);
      return Long.parseLong(line.substring(line.lastIndexOf(')') + 2).split(" ", 9)[7]);
    }
  }
}
