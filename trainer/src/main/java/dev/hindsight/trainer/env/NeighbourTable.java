package dev.hindsight.trainer.env;

import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import java.util.List;
import java.util.Optional;

/// Who sees whom: the graph between the agents of a world, as their observations hold it.
///
/// The one rule: an observation is a vector, what an agent knows of itself, then a table whose
/// first feature is named [#SLOT], a row for each neighbour. The slot is the neighbour's index
/// among the agents of the world, as a float; below 0 the row is empty. The other features say how
/// the neighbour lies to the agent: the edge between them. Whatever shows this can be acted in by a
/// graph policy.
///
/// @param own `[Fn]`
/// @param neighbours `[K, 1 + Fe]`
public record NeighbourTable(Segment own, Segment neighbours) {
  /// Name of the feature that tells which agent a row is about.
  public static final String SLOT = "slot";

  /// In the slot of an empty row.
  public static final float NOBODY = -1;

  /// The graph in a layout; nothing where agents do not name each other.
  public static Optional<NeighbourTable> of(ObservationLayout layout) {
    List<Segment> segments = layout.segments();
    if (segments.size() != 2) {
      return Optional.empty();
    }
    Segment own = segments.getFirst();
    Segment neighbours = segments.getLast();
    boolean fits =
        own.shape().size() == 1
            && neighbours.shape().size() == 2
            && neighbours.features() > 1
            && neighbours.feature(0).equals(SLOT);
    return fits ? Optional.of(new NeighbourTable(own, neighbours)) : Optional.empty();
  }

  /// K, most neighbours an agent sees.
  public int rows() {
    return neighbours.rows();
  }

  /// Fe, numbers about a neighbour besides its slot.
  public int edgeFeatures() {
    return neighbours.features() - 1;
  }

  /// Where the slot of a row lies in an observation.
  public int slotAt(int row) {
    return neighbours.offset() + row * neighbours.features();
  }
}
