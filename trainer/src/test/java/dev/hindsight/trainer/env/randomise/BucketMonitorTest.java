package dev.hindsight.trainer.env.randomise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.env.airspace.AirTrafficReference;
import dev.hindsight.trainer.env.randomise.BucketMonitor.BucketMean;
import dev.hindsight.trainer.env.randomise.BucketMonitor.BucketReport;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BucketMonitorTest {
  private static BucketReport report(JsonNode one) {
    BucketMonitor monitor = new BucketMonitor();
    one.get("records")
        .properties()
        .forEach(bucket ->
            bucket.getValue().forEach(number -> monitor.add(bucket.getKey(), number.asDouble())));
    return monitor.report().orElseThrow();
  }

  @Test
  void meansVarianceAndAlertAreThoseOfTheReference() {
    JsonNode cases = AirTrafficReference.file("pipeline").get("bucket_monitor");
    for (JsonNode one : cases) {
      BucketReport report = report(one);
      assertEquals(one.get("bucketCount").asInt(), report.buckets().size());
      assertEquals(one.get("meanReward").asDouble(), report.meanReward(), 1e-12);
      assertEquals(one.get("crossBucketVariance").asDouble(), report.variance(), 1e-12);
      assertEquals(one.get("alert").asBoolean(), report.alert(), one::toString);
    }
    assertEquals(3, cases.size());
  }

  @Test
  void anAlertAtExactlyTheLimitDisagreesWithTheReference() {
    JsonNode exact = AirTrafficReference.file("pipeline").get("bucket_monitor").get(2);
    BucketReport report = report(exact);

    boolean planted = report.variance() >= BucketMonitor.LARGEST_VARIANCE;

    assertNotEquals(exact.get("alert").asBoolean(), planted);
    assertEquals(exact.get("alert").asBoolean(), report.alert());
  }

  @Test
  void theMeanRewardIsThatOfTheBucketsAndNotOfTheEpisodes() {
    BucketMonitor monitor = new BucketMonitor();
    monitor.add("often", 0);
    monitor.add("often", 0);
    monitor.add("often", 0);
    monitor.add("rare", 1);

    assertEquals(0.5, monitor.report().orElseThrow().meanReward());
  }

  @Test
  void withoutDataThereIsNoReport() {
    assertEquals(Optional.empty(), new BucketMonitor().report());
  }

  @Test
  void aSingleBucketHasNoVariance() {
    BucketMonitor monitor = new BucketMonitor();
    monitor.add("only", 1);
    monitor.add("only", 5);

    BucketReport report = monitor.report().orElseThrow();

    assertEquals(0, report.variance());
    assertFalse(report.alert());
    assertEquals(List.of(new BucketMean("only", 2, 3)), report.buckets());
  }

  @Test
  void aReportComesWithEveryHundredthEpisode() {
    BucketMonitor monitor = new BucketMonitor();
    int reports = 0;
    for (int i = 1; i <= 250; i++) {
      boolean reported = monitor.add("b" + i % 3, i).isPresent();
      assertEquals(i % 100 == 0, reported, "episode " + i);
      reports += reported ? 1 : 0;
    }
    assertEquals(2, reports);
  }
}
