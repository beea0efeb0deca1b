package dev.hindsight.trainer.run.session;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.JavaProcess;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/// When a long run has its heap cleared.
class OldGarbageTest {
  private static final long MB = 1 << 20;

  @Test
  void itIsClearedWhenItHoldsSeveralTimesWhatLives() {
    assertFalse(OldGarbage.due(60 * MB, 0));
    assertTrue(OldGarbage.due(70 * MB, 0));
    assertFalse(OldGarbage.due(350 * MB, 100 * MB));
    assertTrue(OldGarbage.due(370 * MB, 100 * MB));
  }

  /// In a process of its own, whose heap holds nothing else.
  @Test
  void aBufferThatReplacesItsOldestPartDoesNotFillTheHeap() throws Exception {
    Process process =
        JavaProcess.of(List.of("-Xmx1g", "-XX:+UseSerialGC"), ReplacingBuffer.class).start();
    String[] numbers =
        new String(process.getInputStream().readAllBytes(), UTF_8).strip().split(" ", -1);
    assertEquals(0, process.waitFor());
    int cleared = Integer.parseInt(numbers[0]);
    long most = Long.parseLong(numbers[1]);
    assertTrue(cleared > 0, "never cleared");
    assertTrue(cleared < 100, cleared + " times");
    assertTrue(most < 700, most + " MB");
  }

  /// A buffer whose oldest part is replaced again and again, as a replay buffer's: without clearing
  /// the heap would grow by all that was ever stored, 1.6 GB of 1 GB. Prints how often it was
  /// cleared, and the most megabytes in use.
  static final class ReplacingBuffer {
    private ReplacingBuffer() {}

    public static void main(String[] arguments) {
      OldGarbage garbage = new OldGarbage();
      Deque<byte[]> buffer = new ArrayDeque<>();
      long most = 0;
      int cleared = 0;
      for (int i = 0; i < 1600; i++) {
        buffer.add(new byte[(int) MB]);
        if (buffer.size() > 16) {
          buffer.removeFirst();
        }
        cleared += garbage.clear() ? 1 : 0;
        Runtime runtime = Runtime.getRuntime();
        most = Math.max(most, runtime.totalMemory() - runtime.freeMemory());
      }
      System.out.println(cleared + " " + most / MB);
    }
  }
}
