package dev.hindsight.trainer.learn.training;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hindsight.trainer.Problem;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The results of a collection on their way to another process.
class ReportBytesTest {
  private static CollectionReport report() {
    return SampleReport.of(5_000);
  }

  @Test
  void everyFieldArrivesTheBucketsWithTheirWorstEpisodesToo() {
    CollectionReport sent = report();
    CollectionReport came = ReportBytes.read(ReportBytes.write(sent), List.of(), "worker");

    assertEquals(sent.buckets(), came.buckets());
    assertArrayEquals(ReportBytes.write(sent), ReportBytes.write(came));
  }

  @Test
  void bytesCutOffAnywhereAreDamaged() {
    byte[] whole = ReportBytes.write(report());

    for (int length = 0; length < whole.length; length += 997) {
      byte[] part = Arrays.copyOf(whole, length);
      assertThrows(Problem.class, () -> ReportBytes.read(part, List.of(), "worker"));
    }
  }
}
