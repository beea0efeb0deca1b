package dev.hindsight.inspector.compare;

import static dev.hindsight.inspector.text.InspectorText.wording;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/// Which ticks of two recordings correspond: spans of ticks that run side by side, in time order in
/// both. Immutable; any thread.
public final class Alignment {
  private final List<SideBySide> spans;
  private final int ticks;
  private final int others;

  /// Ticks that run side by side.
  ///
  /// @param one first tick in the first recording
  /// @param other first tick in the second recording
  /// @param length number of ticks, above 0
  public record SideBySide(int one, int other, int length) {
    /// Checks the length.
    public SideBySide {
      if (length < 1 || one < 0 || other < 0) {
        throw new IllegalArgumentException("no stretch: " + one + ", " + other + ", " + length);
      }
    }

    SideBySide swapped() {
      return new SideBySide(other, one, length);
    }
  }

  /// @param spans ascending in both recordings, none overlapping
  /// @param ticks T of the first recording
  /// @param others T of the second recording
  public Alignment(List<SideBySide> spans, int ticks, int others) {
    this.spans = List.copyOf(spans);
    this.ticks = ticks;
    this.others = others;
    int one = 0;
    int other = 0;
    for (SideBySide span : this.spans) {
      if (span.one() < one || span.other() < other) {
        throw new IllegalArgumentException("out of order: " + span);
      }
      one = span.one() + span.length();
      other = span.other() + span.length();
    }
    if (one > ticks || other > others) {
      throw new IllegalArgumentException("beyond the end of a recording");
    }
  }

  /// The spans, in time order.
  public List<SideBySide> spans() {
    return spans;
  }

  /// The number of ticks that have a counterpart.
  public int count() {
    return spans.stream().mapToInt(SideBySide::length).sum();
  }

  /// The number of ticks of the first recording without a counterpart.
  public int alone() {
    return ticks - count();
  }

  /// The number of ticks of the second recording without a counterpart.
  public int othersAlone() {
    return others - count();
  }

  /// How long both recordings were, to tell alignments of growing ones apart.
  public String lengths() {
    return ticks + "/" + others;
  }

  /// The counterpart of a tick, if it has one.
  public OptionalInt paired(int tick) {
    int at = spanAt(tick);
    if (at < 0 || tick >= spans.get(at).one() + spans.get(at).length()) {
      return OptionalInt.empty();
    }
    return OptionalInt.of(spans.get(at).other() + tick - spans.get(at).one());
  }

  /// The cursor of the second recording while that of the first is at a tick: the counterpart, or
  /// else the last counterpart before it, or the first one if none lies before it.
  ///
  /// @return a tick of the second recording, 0 if it has none
  public int shown(int tick) {
    if (spans.isEmpty()) {
      return Math.clamp(tick, 0, Math.max(0, others - 1));
    }
    int at = spanAt(tick);
    if (at < 0) {
      return spans.getFirst().other();
    }
    SideBySide span = spans.get(at);
    return span.other() + Math.min(tick - span.one(), span.length() - 1);
  }

  /// The same alignment with the recordings swapped.
  public Alignment swapped() {
    List<SideBySide> turned = new ArrayList<>();
    spans.forEach(span -> turned.add(span.swapped()));
    return new Alignment(turned, others, ticks);
  }

  /// The last stretch that begins at a tick or before it, or -1.
  private int spanAt(int tick) {
    int low = 0;
    int high = spans.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (spans.get(middle).one() <= tick) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }

  @Override
  public String toString() {
    return wording("Alignment.of_and", spans, ticks, others);
  }
}
