package dev.hindsight.inspector.mask;

import dev.hindsight.inspector.mask.MaskCheck.MaskFinding;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.attention.EpisodeFlags;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/// Infers faults of a mask from attention weights if the mask itself is not available: for a
/// recording made elsewhere.
///
/// A weight above 0 proves that a cell was open. A weight of 0 proves little, since a small weight
/// may have been rounded. So this check reports a closed cell only if a query puts no weight, in
/// any head of any layer, on anything before a trial's end.
public final class AttentionWeightCheck {
  private AttentionWeightCheck() {}

  /// The faults of a stretch's mask.
  ///
  /// @param slots S, to recognise slots that were never written
  public static List<MaskFinding> of(AttentionTrace trace, EpisodeFlags episodeFlags, int slots) {
    List<MaskRow> expected = MaskCheck.acting(episodeFlags, slots, trace.span());
    int first = trace.span().from();
    List<MaskRow> numbers =
        expected.stream().filter(row -> isNumber(trace, row.query() - first)).toList();
    List<BitSet> open = numbers.stream().map(row -> seen(trace, episodeFlags, row)).toList();
    List<MaskFinding> findings = new ArrayList<>(MaskCheck.of(episodeFlags, numbers, open));
    expected.stream()
        .map(MaskRow::query)
        .filter(query -> !isNumber(trace, query - first))
        .findFirst()
        .ifPresent(query ->
            findings.add(
                new MaskFinding(
                    MaskFault.NOT_A_NUMBER, query, query, expected.size() - numbers.size())));
    return findings;
  }

  private static boolean isNumber(AttentionTrace trace, int query) {
    for (int layer = 0; layer < trace.layers(); layer++) {
      for (int head = 0; head < trace.heads(); head++) {
        float[] plane = trace.plane(layer, head);
        for (int at = trace.offset(query); at < trace.offset(query + 1); at++) {
          if (Float.isNaN(plane[at])) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private static BitSet seen(AttentionTrace trace, EpisodeFlags episodeFlags, MaskRow expected) {
    int query = expected.query() - trace.span().from();
    BitSet seen = new BitSet();
    for (int layer = 0; layer < trace.layers(); layer++) {
      for (int head = 0; head < trace.heads(); head++) {
        float[] plane = trace.plane(layer, head);
        for (int slot = 0; slot < trace.slots(query); slot++) {
          if (plane[trace.offset(query) + slot] > 0) {
            seen.set(trace.span().from() + slot);
          }
        }
      }
    }
    BitSet rounded = expected.open();
    int boundary = boundary(episodeFlags, trace.span().from(), expected.query());
    BitSet before = rounded.get(0, boundary);
    boolean apart = !before.isEmpty() && seen.get(0, boundary).isEmpty();
    if (apart) {
      rounded.clear(0, boundary);
    }
    seen.or(rounded);
    return seen;
  }

  /// The first tick of the query's trial, if an earlier trial of the stretch has ended.
  private static int boundary(EpisodeFlags episodeFlags, int first, int query) {
    for (int tick = query - 1; tick >= first; tick--) {
      if (episodeFlags.truncation()[tick] != 0) {
        return tick + 1;
      }
    }
    return first;
  }
}
