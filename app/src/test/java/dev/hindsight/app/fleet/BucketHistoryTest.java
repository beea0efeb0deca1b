package dev.hindsight.app.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.fleet.BucketHistory.BucketCell;
import dev.hindsight.trainer.run.UpdateReport;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/// Buckets over updates, from metrics.
class BucketHistoryTest {
  private final BucketHistory history = new BucketHistory();

  private void add(long update, Map<String, Double> metrics) {
    history.add(new UpdateReport(update, 1, 1, List.of(), metrics));
  }

  @Test
  void anUpdateWithoutAnEpisodeHasNoDataAndIsNoReturnOf0() {
    add(1, Map.of("bucket/ice/return", 0.0, "bucket/ice/count", 2.0));
    add(2, Map.of("bucket/ice/count", 0.0));
    add(3, Map.of("bucket/ice/return", Double.NaN, "bucket/ice/count", 0.0));

    List<BucketCell> row = history.row("ice", 10);

    assertEquals(3, row.size());
    assertTrue(row.get(0).data());
    assertEquals(0, row.get(0).mean());
    assertFalse(row.get(1).data());
    assertFalse(row.get(2).data());
  }

  @Test
  void updatesThatShareAColumnCountByTheirEpisodes() {
    add(1, Map.of("bucket/a/return", 1.0, "bucket/a/count", 3.0));
    add(2, Map.of("bucket/a/return", 5.0, "bucket/a/count", 1.0));
    add(3, Map.of("bucket/a/return", 7.0, "bucket/a/count", 2.0));

    List<BucketCell> row = history.row("a", 2);

    assertEquals(List.of(new BucketCell(1, 2, 2, 4), new BucketCell(3, 3, 7, 2)), row);
  }

  @Test
  void aResumedRunReplacesTheUpdatesThatRanAgain() {
    add(1, Map.of("bucket/a/return", 1.0));
    add(2, Map.of("bucket/a/return", 2.0));
    add(3, Map.of("bucket/a/return", 3.0));
    add(2, Map.of("bucket/a/return", 9.0));

    assertEquals(
        List.of(new BucketCell(1, 1, 1, 1), new BucketCell(2, 2, 9, 1)), history.row("a", 10));
  }

  @Test
  void theVarianceIsNoBucketAndTheNewestCounts() {
    assertEquals(OptionalDouble.empty(), history.variance());
    add(1, Map.of("bucket/variance", 0.1, "bucket/mass=high/return", 1.0));
    add(2, Map.of("bucket/variance", 0.3));
    add(3, Map.of());

    assertEquals(OptionalDouble.of(0.3), history.variance());
    assertEquals(List.of("mass=high"), history.buckets());
  }

  @Test
  void numberedBucketsAreInTheOrderOfTheirNumbers() {
    add(
        1,
        Map.of(
            "bucket/10/return", 1.0,
            "bucket/2/return", 1.0,
            "bucket/ice/return", 1.0,
            "bucket/mean", 1.0));

    assertEquals(List.of("2", "10", "ice"), history.buckets());
  }
}
