package dev.hindsight.trainer.run.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.run.BucketEpisodes;
import dev.hindsight.trainer.run.EnvironmentHistory;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.WorstEpisode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The worst episode of a bucket, where the run is interrupted between two evaluations.
class RunBucketsTest {
  @TempDir Path home;

  private RunFolder folder;
  private final List<UpdateReport> log = new ArrayList<>();

  @BeforeEach
  void create() {
    folder = new RunFolder(home.resolve("drive-20261130-200000"));
  }

  /// Adds an update with episodes of bucket 0.
  private void update(RunBuckets buckets, int episodes, double worst) {
    BucketEpisodes ended =
        new BucketEpisodes(
            0,
            episodes,
            episodes,
            worst,
            new EnvironmentHistory(0, 1, 1, 0, new float[] {1}, List.of(0)));
    Map<String, Double> metrics = new LinkedHashMap<>();
    ended.addTo(metrics);
    log.add(
        buckets.measured(
            new UpdateReport(log.size() + 1L, 1, 1, List.of(), metrics), List.of(ended)));
  }

  private RunBuckets resumed() {
    RunBuckets buckets = new RunBuckets(folder);
    buckets.restore(log);
    return buckets;
  }

  private double worst() {
    return WorstEpisode.read(folder, 0).orElseThrow().episodeReturn();
  }

  @Test
  void aResumedRunStillKnowsTheWorstEpisodeSinceTheLastEvaluation() {
    RunBuckets buckets = resumed();
    update(buckets, 100, -3);
    assertEquals(-3, worst());
    update(buckets, 60, -2);
    assertEquals(-3, worst(), "not yet evaluated again");
    update(resumed(), 60, -1);
    assertEquals(-2, worst());
  }

  @Test
  void aResumedRunStillKnowsTheWorstEpisodeBeforeTheFirstEvaluation() {
    update(resumed(), 60, -2);
    assertEquals(-2, worst());
    update(resumed(), 10, -1);
    assertEquals(-2, worst());
    update(resumed(), 60, -1);
    assertEquals(-2, worst());
  }

  /// Neither those before the last evaluation count, nor those of an update that was not saved.
  @Test
  void aResumedRunForgetsEpisodesOfOtherUpdates() {
    RunBuckets buckets = resumed();
    update(buckets, 150, -5);
    update(buckets, 10, -9);
    log.removeLast();
    update(resumed(), 60, -1);
    assertEquals(-1, worst());
  }

  @Test
  void anEpisodeThatCannotBeReadDoesNotKeepARunFromGoingOn() throws IOException {
    RunBuckets buckets = resumed();
    update(buckets, 100, -3);
    update(buckets, 60, -2);
    Files.writeString(folder.nextWorstEpisode(0), "{");
    update(resumed(), 60, -1);
    assertEquals(-1, worst());
  }

  @Test
  void aBucketWhoseNameWasEditedInTheLogIsRefusedInOneLine() {
    String count = BucketEpisodes.PREFIX + "0" + BucketEpisodes.COUNT;
    String mean = BucketEpisodes.PREFIX + "0" + BucketEpisodes.RETURN;
    for (String edited : List.of("dry", "-1", "99999999999", "00")) {
      log.clear();
      update(new RunBuckets(folder), 10, -3);
      Map<String, Double> metrics = new LinkedHashMap<>(log.getFirst().metrics());
      metrics.put(count.replace("0", edited), metrics.remove(count));
      metrics.put(mean.replace("0", edited), metrics.remove(mean));
      log.set(0, new UpdateReport(1, 1, 1, List.of(), metrics));
      Problem problem = assertThrows(Problem.class, this::resumed);
      assertTrue(problem.getMessage().contains(edited), problem.getMessage());
      assertFalse(problem.getMessage().contains("\n"), problem.getMessage());
      assertEquals(Optional.empty(), RunBuckets.of(log));
    }
  }

  @Test
  void aBucketWithoutItsMeanReturnIsRefusedInOneLine() {
    update(new RunBuckets(folder), 10, -3);
    Map<String, Double> metrics = new LinkedHashMap<>(log.getFirst().metrics());
    metrics.remove(BucketEpisodes.PREFIX + "0" + BucketEpisodes.RETURN);
    log.set(0, new UpdateReport(1, 1, 1, List.of(), metrics));
    assertThrows(Problem.class, this::resumed);
    assertEquals(Optional.empty(), RunBuckets.of(log));
  }
}
