package dev.hindsight.trainer.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolThreadsTest {
  private static final int PARTS = 400;

  /// A tool that notices a second user.
  private static final class Tool {
    private final AtomicBoolean used = new AtomicBoolean();
    private final AtomicBoolean closed = new AtomicBoolean();

    private void use() {
      assertTrue(used.compareAndSet(false, true), "two threads have one tool");
      Thread.onSpinWait();
      used.set(false);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void everyPartIsDoneOnceWithAToolThatNoOtherThreadHas(int threads) {
    Tool first = new Tool();
    List<Tool> opened = new CopyOnWriteArrayList<>();
    AtomicIntegerArray done = new AtomicIntegerArray(PARTS);
    try (ToolThreads<Tool> tools =
        new ToolThreads<>(
            "test",
            threads,
            first,
            () -> {
              Tool tool = new Tool();
              opened.add(tool);
              return tool;
            },
            tool -> tool.closed.set(true))) {
      tools.run(
          PARTS,
          (tool, part) -> {
            tool.use();
            int _ = done.incrementAndGet(part);
          },
          Progress.SILENT,
          "parts");
    }
    for (int part = 0; part < PARTS; part++) {
      assertEquals(1, done.get(part));
    }
    assertTrue(opened.size() < threads);
    assertTrue(opened.stream().allMatch(tool -> tool.closed.get()));
    assertFalse(first.closed.get());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void ofSeveralFailuresTheFirstPartsIsThrownAndTheThreadsStayUsable(int threads) {
    try (ToolThreads<Tool> tools =
        new ToolThreads<>("test", threads, new Tool(), Tool::new, _ -> {})) {
      for (int round = 0; round < 50; round++) {
        IllegalStateException thrown =
            assertThrows(
                IllegalStateException.class,
                () ->
                    tools.run(
                        PARTS,
                        (_, part) -> {
                          if (part % 7 == 3) {
                            throw new IllegalStateException("part " + part);
                          }
                        },
                        Progress.SILENT,
                        "parts"));
        assertEquals("part 3", thrown.getMessage());
      }
      AtomicIntegerArray done = new AtomicIntegerArray(PARTS);
      tools.run(PARTS, (_, part) -> done.set(part, 1), Progress.SILENT, "parts");
      assertEquals(1, done.get(PARTS - 1));
    }
  }
}
