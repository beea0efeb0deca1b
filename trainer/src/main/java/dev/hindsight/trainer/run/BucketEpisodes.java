package dev.hindsight.trainer.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// The episodes of one bucket of randomised settings that ended in an update. Those that ended
/// because a worker failed are not among them.
///
/// @param bucket its number, from 0
/// @param returns sum of the undiscounted returns of the episodes
/// @param episodes their number, at least 1
/// @param worst the lowest of their returns
/// @param history what the environment of the worst one did, up to its last tick
public record BucketEpisodes(
    int bucket, double returns, long episodes, double worst, EnvironmentHistory history) {
  /// Begins the names of metrics of buckets.
  public static final String PREFIX = "bucket/";

  /// Ends the name of the mean return of a bucket.
  public static final String RETURN = "/return";

  /// Ends the name of the number of episodes of a bucket.
  public static final String COUNT = "/count";

  /// Adds the episodes of two parts of an update; of two equally bad ones that of the first counts.
  public static List<BucketEpisodes> sum(List<BucketEpisodes> one, List<BucketEpisodes> other) {
    SortedMap<Integer, BucketEpisodes> all = new TreeMap<>();
    one.forEach(each -> all.merge(each.bucket, each, BucketEpisodes::plus));
    other.forEach(each -> all.merge(each.bucket, each, BucketEpisodes::plus));
    return new ArrayList<>(all.values());
  }

  private BucketEpisodes plus(BucketEpisodes other) {
    BucketEpisodes worse = other.worst < worst ? other : this;
    return new BucketEpisodes(
        bucket, returns + other.returns, episodes + other.episodes, worse.worst, worse.history);
  }

  /// Adds mean return and number of the episodes, by name as in docs/metrics.md.
  public void addTo(Map<String, Double> metrics) {
    metrics.put(PREFIX + bucket + RETURN, returns / episodes);
    metrics.put(PREFIX + bucket + COUNT, (double) episodes);
  }
}
