package dev.hindsight.trainer.learn.training;

import dev.hindsight.trainer.env.StateStream;
import dev.hindsight.trainer.env.StepBuffer;
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

  /// @param agents A
  EpisodeReturns(int agents) {
    this.sum = new double[agents];
    this.ticks = new int[agents];
    this.live = new boolean[agents];
  }

  /// All environments are new.
  void renew() {
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
        sum[agent] += seen.reward[i];
        ticks[agent]++;
      }
      if (seen.episodeEnded(i) && ticks[agent] > 0) {
        returns += sum[agent];
        lengths += ticks[agent];
        episodes++;
        sum[agent] = 0;
        ticks[agent] = 0;
      }
    }
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
