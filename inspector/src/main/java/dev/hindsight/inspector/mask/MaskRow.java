package dev.hindsight.inspector.mask;

import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.attention.Passage;
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
public record MaskRow(int query, int first, List<Reason> cells) {
  /// Copies the list.
  public MaskRow {
    cells = List.copyOf(cells);
  }

  /// As it is learned with: every tick of a segment at once. Cells are the segment's ticks.
  public static MaskRow learning(Passage passage, Span segment, int query) {
    Reason[] cells = new Reason[segment.ticks()];
    int begun = episodeStart(passage, segment.from(), query);
    for (int tick = segment.from(); tick < segment.to(); tick++) {
      Reason reason;
      if (tick == query) {
        reason = Reason.SELF;
      } else if (tick > query) {
        reason = Reason.FUTURE;
      } else if (tick < begun) {
        reason = Reason.OTHER_EPISODE;
      } else {
        reason = passage.live(tick) ? Reason.ATTENDED : Reason.LIMBO;
      }
      cells[tick - segment.from()] = reason;
    }
    return new MaskRow(query, segment.from(), Arrays.asList(cells));
  }

  /// As it is acted with: one tick at a time, earlier ones in a cache. Cells are the cache's slots;
  /// slot i holds the tick i after memory began.
  ///
  /// @param horizon S, slots of the cache
  public static MaskRow acting(Passage passage, int horizon, int query) {
    List<Span> stretches = MemoryRules.RIGHT.stretches(passage, horizon);
    int at = stretchOf(stretches, query);
    int begun = stretches.get(at).from();
    Reason[] cells = new Reason[horizon];
    for (int slot = 0; slot < horizon; slot++) {
      int tick = begun + slot;
      if (tick == query) {
        cells[slot] = Reason.SELF;
      } else if (tick < query) {
        cells[slot] = passage.live(tick) ? Reason.ATTENDED : Reason.LIMBO;
      } else {
        cells[slot] = stale(passage, stretches, at, slot);
      }
    }
    return new MaskRow(query, begun, Arrays.asList(cells));
  }

  /// What lies in a slot that the present stretch has not written yet.
  private static Reason stale(Passage passage, List<Span> stretches, int at, int slot) {
    for (int earlier = at - 1; earlier >= 0; earlier--) {
      if (stretches.get(earlier).ticks() > slot) {
        boolean sameEpisode =
            episodeStart(passage, 0, stretches.get(at).from()) <= stretches.get(earlier).from();
        return sameEpisode ? Reason.BEYOND_HORIZON : Reason.OTHER_EPISODE;
      }
    }
    return Reason.NOT_YET_WRITTEN;
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
  private static int episodeStart(Passage passage, int least, int tick) {
    int start = tick;
    while (start > least && passage.terminal()[start - 1] == 0) {
      start--;
    }
    return start;
  }

  /// The reason of a tick, or nothing where no cell stands for it.
  public Optional<Reason> at(int tick) {
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
  public record Run(Reason reason, Span ticks) {}

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
