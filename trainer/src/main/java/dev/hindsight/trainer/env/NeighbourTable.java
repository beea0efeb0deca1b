package dev.hindsight.trainer.env;

import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;

/// The graph of which agent sees which, as the observations of a world hold it.
///
/// The one rule: an observation consists of a vector about the agent itself, then a table with one
/// row per neighbour whose first feature is named [#SLOT]. The slot is the neighbour's index among
/// the agents of the world, as a float; if it is negative, the row is empty. The other features
/// describe the neighbour relative to the agent: the edge between them. A graph policy can act in
/// any environment whose observations follow this rule.
///
/// @param own `[Fn]`
/// @param neighbours `[K, 1 + Fe]`
public record NeighbourTable(Segment own, Segment neighbours) {
  /// Name of the feature that holds the neighbour's index.
  public static final String SLOT = "slot";

  /// Slot of an empty row.
  public static final float NO_NEIGHBOUR = -1;

  /// The graph in a layout; empty if observations do not identify neighbours.
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

  /// K, the most neighbours an agent sees.
  public int rows() {
    return neighbours.rows();
  }

  /// Fe, features of a neighbour besides its slot.
  public int edgeFeatures() {
    return neighbours.features() - 1;
  }

  /// Index of a row's slot in an observation.
  public int slotAt(int row) {
    return neighbours.offset() + row * neighbours.features();
  }

  /// The same observations, in which one agent does not see some of the others: the slots of their
  /// rows are [#NO_NEIGHBOUR]. What the others see is unchanged.
  ///
  /// @param observation `[M * D]` of all agents
  /// @param agents M
  /// @param hidden whether an agent is hidden, by its index
  public float[] without(float[] observation, int agents, int agent, IntPredicate hidden) {
    float[] without = observation.clone();
    int size = observation.length / agents;
    for (int row = 0; row < rows(); row++) {
      int at = agent * size + slotAt(row);
      if (without[at] >= 0 && hidden.test((int) without[at])) {
        without[at] = NO_NEIGHBOUR;
      }
    }
    return without;
  }
}
