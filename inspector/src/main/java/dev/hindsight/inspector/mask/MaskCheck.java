package dev.hindsight.inspector.mask;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.rollout.Span;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Compares a mask in use with the correct one, and names the faults.
public final class MaskCheck {
  private final EpisodeFlags episodeFlags;
  private final Map<MaskFault, MaskFinding> found = new EnumMap<>(MaskFault.class);

  private MaskCheck(EpisodeFlags episodeFlags) {
    this.episodeFlags = episodeFlags;
  }

  /// A fault, with its first place and its number of cells.
  ///
  /// @param query tick of the first query with the fault
  /// @param key the tick that it wrongly sees or does not see
  /// @param cells the number of cells with the fault
  public record MaskFinding(MaskFault fault, int query, int key, int cells) {
    /// A description for users: `limbo slots left open (query tick 7, key tick 4; 21 cells)`.
    public String words() {
      return wording("MaskCheck.query_tick_key_tick")
          .formatted(fault.words(), query, key, cells, cells == 1 ? "cell" : "cells");
    }
  }

  /// The faults of a segment's mask.
  ///
  /// @param expected what each query of the segment should see
  /// @param open what it sees, as [dev.hindsight.trainer.attention.MaskForm#open] reports
  public static List<MaskFinding> of(
      EpisodeFlags episodeFlags, List<MaskRow> expected, List<BitSet> open) {
    MaskCheck audit = new MaskCheck(episodeFlags);
    for (int i = 0; i < expected.size(); i++) {
      audit.row(expected.get(i), open.get(i));
    }
    return List.copyOf(audit.found.values());
  }

  /// The correct rows for all queries of a segment, in the training form.
  public static List<MaskRow> learning(EpisodeFlags episodeFlags, Span segment) {
    List<MaskRow> rows = new ArrayList<>();
    for (int query = segment.from(); query < segment.to(); query++) {
      rows.add(MaskRow.learning(episodeFlags, segment, query));
    }
    return rows;
  }

  /// The correct rows for all queries of a span, in the acting form.
  ///
  /// @param horizon S
  public static List<MaskRow> acting(EpisodeFlags episodeFlags, int horizon, Span span) {
    List<MaskRow> rows = new ArrayList<>();
    for (int query = span.from(); query < span.to(); query++) {
      rows.add(MaskRow.acting(episodeFlags, horizon, query));
    }
    return rows;
  }

  private void row(MaskRow expected, BitSet open) {
    int query = expected.query();
    if (open.isEmpty()) {
      add(MaskFault.NO_LEGAL_KEY, query, query);
    }
    for (int tick = open.nextSetBit(0); tick >= 0; tick = open.nextSetBit(tick + 1)) {
      Optional<MaskReason> reason = expected.at(tick);
      if (reason.isEmpty() || !reason.get().open()) {
        add(opened(reason, tick, query), query, tick);
      }
    }
    BitSet missing = expected.open();
    missing.andNot(open);
    for (int tick = missing.nextSetBit(0); tick >= 0; tick = missing.nextSetBit(tick + 1)) {
      add(closed(tick, query), query, tick);
    }
  }

  /// A tick without a cell lies before the stretch: it belongs to an earlier episode, or lies
  /// beyond the horizon.
  private MaskFault opened(Optional<MaskReason> reason, int tick, int query) {
    if (reason.isEmpty()) {
      return ends(episodeFlags.ended(), tick, query)
          ? MaskFault.OTHER_EPISODE_OPEN
          : MaskFault.STALE_OPEN;
    }
    return switch (reason.get()) {
      case LIMBO -> MaskFault.LIMBO_OPEN;
      case OTHER_EPISODE -> MaskFault.OTHER_EPISODE_OPEN;
      case FUTURE -> MaskFault.FUTURE_OPEN;
      case NOT_YET_WRITTEN, BEYOND_HORIZON -> MaskFault.STALE_OPEN;
      case SELF, ATTENDED -> throw new IllegalStateException("these may be open");
    };
  }

  private MaskFault closed(int tick, int query) {
    if (tick == query) {
      return MaskFault.DIAGONAL_MASKED;
    }
    return ends(episodeFlags.truncation(), tick, query)
        ? MaskFault.TRIALS_APART
        : MaskFault.LEGAL_CLOSED;
  }

  /// Whether an episode or a trial ended after one tick and before another.
  private static boolean ends(byte[] flags, int from, int to) {
    for (int tick = from; tick < to; tick++) {
      if (flags[tick] != 0) {
        return true;
      }
    }
    return false;
  }

  private void add(MaskFault fault, int query, int key) {
    found.merge(
        fault,
        new MaskFinding(fault, query, key, 1),
        (known, _) -> new MaskFinding(fault, known.query, known.key, known.cells + 1));
  }
}
