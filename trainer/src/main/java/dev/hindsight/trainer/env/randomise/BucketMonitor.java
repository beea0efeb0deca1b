package dev.hindsight.trainer.env.randomise;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Watches whether a policy does equally well in all buckets: the parts into which randomised
/// settings of a world divide its episodes. One owner thread.
///
/// ```
/// mean of a bucket = sum of its returns / number of its episodes
/// mean reward      = mean of the means of the buckets
/// variance         = mean of (mean of a bucket - mean reward)^2
/// alert           <=> variance > 0.25
/// ```
///
/// Buckets count equally, however many episodes they have. Episodes that ended because a worker
/// failed say nothing about the policy and are never added.
public final class BucketMonitor {
  /// The variance above which the monitor alerts; exactly this one does not.
  public static final double LARGEST_VARIANCE = 0.25;

  /// Number of episodes after which the monitor reports.
  public static final int EVERY_EPISODES = 100;

  private final Map<String, Sums> buckets = new TreeMap<>();
  private long episodes;

  private static final class Sums {
    private double returns;
    private long episodes;
  }

  /// A bucket's episodes.
  ///
  /// @param bucket its id
  /// @param episodes their number, at least 1
  /// @param mean of their returns
  public record BucketMean(String bucket, long episodes, double mean) {}

  /// What the buckets show.
  ///
  /// @param buckets by id, at least one
  /// @param meanReward mean of the means of the buckets
  /// @param variance population variance of the means of the buckets; 0 for a single bucket
  public record BucketReport(List<BucketMean> buckets, double meanReward, double variance) {
    /// Copies the list.
    public BucketReport {
      buckets = List.copyOf(buckets);
    }

    /// Whether the policy does too differently in different buckets.
    public boolean alert() {
      return variance > LARGEST_VARIANCE;
    }
  }

  /// Adds an episode.
  ///
  /// @param bucket id of its bucket
  /// @param episodeReturn finite
  /// @return what the buckets show, after every hundredth episode
  public Optional<BucketReport> add(String bucket, double episodeReturn) {
    Sums sums = buckets.computeIfAbsent(bucket, _ -> new Sums());
    sums.returns += episodeReturn;
    sums.episodes++;
    episodes++;
    return episodes % EVERY_EPISODES == 0 ? report() : Optional.empty();
  }

  /// Adds the episodes of a bucket that ended in an update.
  ///
  /// @param bucket id of the bucket
  /// @param mean of their returns, finite
  /// @param count their number
  public void add(String bucket, double mean, long count) {
    Sums sums = buckets.computeIfAbsent(bucket, _ -> new Sums());
    sums.returns += mean * count;
    sums.episodes += count;
    episodes += count;
  }

  /// Episodes so far.
  public long episodes() {
    return episodes;
  }

  /// What the buckets show now; empty if there is no data.
  public Optional<BucketReport> report() {
    if (buckets.isEmpty()) {
      return Optional.empty();
    }
    List<BucketMean> means = new ArrayList<>();
    double sum = 0;
    for (Map.Entry<String, Sums> one : buckets.entrySet()) {
      double mean = one.getValue().returns / one.getValue().episodes;
      means.add(new BucketMean(one.getKey(), one.getValue().episodes, mean));
      sum += mean;
    }
    double mean = sum / means.size();
    double squares = 0;
    for (BucketMean one : means) {
      squares += (one.mean() - mean) * (one.mean() - mean);
    }
    return Optional.of(new BucketReport(means, mean, squares / means.size()));
  }
}
