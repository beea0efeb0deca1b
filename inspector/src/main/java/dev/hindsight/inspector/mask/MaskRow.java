package dev.hindsight.inspector.mask;

import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.rollout.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// What one query may look at, cell by cell, and why: a pure function of the passage, the horizon
/// and the query.
///
/// @param query a tick of the recording
/// @param first tick that cell 0 stands for; cell i stands for tick `first + i`
/// @param cells a reason for each
public record MaskRow(int query, int first, List<MaskReason> cells) {
  /// Copies the list.
  public MaskRow {
    cells = List.copyOf(cells);
  }

  /// As it is learned with: every tick of a segment at once. Cells are the segment's ticks.
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

  /// As it is acted with: one tick at a time, earlier ones in a cache. Cells are the cache's slots;
  /// slot i holds the tick i after memory began.
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

  /// What lies in a slot that the present stretch has not written yet.
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

  /// First tick of the episode a tick belongs to; a terminal belongs to the episode it ends.
  private static int episodeStart(EpisodeFlags episodeFlags, int least, int tick) {
    int start = tick;
    while (start > least && episodeFlags.terminal()[start - 1] == 0) {
      start--;
    }
    return start;
  }

  /// The reason of a tick, or nothing where no cell stands for it.
  public Optional<MaskReason> at(int tick) {
    int cell = tick - first;
    return cell >= 0 && cell < cells.size() ? Optional.of(cells.get(cell)) : Optional.empty();
  }

  /// Ticks that may be looked at.
  public BitSet open() {
    BitSet open = new BitSet();
    for (int cell = 0; cell < cells.size(); cell++) {
      open.set(first + cell, cells.get(cell).open());
    }
    return open;
  }

  /// Cells of one reason after each other.
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
