package dev.hindsight.trainer.run.session;

import dev.hindsight.trainer.env.randomise.BucketMonitor;
import dev.hindsight.trainer.env.randomise.BucketMonitor.BucketReport;
import dev.hindsight.trainer.run.BucketEpisodes;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.WorstEpisode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/// Watches the buckets of a run, with or without workers: how well the policy does in each, over
/// all episodes so far, and the worst episode of each among the last. Evaluated after the update
/// that completes a hundred episodes. One owner thread.
public final class RunBuckets {
  /// Metric: mean of the means of the buckets.
  static final String MEAN = BucketEpisodes.PREFIX + "mean";

  /// Metric: population variance of the means of the buckets.
  public static final String VARIANCE = BucketEpisodes.PREFIX + "variance";

  private final RunFolder folder;
  private final BucketMonitor monitor = new BucketMonitor();

  /// The worst episodes since the last evaluation.
  private final Map<Integer, WorstEpisode> worst = new TreeMap<>();

  RunBuckets(RunFolder folder) {
    this.folder = folder;
  }

  /// Goes through the earlier updates of a resumed run.
  void restore(List<UpdateReport> earlier) {
    earlier.forEach(report -> add(monitor, report));
  }

  /// Adds an update.
  ///
  /// @param ended the buckets in which its episodes ended
  /// @return its measurements, with those of the buckets if they are evaluated
  UpdateReport measured(UpdateReport report, List<BucketEpisodes> ended) {
    if (ended.isEmpty()) {
      return report;
    }
    long before = monitor.episodes() / BucketMonitor.EVERY_EPISODES;
    add(monitor, report);
    for (BucketEpisodes one : ended) {
      WorstEpisode now =
          new WorstEpisode(one.bucket(), one.worst(), report.update(), one.history());
      worst.merge(
          one.bucket(),
          now,
          (old, other) -> other.episodeReturn() < old.episodeReturn() ? other : old);
    }
    boolean due = monitor.episodes() / BucketMonitor.EVERY_EPISODES > before;
    // Until the first evaluation the worst episode so far is better than none.
    if (due || before == 0) {
      worst.values().forEach(each -> each.write(folder));
    }
    if (!due) {
      return report;
    }
    worst.clear();
    BucketReport buckets = monitor.report().orElseThrow();
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put(MEAN, buckets.meanReward());
    metrics.put(VARIANCE, buckets.variance());
    return report.with(metrics);
  }

  /// What the buckets of a run show, from the measurements of its updates; empty if no episode of a
  /// bucket has ended.
  public static Optional<BucketReport> of(List<UpdateReport> updates) {
    BucketMonitor monitor = new BucketMonitor();
    updates.forEach(report -> add(monitor, report));
    return monitor.report();
  }

  /// Reads the means and counts of an update, so that a resumed run adds up the same numbers.
  private static void add(BucketMonitor monitor, UpdateReport report) {
    report
        .metrics()
        .forEach((name, count) -> {
          if (name.startsWith(BucketEpisodes.PREFIX) && name.endsWith(BucketEpisodes.COUNT)) {
            String bucket =
                name.substring(
                    BucketEpisodes.PREFIX.length(), name.length() - BucketEpisodes.COUNT.length());
            double mean =
                Objects.requireNonNull(
                    report.metrics().get(BucketEpisodes.PREFIX + bucket + BucketEpisodes.RETURN));
            monitor.add(bucket, mean, Math.round(count));
          }
        });
  }
}
