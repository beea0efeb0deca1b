package dev.hindsight.trainer.run.foreign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Histograms and texts over steps: as bands, in bounded memory, in the folder of a run.
class LoggedHistoryTest {
  @TempDir private Path folder;

  @Test
  void bandsAreTheQuantilesOfEvenBuckets() {
    double[] limits = {1, 2, 3, 4};
    double[] counts = {25, 25, 25, 25};
    LoggedBands bands = LoggedBands.of(7, 0, 4, limits, counts);
    for (int i = 0; i < LoggedBands.SHARES.size(); i++) {
      assertEquals(4 * LoggedBands.SHARES.get(i), bands.quantiles().get(i), 1e-12);
    }
    // The ends of the numbers lie inside open buckets, as TensorBoard writes them.
    LoggedBands open =
        LoggedBands.of(7, -0.5, 0.5, new double[] {-1, 0, 1e308}, new double[] {0, 10, 10});
    assertEquals(-0.5, open.quantiles().getFirst());
    assertEquals(0, open.quantiles().get(4));
    assertEquals(0.5, open.quantiles().getLast());
  }

  @Test
  void itIsReadAsItWasWritten() throws IOException {
    LoggedHistory history =
        new LoggedHistory(
            Map.of("w", List.of(LoggedBands.of(3, 0, 2, new double[] {1, 2}, new double[] {1, 2}))),
            Map.of("t", List.of(new LoggedText(1, "one\ntwo"), new LoggedText(2, ""))));
    history.write(folder);
    assertEquals(history, LoggedHistory.read(folder));
    Files.writeString(folder.resolve("history.jsonl"), "{\"tag\": 3");
    Problem damaged = assertThrows(Problem.class, () -> LoggedHistory.read(folder));
    assertEquals(1, damaged.toString().lines().count());
    Files.delete(folder.resolve("history.jsonl"));
    assertTrue(LoggedHistory.read(folder).empty());
  }

  @Test
  void aLongLogIsThinnedButKeepsItsEnds() {
    LoggedMetrics metrics = new LoggedMetrics("here");
    for (int step = 0; step < 10_000; step++) {
      metrics.histogram("w", LoggedBands.of(step, 0, 1, new double[] {1}, new double[] {1}));
      metrics.text("t", step, "x".repeat(5000));
    }
    List<LoggedBands> bands = metrics.history().histograms().values().iterator().next();
    List<LoggedText> texts = metrics.history().texts().values().iterator().next();
    assertTrue(bands.size() <= 200 && bands.size() > 50, bands.size() + " are kept");
    assertTrue(texts.size() <= 200, texts.size() + " are kept");
    assertEquals(0, bands.getFirst().step());
    assertEquals(9999, bands.getLast().step());
    assertEquals(9999, texts.getLast().step());
    metrics.cut(5000);
    assertTrue(metrics.history().histograms().values().iterator().next().getLast().step() < 5000);
  }
}
