package dev.hindsight.trainer.rollout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RolloutBenchTest {
  @TempDir Path folder;

  @Test
  void theBenchLeavesNothingBehind() throws IOException {
    RolloutBench.Figures figures = bench(5_000_000);
    assertTrue(figures.openMillis() > 0 && figures.readMicros() > 0, figures.toString());
    try (var left = Files.list(folder)) {
      assertEquals(List.of(), left.toList());
    }
  }

  @Test
  @Tag("slow")
  void aGigabyteOpensInUnder300MillisecondsAndAnyTickIsReadInUnderOne() throws IOException {
    RolloutBench.Figures figures = bench(1_000_000_000);
    assertTrue(figures.openMillis95() < 300, figures.toString());
    assertTrue(figures.readMicros95() < 1000, figures.toString());
  }

  private RolloutBench.Figures bench(long bytes) throws IOException {
    return new RolloutBench(bytes, folder).run(Progress.SILENT, new Cancellation());
  }
}
