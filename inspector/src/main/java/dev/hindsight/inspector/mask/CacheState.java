package dev.hindsight.inspector.mask;

import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.rollout.Span;
import java.util.List;

/// The cache of an agent at a tick.
///
/// @param position ticks of the stretch behind it, from 0: the slot that is written now
/// @param written slots that hold something, the present one included
/// @param garbage of these, how many hold limbo
/// @param stretch since when nothing was forgotten, and until when
/// @param resets times memory began anew before
/// @param cause why it did the last time
public record CacheState(
    int position, int written, int garbage, Span stretch, int resets, Cause cause) {
  /// Why memory begins.
  public enum Cause {
    /// The recording begins.
    BEGINNING("the recording begins"),
    /// The episode before ended for good.
    TERMINAL("a terminal"),
    /// All slots were written.
    FULL("all slots were full"),
    /// Something else wiped it.
    OTHER("neither a terminal nor a full cache");

    private final String words;

    Cause(String words) {
      this.words = words;
    }

    /// For people.
    public String words() {
      return words;
    }
  }

  /// What the cache holds when the policy has looked at a tick.
  ///
  /// @param stretches as the policy's memory had them
  /// @param horizon S
  public static CacheState at(
      EpisodeFlags episodeFlags, List<Span> stretches, int horizon, int tick) {
    int at = 0;
    while (at + 1 < stretches.size() && stretches.get(at + 1).from() <= tick) {
      at++;
    }
    Span stretch = stretches.get(at);
    int garbage = 0;
    for (int t = stretch.from(); t <= tick; t++) {
      garbage += episodeFlags.live(t) ? 0 : 1;
    }
    int position = tick - stretch.from();
    return new CacheState(
        position, position + 1, garbage, stretch, at, cause(episodeFlags, stretches, at, horizon));
  }

  private static Cause cause(EpisodeFlags episodeFlags, List<Span> stretches, int at, int horizon) {
    int from = stretches.get(at).from();
    if (from == 0) {
      return Cause.BEGINNING;
    }
    if (episodeFlags.terminal()[from - 1] != 0) {
      return Cause.TERMINAL;
    }
    return stretches.get(at - 1).ticks() == horizon ? Cause.FULL : Cause.OTHER;
  }
}
