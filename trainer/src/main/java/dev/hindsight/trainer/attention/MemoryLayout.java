package dev.hindsight.trainer.attention;

import dev.hindsight.trainer.attention.MemoryRules.LimboRule;
import dev.hindsight.trainer.attention.MemoryRules.MaskRule;
import dev.hindsight.trainer.rollout.Span;
import java.util.Arrays;
import java.util.List;

/// How an agent's memory treats n consecutive ticks: the result of [MemoryRules] applied to
/// [EpisodeFlags], or any other layout. The arrays must not change afterwards.
///
/// @param position `[n]`, row of the table of positions
/// @param episode `[n]`, index of the span between two memory wipes
/// @param hidden `[n]`, 1 if no later tick may look at it
/// @param mask which ticks of its span a query may look at
/// @param window number of most recent keys a query looks at, its own included; 0 for no limit
public record MemoryLayout(
    long[] position, int[] episode, byte[] hidden, MaskRule mask, int window) {
  /// Checks that all arrays have the same length.
  public MemoryLayout {
    if (position.length != episode.length || position.length != hidden.length) {
      throw new IllegalArgumentException("layouts of different numbers of ticks");
    }
  }

  /// The layout that rules give.
  ///
  /// @param episodeFlags of these ticks
  /// @param from the recording's tick that comes first
  /// @param horizon S
  public static MemoryLayout of(
      MemoryRules rules, EpisodeFlags episodeFlags, int from, int horizon) {
    return of(rules, rules.stretches(episodeFlags, horizon), episodeFlags, from, horizon);
  }

  /// The layout of a span without a memory wipe.
  ///
  /// @param episodeFlags of the whole recording
  public static MemoryLayout ofStretch(
      MemoryRules rules, EpisodeFlags episodeFlags, Span stretch, int horizon) {
    return of(
        rules,
        List.of(new Span(0, stretch.ticks())),
        episodeFlags.part(stretch),
        stretch.from(),
        horizon);
  }

  /// The layout for given spans between memory wipes.
  ///
  /// @param stretches spans that together cover the passage
  /// @param from the recording's tick that comes first
  /// @param horizon S
  public static MemoryLayout of(
      MemoryRules rules, List<Span> stretches, EpisodeFlags episodeFlags, int from, int horizon) {
    long[] position = new long[episodeFlags.ticks()];
    int[] episode = new int[episodeFlags.ticks()];
    for (int number = 0; number < stretches.size(); number++) {
      Span stretch = stretches.get(number);
      int trial = stretch.from();
      int live = 0;
      for (int t = stretch.from(); t < stretch.to(); t++) {
        episode[t] = number;
        position[t] =
            switch (rules.position()) {
              case EPISODE -> t - stretch.from();
              case SLOT -> (from + t) % horizon;
              case TRIAL -> t - trial;
              case FROM_ONE -> Math.min(t - stretch.from() + 1, horizon - 1);
              case ON_THE_MAP -> live;
              case NONE -> 0;
            };
        live += episodeFlags.live(t) ? 1 : 0;
        trial = episodeFlags.truncation()[t] != 0 || episodeFlags.ended()[t] != 0 ? t + 1 : trial;
      }
    }
    byte[] hidden =
        rules.limbo() == LimboRule.CLOSED ? episodeFlags.removed() : new byte[episodeFlags.ticks()];
    return new MemoryLayout(position, episode, hidden, rules.mask(), rules.window());
  }

  /// n.
  public int ticks() {
    return position.length;
  }

  /// The same layout with other positions.
  public MemoryLayout at(long[] positions) {
    return new MemoryLayout(positions, episode, hidden, mask, window);
  }

  /// Whether a network computes the same with both layouts.
  public boolean same(MemoryLayout other) {
    return Arrays.equals(position, other.position)
        && Arrays.equals(episode, other.episode)
        && Arrays.equals(hidden, other.hidden)
        && mask == other.mask
        && window == other.window;
  }
}
