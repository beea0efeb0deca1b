package dev.hindsight.inspector.derived;

import dev.hindsight.inspector.attention.AttentionReading;
import dev.hindsight.inspector.attention.AttentionReadingCache;
import dev.hindsight.inspector.attention.AttentionScan;
import dev.hindsight.inspector.mask.LimboLeak;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.Arrays;

/// Where an agent's policy looks, a few numbers a tick. Immutable once read.
///
/// @param agent whose it is
/// @param edition of the checkpoint it was read with
/// @param leak `[T]` weight that the query puts on ticks in limbo, all heads added up
/// @param entropy `[T]` of the weights, nats, the mean of all heads; NaN in limbo
/// @param masses `[K][T]` weight on each trial of the episode, the mean of all heads; NaN in limbo
record AttentionSeries(int agent, int edition, float[] leak, float[] entropy, float[][] masses) {
  /// Reads an agent from beginning to end: for a background thread.
  ///
  /// @param trials K
  /// @throws dev.hindsight.trainer.Problem if there is no attention to be had
  static AttentionSeries of(
      Rollout rollout,
      AttentionReadingCache library,
      int agent,
      int trials,
      Progress progress,
      Cancellation cancellation) {
    AttentionReading reading = library.reading(agent, rollout.ticks() - 1, cancellation);
    int ticks = reading.passage().ticks();
    AttentionSeries attentionSeries =
        new AttentionSeries(
            agent, reading.edition(), new float[ticks], new float[ticks], new float[trials][ticks]);
    TrialIndex index = rollout.trials();
    AttentionScan.over(
        rollout,
        reading,
        library.chosen(),
        progress,
        cancellation,
        trace -> attentionSeries.take(trace, reading.passage(), index));
    return attentionSeries;
  }

  int ticks() {
    return leak.length;
  }

  private void take(AttentionTrace trace, EpisodeFlags episodeFlags, TrialIndex index) {
    int first = trace.span().from();
    int[] trial = new int[trace.span().ticks()];
    Arrays.setAll(trial, slot -> index.trial(index.stretchAt(first + slot)));
    int planes = trace.layers() * trace.heads();
    for (int plane = 0; plane < planes; plane++) {
      int layer = plane / trace.heads();
      int head = plane % trace.heads();
      float[] part = LimboLeak.of(trace, episodeFlags, layer, head);
      for (int query = 0; query < part.length; query++) {
        leak[first + query] += part[query];
        look(trace, trace.plane(layer, head), query, trial, 1f / planes);
      }
    }
    for (int query = 0; query < trial.length; query++) {
      if (!episodeFlags.live(first + query)) {
        entropy[first + query] = Float.NaN;
        for (float[] mass : masses) {
          mass[first + query] = Float.NaN;
        }
      }
    }
  }

  private void look(AttentionTrace trace, float[] plane, int query, int[] trial, float share) {
    int tick = trace.span().from() + query;
    int offset = trace.offset(query);
    int slots = Math.min(trace.slots(query), trial.length);
    double sum = 0;
    for (int slot = 0; slot < slots; slot++) {
      float weight = plane[offset + slot];
      sum -= weight > 0 ? weight * Math.log(weight) : 0;
      if (trial[slot] < masses.length) {
        masses[trial[slot]][tick] += share * weight;
      }
    }
    entropy[tick] += (float) (share * sum);
  }
}
