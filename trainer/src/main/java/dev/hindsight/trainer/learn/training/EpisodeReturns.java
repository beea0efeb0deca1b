package dev.hindsight.trainer.learn.training;

import dev.hindsight.trainer.env.StateStream;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.outcome.EpisodeEnd;
import java.util.Arrays;
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
        metrics.put("episode/return", returns / episodes);
        metrics.put("episode/length", (double) lengths / episodes);
        metrics.put("episode/count", (double) episodes);
      }
    }
  }

  /// @param agents A
  EpisodeReturns(int agents) {
    this.sum = new double[agents];
    this.ticks = new int[agents];
    this.live = new boolean[agents];
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
  }

  /// Called before an environment runs a tick.
  ///
  /// @param seen what its agents observe
  /// @param first its first agent
  /// @param count number of its agents
  void before(StepBuffer seen, int first, int count) {
    for (int i = 0; i < count; i++) {
      live[first + i] = seen.removed[i] == 0;
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
        ends[Math.clamp(seen.end[i], 0, ends.length - 1)]++;
        sum[agent] = 0;
        ticks[agent] = 0;
      }
    }
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
