package dev.hindsight.inspector.mask;

import java.util.Arrays;
import java.util.List;

/// The two forms of a query's mask against each other, tick by tick.
///
/// @param first tick that cell 0 stands for
/// @param cells one for every tick that either form has a cell for
public record MaskDifference(int first, List<CellDifference> cells) {
  /// What the two say of a tick.
  public enum CellDifference {
    /// Open to both, or to neither.
    SAME("same in both"),
    /// Open while learning, closed while acting.
    ONLY_LEARNING("open only while learning"),
    /// Open while acting, closed while learning.
    ONLY_ACTING("open only while acting"),
    /// Not in the segment: the learner never saw the two ticks together.
    NOT_IN_SEGMENT("not in the segment");

    private final String words;

    CellDifference(String words) {
      this.words = words;
    }

    /// For legends.
    public String words() {
      return words;
    }

    /// Whether the two forms contradict each other.
    public boolean differs() {
      return this == ONLY_LEARNING || this == ONLY_ACTING;
    }
  }

  /// Copies the list.
  public MaskDifference {
    cells = List.copyOf(cells);
  }

  /// Compares two rows of one query.
  public static MaskDifference of(MaskRow learning, MaskRow acting) {
    int first = Math.min(learning.first(), acting.first());
    int end =
        Math.max(
            learning.first() + learning.cells().size(), acting.first() + acting.cells().size());
    CellDifference[] cells = new CellDifference[end - first];
    for (int tick = first; tick < end; tick++) {
      boolean learns = learning.at(tick).map(MaskReason::open).orElse(false);
      boolean acts = acting.at(tick).map(MaskReason::open).orElse(false);
      CellDifference cellDifference;
      if (learns == acts) {
        cellDifference = CellDifference.SAME;
      } else if (learning.at(tick).isEmpty()) {
        cellDifference = CellDifference.NOT_IN_SEGMENT;
      } else {
        cellDifference = learns ? CellDifference.ONLY_LEARNING : CellDifference.ONLY_ACTING;
      }
      cells[tick - first] = cellDifference;
    }
    return new MaskDifference(first, Arrays.asList(cells));
  }

  /// Cells in which the two contradict each other: 0 where they should agree and do.
  public long count() {
    return cells.stream().filter(CellDifference::differs).count();
  }
}
