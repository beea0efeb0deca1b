package dev.hindsight.trainer.learn.training;

import dev.hindsight.trainer.env.StateStream;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.outcome.EpisodeEnd;
import dev.hindsight.trainer.run.UpdateReport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// Return and length of the episodes that end while a policy trains, from the rewards as the
/// environment gave them: before they are clipped, undiscounted. An episode that continues from
/// update to update counts in the update in which it ends. Hot loop: [#before] and [#after]
/// allocate nothing. One owner thread.
final class EpisodeReturns {
  /// `[A]`, sum of the rewards of the present episode.
  private final double[] sum;

  /// `[A]`, ticks outside limbo of the present episode.
  private final int[] ticks;

  /// `[A]`, whether the agent acts in the present tick.
  private final boolean[] live;

  /// `[A]`, bucket of the present episode; -1 if nothing is randomised.
  private final int[] bucket;

  /// `[buckets]` of the episodes that ended in this update.
  private BucketSums[] buckets = new BucketSums[0];

  /// Ticks since the environments were created, the present one included.
  private int tick;

  private double returns;
  private long lengths;
  private long episodes;

  /// `[code]` episodes that ended since the environments of the run began, by code of their end.
  private final long[] ends = new long[EpisodeEnd.values().length + 1];

  private long started;
  private long replaced;
  private long steps;

  /// Return and length of the episodes that ended in an update.
  ///
  /// @param returns sum of their returns
  /// @param lengths sum of their lengths in ticks
  /// @param episodes their number
  record Sums(double returns, long lengths, long episodes) {
    Sums plus(Sums other) {
      return new Sums(returns + other.returns, lengths + other.lengths, episodes + other.episodes);
    }

    /// Adds the means of this update, by name as in docs/metrics.md; nothing if no episode ended.
    void addTo(Map<String, Double> metrics) {
      if (episodes > 0) {
        metrics.put(UpdateReport.RETURN, returns / episodes);
        metrics.put("episode/length", (double) lengths / episodes);
        metrics.put("episode/count", (double) episodes);
      }
    }
  }

  /// The episodes of a bucket that ended in an update.
  private static final class BucketSums {
    private double returns;
    private long episodes;
    private double worst;

    /// Learning agent of the worst episode.
    private int agent;

    /// Ticks of its environment until its end.
    private int ticks;
  }

  /// The episodes of a bucket that ended in an update.
  ///
  /// @param bucket from 0
  /// @param returns sum of their returns
  /// @param episodes their number, at least 1
  /// @param worst the lowest return
  /// @param agent learning agent of that episode
  /// @param ticks of its environment until its end
  record Bucket(int bucket, double returns, long episodes, double worst, int agent, int ticks) {}

  /// @param agents A
  EpisodeReturns(int agents) {
    this.sum = new double[agents];
    this.ticks = new int[agents];
    this.live = new boolean[agents];
    this.bucket = new int[agents];
  }

  /// All environments are new.
  void renew() {
    replaced += running();
    Arrays.fill(sum, 0);
    Arrays.fill(ticks, 0);
  }

  /// The episodes that are under way, for a stored state.
  void transfer(StateStream stream) {
    stream.numbers(sum);
    stream.numbers(ticks);
  }

  /// An update begins: forgets the episodes that ended before.
  void begin() {
    returns = 0;
    lengths = 0;
    episodes = 0;
    for (BucketSums one : buckets) {
      one.returns = 0;
      one.episodes = 0;
    }
  }

  /// The environments are about to run a tick.
  ///
  /// @param ticks of the environments since they were created, this one included
  void at(int ticks) {
    tick = ticks;
  }

  /// The buckets in which episodes ended in this update, in order.
  List<Bucket> buckets() {
    List<Bucket> all = new ArrayList<>();
    for (int b = 0; b < buckets.length; b++) {
      BucketSums one = buckets[b];
      if (one.episodes > 0) {
        all.add(new Bucket(b, one.returns, one.episodes, one.worst, one.agent, one.ticks));
      }
    }
    return all;
  }

  /// Called before an environment runs a tick.
  ///
  /// @param seen what its agents observe
  /// @param first its first agent
  /// @param count number of its agents
  void before(StepBuffer seen, int first, int count) {
    for (int i = 0; i < count; i++) {
      live[first + i] = seen.removed[i] == 0;
      bucket[first + i] = seen.bucket;
    }
  }

  /// Called after an environment has run a tick; parameters as for [#before].
  void after(StepBuffer seen, int first, int count) {
    for (int i = 0; i < count; i++) {
      int agent = first + i;
      if (live[agent]) {
        started += ticks[agent] == 0 ? 1 : 0;
        steps++;
        sum[agent] += seen.reward[i];
        ticks[agent]++;
      }
      if (seen.episodeEnded(i) && ticks[agent] > 0) {
        returns += sum[agent];
        lengths += ticks[agent];
        episodes++;
        if (bucket[agent] >= 0) {
          add(agent);
        }
        ends[Math.clamp(seen.end[i], 0, ends.length - 1)]++;
        sum[agent] = 0;
        ticks[agent] = 0;
      }
    }
  }

  /// Adds the episode of an agent to its bucket. Allocates once for each bucket.
  private void add(int agent) {
    int of = bucket[agent];
    while (of >= buckets.length) {
      buckets = Arrays.copyOf(buckets, buckets.length + 1);
      buckets[buckets.length - 1] = new BucketSums();
    }
    BucketSums one = buckets[of];
    if (one.episodes == 0 || sum[agent] < one.worst) {
      one.worst = sum[agent];
      one.agent = agent;
      one.ticks = tick;
    }
    one.returns += sum[agent];
    one.episodes++;
  }

  /// The sums of this update.
  Sums sums() {
    return new Sums(returns, lengths, episodes);
  }

  private long running() {
    return Arrays.stream(ticks).filter(count -> count > 0).count();
  }

  /// What became of all episodes so far.
  EpisodeCounts counts() {
    return new EpisodeCounts(started, ends.clone(), replaced, running(), steps);
  }
}
