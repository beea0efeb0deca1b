package dev.hindsight.inspector.mask;

import static dev.hindsight.inspector.text.InspectorText.wording;

import java.util.Arrays;
import java.util.List;

/// The difference between the two forms of a query's mask, tick by tick.
///
/// @param first the tick of cell 0
/// @param cells one for every tick that has a cell in either form
public record MaskDifference(int first, List<CellDifference> cells) {
  /// How the two forms compare at a tick.
  public enum CellDifference {
    /// Open in both, or closed in both.
    SAME(wording("MaskDifference.same_in_both")),
    /// Open in training, closed in acting.
    ONLY_LEARNING(wording("MaskDifference.open_only_while_learning")),
    /// Open in acting, closed in training.
    ONLY_ACTING(wording("MaskDifference.open_only_while_acting")),
    /// Outside the segment: training never saw the two ticks together.
    NOT_IN_SEGMENT(wording("MaskDifference.not_in_the_segment"));

    private final String words;

    CellDifference(String words) {
      this.words = words;
    }

    /// A description for legends.
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

  /// Compares the two rows of one query.
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

  /// The number of cells in which the two forms contradict each other: 0 if they agree everywhere.
  public long count() {
    return cells.stream().filter(CellDifference::differs).count();
  }
}
