package dev.hindsight.app.fleet;

import dev.hindsight.trainer.run.UpdateReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/// How well the policy did in each bucket of randomised worlds, update by update, from the metrics
/// `bucket/ID/return`, `bucket/ID/count` and `bucket/variance`. One owner thread.
///
/// A bucket without an episode in an update has no data there, which is not a mean of 0.
public final class BucketHistory {
  private static final String PREFIX = "bucket/";
  private static final String MEAN = "/return";
  private static final String EPISODES = "/count";
  private static final String VARIANCE = "bucket/variance";

  private final Map<String, List<UpdateMean>> buckets =
      new TreeMap<>(
          Comparator.<String>comparingLong(BucketHistory::number)
              .thenComparing(Comparator.naturalOrder()));
  private long first = Long.MAX_VALUE;
  private long last;
  private OptionalDouble variance = OptionalDouble.empty();

  /// One bucket in one update.
  ///
  /// @param episodes their number, at least 1; 1 where the run does not say
  private record UpdateMean(long update, double mean, double episodes) {}

  /// A bucket over some updates.
  ///
  /// @param from first update
  /// @param to last update, inclusive
  /// @param mean return of its episodes; NaN without any
  /// @param episodes their number
  public record BucketCell(long from, long to, double mean, double episodes) {
    /// Whether an episode ended.
    public boolean data() {
      return episodes > 0;
    }
  }

  /// Adds the measurements of the next update. One that was there already, or comes before the last
  /// one, begins anew from there: the run was resumed.
  public void add(UpdateReport report) {
    if (report.update() <= last) {
      buckets.values().forEach(means -> means.removeIf(one -> one.update() >= report.update()));
    }
    first = Math.min(first, report.update());
    last = report.update();
    report
        .metrics()
        .forEach((name, value) -> {
          if (name.startsWith(PREFIX) && name.endsWith(MEAN)) {
            String id = name.substring(PREFIX.length(), name.length() - MEAN.length());
            double episodes = report.metrics().getOrDefault(PREFIX + id + EPISODES, 1.0);
            if (episodes > 0 && Double.isFinite(value)) {
              buckets
                  .computeIfAbsent(id, _ -> new ArrayList<>())
                  .add(new UpdateMean(last, value, episodes));
            }
          } else if (name.equals(VARIANCE)) {
            variance = OptionalDouble.of(value);
          }
        });
  }

  /// Numbers come in their order, before other ids.
  private static long number(String id) {
    return id.matches("[0-9]{1,18}") ? Long.parseLong(id) : Long.MAX_VALUE;
  }

  /// Ids of the buckets that had an episode, in order.
  public List<String> buckets() {
    return List.copyOf(buckets.keySet());
  }

  /// The newest variance between buckets; empty if none was measured.
  public OptionalDouble variance() {
    return variance;
  }

  /// Number of updates from the first to the last one.
  public long updates() {
    return last == 0 ? 0 : last - first + 1;
  }

  /// A bucket's row, divided into columns of equally many updates.
  ///
  /// @param most largest number of columns, at least 1
  public List<BucketCell> row(String bucket, int most) {
    long each = Math.max(1, Math.ceilDiv(updates(), most));
    int columns = (int) Math.ceilDiv(updates(), each);
    double[] sums = new double[columns];
    double[] episodes = new double[columns];
    for (UpdateMean one : buckets.getOrDefault(bucket, List.of())) {
      int column = (int) ((one.update() - first) / each);
      sums[column] += one.mean() * one.episodes();
      episodes[column] += one.episodes();
    }
    List<BucketCell> cells = new ArrayList<>();
    for (int c = 0; c < columns; c++) {
      long from = first + c * each;
      cells.add(
          new BucketCell(
              from,
              Math.min(last, from + each - 1),
              episodes[c] > 0 ? sums[c] / episodes[c] : Double.NaN,
              episodes[c]));
    }
    return cells;
  }
}
