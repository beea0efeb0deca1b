package dev.hindsight.app.dock;

import java.util.regex.Pattern;

/// One pane of a layout: its kind, and a number among those of its kind.
///
/// @param kind `scene`, `timeline` or a panel's id: lower-case letters, digits and hyphens
/// @param number from 1
public record PaneId(String kind, int number) implements Comparable<PaneId> {
  private static final String MARK = "#";
  private static final Pattern KIND = Pattern.compile("[a-z][a-z0-9-]*");

  /// Rejects ids that could not be written into a layout file and read back.
  public PaneId {
    if (!KIND.matcher(kind).matches() || number < 1) {
      throw new IllegalArgumentException("not a pane name: " + kind + MARK + number);
    }
  }

  /// The first of its kind.
  public static PaneId of(String kind) {
    return new PaneId(kind, 1);
  }

  /// Reads what [#toString] writes.
  ///
  /// @throws IllegalArgumentException for anything else
  public static PaneId parse(String text) {
    int mark = text.indexOf(MARK);
    return mark < 0
        ? of(text)
        : new PaneId(text.substring(0, mark), Integer.parseInt(text.substring(mark + 1)));
  }

  @Override
  public int compareTo(PaneId other) {
    int byKind = kind.compareTo(other.kind);
    return byKind != 0 ? byKind : Integer.compare(number, other.number);
  }

  /// `agents`, or `scene#2` for a second one.
  @Override
  public String toString() {
    return number == 1 ? kind : kind + MARK + number;
  }
}
