package dev.hindsight.inspector.lookback;

import dev.hindsight.inspector.attention.AttentionLimit;
import dev.hindsight.inspector.attention.AttentionSource;
import dev.hindsight.inspector.attention.AttentionSources;
import dev.hindsight.inspector.lookback.LookBack.WeightedTick;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The moments of earlier trials that an agent's policy attended to most, for every tick of a
/// recording: what a film can show. Weights are means over all layers and heads. Neighbouring ticks
/// are one moment with their summed weight.
///
/// @param agent whose policy
/// @param moments of each tick, the heaviest first; none in limbo and in first trials
/// @param byTrial `[ticks][K]`, weight on each trial of the episode; no arrays in limbo
public record LookBackTicks(int agent, List<List<WeightedTick>> moments, float[][] byTrial) {
  /// The most moments of a tick.
  static final int MOST = 3;

  /// Ticks on each side of a moment whose weight counts as its own.
  static final int AROUND = 2;

  /// Moments with less weight are left out.
  static final float LEAST = 0.05f;

  /// Copies the list.
  public LookBackTicks {
    moments = List.copyOf(moments);
  }

  /// Computes them from the recording and its checkpoint.
  ///
  /// @param chosen the checkpoint; if empty, this method looks for the one that recorded
  /// @throws dev.hindsight.trainer.Problem if there is no attention to show
  public static LookBackTicks of(
      Rollout rollout,
      int agent,
      Optional<Path> chosen,
      Progress progress,
      Cancellation cancellation) {
    List<List<WeightedTick>> moments = new ArrayList<>();
    float[][] byTrial = new float[rollout.ticks()][];
    Arrays.setAll(byTrial, _ -> new float[0]);
    for (int tick = 0; tick < rollout.ticks(); tick++) {
      moments.add(List.of());
    }
    EpisodeFlags flags = EpisodeFlags.of(rollout, agent);
    TrialIndex trials = rollout.trials();
    try (AttentionSource source = AttentionSources.open(rollout, chosen)) {
      for (Span stretch : source.stretches(agent, flags, MemoryRules.RIGHT)) {
        cancellation.throwIfCancelled();
        progress.report(stretch.from(), rollout.ticks(), "ticks");
        if (!AttentionLimit.allows(source.layers() * source.heads(), stretch)) {
          continue;
        }
        AttentionTrace trace = source.trace(agent, stretch, flags, MemoryRules.RIGHT);
        for (int tick = stretch.from(); tick < stretch.to(); tick++) {
          if (flags.live(tick)) {
            float[] mean = trace.meanRow(tick - stretch.from());
            byTrial[tick] = byTrial(mean, stretch.from(), trials);
            moments.set(tick, heaviest(mean, stretch.from(), tick, trials));
          }
        }
      }
    }
    return new LookBackTicks(agent, moments, byTrial);
  }

  private static float[] byTrial(float[] mean, int from, TrialIndex trials) {
    int last = trials.trial(trials.stretchAt(from + mean.length - 1));
    float[] sums = new float[last + 1];
    for (int slot = 0; slot < mean.length; slot++) {
      sums[trials.trial(trials.stretchAt(from + slot))] += mean[slot];
    }
    return sums;
  }

  /// Takes the heaviest tick of the earlier trials with its surroundings, and again without them.
  static List<WeightedTick> heaviest(float[] mean, int from, int tick, TrialIndex trials) {
    int end = Math.min(mean.length, trials.start(trials.stretchAt(tick)) - from);
    float[] left = Arrays.copyOf(mean, Math.max(0, end));
    List<WeightedTick> found = new ArrayList<>();
    while (found.size() < MOST) {
      int peak = 0;
      for (int slot = 1; slot < left.length; slot++) {
        peak = left[slot] > left[peak] ? slot : peak;
      }
      float mass = 0;
      for (int slot = Math.max(0, peak - AROUND);
          slot < Math.min(left.length, peak + AROUND + 1);
          slot++) {
        mass += left[slot];
        left[slot] = 0;
      }
      if (mass < LEAST) {
        return found;
      }
      found.add(new WeightedTick(from + peak, mass));
    }
    return found;
  }
}
