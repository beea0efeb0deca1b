package dev.hindsight.inspector.mask;

import dev.hindsight.inspector.mask.MaskCheck.MaskFinding;
import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// Holds the slots a recording calls garbage (channel `cache_garbage`) against the ticks it calls
/// limbo: they must be the same ones. A query's own slot says nothing, since it is marked after it
/// was looked at.
final class CacheGarbageCheck {
  private CacheGarbageCheck() {}

  /// What is wrong with the garbage of a stretch; nothing where the recording does not keep any.
  ///
  /// @param slots S
  static List<MaskFinding> of(
      Rollout rollout, int agent, EpisodeFlags episodeFlags, Span stretch, int slots) {
    Optional<Channel> garbage =
        rollout
            .channel("cache_garbage")
            .filter(channel -> channel.spec().perAgent() && channel.rowShape().length == 2);
    if (garbage.isEmpty()) {
      return List.of();
    }
    int width = garbage.get().rowShape()[1];
    List<BitSet> open = new ArrayList<>();
    for (int query = stretch.from(); query < stretch.to(); query++) {
      open.add(open(garbage.get(), agent, width, stretch.from(), query));
    }
    return MaskCheck.of(episodeFlags, MaskCheck.acting(episodeFlags, slots, stretch), open);
  }

  /// @param first tick of slot 0
  private static BitSet open(Channel garbage, int agent, int width, int first, int query) {
    BitSet open = new BitSet();
    for (int tick = first; tick <= query; tick++) {
      int slot = tick - first;
      boolean marked = slot < width && garbage.integer(query, agent * width + slot) != 0;
      open.set(tick, tick == query || !marked);
    }
    return open;
  }
}
