package dev.hindsight.inspector.mask;

import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.rollout.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// What one query may attend to, cell by cell, and why: a pure function of the episode flags, the
/// horizon and the query.
///
/// @param query its tick in the recording
/// @param first the tick of cell 0; cell i stands for tick `first + i`
/// @param cells a reason for each cell
public record MaskRow(int query, int first, List<MaskReason> cells) {
  /// Copies the list.
  public MaskRow {
    cells = List.copyOf(cells);
  }

  /// The row in the training form: all ticks of a segment at once. Cells are the segment's ticks.
  public static MaskRow learning(EpisodeFlags episodeFlags, Span segment, int query) {
    MaskReason[] cells = new MaskReason[segment.ticks()];
    int begun = episodeStart(episodeFlags, segment.from(), query);
    for (int tick = segment.from(); tick < segment.to(); tick++) {
      MaskReason maskReason;
      if (tick == query) {
        maskReason = MaskReason.SELF;
      } else if (tick > query) {
        maskReason = MaskReason.FUTURE;
      } else if (tick < begun) {
        maskReason = MaskReason.OTHER_EPISODE;
      } else {
        maskReason = episodeFlags.live(tick) ? MaskReason.ATTENDED : MaskReason.LIMBO;
      }
      cells[tick - segment.from()] = maskReason;
    }
    return new MaskRow(query, segment.from(), Arrays.asList(cells));
  }

  /// The row in the acting form: tick by tick, with earlier ticks in a cache. Cells are the cache's
  /// slots; slot i holds the tick i after the last reset.
  ///
  /// @param horizon S, slots of the cache
  public static MaskRow acting(EpisodeFlags episodeFlags, int horizon, int query) {
    List<Span> stretches = MemoryRules.RIGHT.stretches(episodeFlags, horizon);
    int at = stretchOf(stretches, query);
    int begun = stretches.get(at).from();
    MaskReason[] cells = new MaskReason[horizon];
    for (int slot = 0; slot < horizon; slot++) {
      int tick = begun + slot;
      if (tick == query) {
        cells[slot] = MaskReason.SELF;
      } else if (tick < query) {
        cells[slot] = episodeFlags.live(tick) ? MaskReason.ATTENDED : MaskReason.LIMBO;
      } else {
        cells[slot] = stale(episodeFlags, stretches, at, slot);
      }
    }
    return new MaskRow(query, begun, Arrays.asList(cells));
  }

  /// The content of a slot that the current stretch has not written yet.
  private static MaskReason stale(
      EpisodeFlags episodeFlags, List<Span> stretches, int at, int slot) {
    for (int earlier = at - 1; earlier >= 0; earlier--) {
      if (stretches.get(earlier).ticks() > slot) {
        boolean sameEpisode =
            episodeStart(episodeFlags, 0, stretches.get(at).from())
                <= stretches.get(earlier).from();
        return sameEpisode ? MaskReason.BEYOND_HORIZON : MaskReason.OTHER_EPISODE;
      }
    }
    return MaskReason.NOT_YET_WRITTEN;
  }

  private static int stretchOf(List<Span> stretches, int tick) {
    int low = 0;
    int high = stretches.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) / 2;
      if (stretches.get(middle).from() <= tick) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /// The first tick of a tick's episode; a terminal belongs to the episode it ends.
  private static int episodeStart(EpisodeFlags episodeFlags, int least, int tick) {
    int start = tick;
    while (start > least && episodeFlags.ended()[start - 1] == 0) {
      start--;
    }
    return start;
  }

  /// The reason for a tick; empty if no cell stands for it.
  public Optional<MaskReason> at(int tick) {
    int cell = tick - first;
    return cell >= 0 && cell < cells.size() ? Optional.of(cells.get(cell)) : Optional.empty();
  }

  /// The ticks that are open.
  public BitSet open() {
    BitSet open = new BitSet();
    for (int cell = 0; cell < cells.size(); cell++) {
      open.set(first + cell, cells.get(cell).open());
    }
    return open;
  }

  /// Consecutive cells with the same reason.
  ///
  /// @param ticks at least one
  public record Run(MaskReason reason, Span ticks) {}

  /// All cells as runs, in order.
  public List<Run> runs() {
    List<Run> runs = new ArrayList<>();
    int from = 0;
    for (int cell = 1; cell <= cells.size(); cell++) {
      if (cell == cells.size() || cells.get(cell) != cells.get(from)) {
        runs.add(new Run(cells.get(from), new Span(first + from, first + cell)));
        from = cell;
      }
    }
    return runs;
  }
}
