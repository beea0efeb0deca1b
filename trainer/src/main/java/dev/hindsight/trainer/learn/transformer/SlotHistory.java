package dev.hindsight.trainer.learn.transformer;

import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.rollout.Span;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/// What the cache's mask of one agent held, by letting the mask live through all ticks.
final class SlotHistory {
  private SlotHistory() {}

  /// Ticks that lie in slots which are open to each query.
  ///
  /// @param horizon S
  /// @param queries ticks to tell of; those before are lived through too
  static List<BitSet> open(EpisodeFlags episodeFlags, int horizon, Span queries) {
    FloatBuffer mask = FloatBuffer.allocate(horizon);
    SlotWindow window = new SlotWindow(1, horizon, mask);
    int[] written = new int[horizon];
    byte[] removed = new byte[1];
    List<BitSet> all = new ArrayList<>();
    for (int tick = 0; tick < queries.to(); tick++) {
      if (tick > 0 && episodeFlags.terminal()[tick - 1] != 0) {
        window.forget(0);
      }
      window.open();
      written[window.slot()] = tick;
      if (queries.holds(tick)) {
        BitSet open = new BitSet();
        for (int slot = 0; slot < horizon; slot++) {
          if (mask.get(slot) == 0) {
            open.set(written[slot]);
          }
        }
        all.add(open);
      }
      removed[0] = episodeFlags.removed()[tick];
      window.shut(removed);
    }
    return all;
  }
}
