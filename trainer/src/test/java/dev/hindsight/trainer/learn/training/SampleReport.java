package dev.hindsight.trainer.learn.training;

import dev.hindsight.trainer.run.BucketEpisodes;
import dev.hindsight.trainer.run.EnvironmentHistory;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/// A report of a collection with something in every field.
public final class SampleReport {
  private SampleReport() {}

  /// One as bytes.
  public static byte[] bytes() {
    return ReportBytes.write(of(20));
  }

  /// @param ticks of its worst episode
  static CollectionReport of(int ticks) {
    float[] actions = new float[2 * ticks];
    for (int i = 0; i < actions.length; i++) {
      actions[i] = i / 3f;
    }
    List<Integer> updates = IntStream.range(0, ticks).map(i -> i / 100).boxed().toList();
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
}
