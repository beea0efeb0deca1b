package dev.hindsight.trainer.learn.training;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.run.BucketEpisodes;
import dev.hindsight.trainer.run.EnvironmentHistory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The results of a collection on their way to another process.
class ReportBytesTest {
  private static CollectionReport report() {
    float[] actions = new float[10_000];
    for (int i = 0; i < actions.length; i++) {
      actions[i] = i / 3f;
    }
    List<Integer> updates = IntStream.range(0, 5_000).map(i -> i / 100).boxed().toList();
    return new CollectionReport(
        new Collector.Split(0.5, 0.25),
        40,
        41,
        20,
        3,
        OptionalLong.of(2),
        new EpisodeReturns.Sums(1.5, 30, 4),
        List.of(
            new BucketEpisodes(
                1, 2.5, 3, -0.5, new EnvironmentHistory(7, 11L, 2, 0, actions, updates))),
        new FigureMeans.Sums(List.of(), new double[0], 1, 2, 3),
        Map.of("goals", 4.0),
        8,
        List.of(new VectorEnvironment.TrialSum(1.5, 3)),
        1,
        "value of agent 3");
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
