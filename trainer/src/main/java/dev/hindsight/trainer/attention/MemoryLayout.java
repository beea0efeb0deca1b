package dev.hindsight.trainer.attention;

import dev.hindsight.trainer.attention.MemoryRules.LimboRule;
import dev.hindsight.trainer.attention.MemoryRules.MaskRule;
import dev.hindsight.trainer.rollout.Span;
import java.util.Arrays;
import java.util.List;

/// What becomes of n ticks in an agent's memory, tick by tick: [MemoryRules] applied to a
/// [EpisodeFlags], or whatever else memory may have been like. Arrays are not written again.
///
/// @param position `[n]`, row of the table of positions
/// @param episode `[n]`, which of the stretches between which everything is forgotten
/// @param hidden `[n]`, 1 where no later tick may look at it
/// @param mask which ticks of its stretch a query may look at
/// @param window keys a query looks at, the last ones, itself included; 0 where there is no limit
public record MemoryLayout(
    long[] position, int[] episode, byte[] hidden, MaskRule mask, int window) {
  /// Checks that all are equally long.
  public MemoryLayout {
    if (position.length != episode.length || position.length != hidden.length) {
      throw new IllegalArgumentException("layouts of different numbers of ticks");
    }
  }

  /// By rules.
  ///
  /// @param episodeFlags of these ticks
  /// @param from tick of the recording that is the first
  /// @param horizon S
  public static MemoryLayout of(
      MemoryRules rules, EpisodeFlags episodeFlags, int from, int horizon) {
    return of(rules, rules.stretches(episodeFlags, horizon), episodeFlags, from, horizon);
  }

  /// Of a stretch within which nothing is forgotten.
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

  /// With stretches of one's own.
  ///
  /// @param stretches of the passage, all of it
  /// @param from tick of the recording that is the first
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
        trial =
            episodeFlags.truncation()[t] != 0 || episodeFlags.terminal()[t] != 0 ? t + 1 : trial;
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

  /// The same with positions of one's own.
  public MemoryLayout at(long[] positions) {
    return new MemoryLayout(positions, episode, hidden, mask, window);
  }

  /// Whether a network sees no difference between two.
  public boolean same(MemoryLayout other) {
    return Arrays.equals(position, other.position)
        && Arrays.equals(episode, other.episode)
        && Arrays.equals(hidden, other.hidden)
        && mask == other.mask
        && window == other.window;
  }
}
