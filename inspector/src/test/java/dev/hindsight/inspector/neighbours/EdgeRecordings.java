package dev.hindsight.inspector.neighbours;

import dev.hindsight.trainer.env.NeighbourTable;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.observation.Quantity;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import java.util.List;

/// A recording of three agents that attend to each other: two rows of neighbours, two heads, two
/// layers.
///
/// Agent 0 sees 1 and 2; agent 1 sees 0; agent 2 is in limbo.
public final class EdgeRecordings {
  public static final ObservationLayout LAYOUT =
      new ObservationLayout(
          List.of(
              new Segment("own", 0, List.of(1), List.of("speed")),
              new Segment(
                  "neighbours",
                  1,
                  List.of(2, 3),
                  List.of(NeighbourTable.SLOT, "dx", "dcpa"),
                  List.of(Quantity.PLAIN, Quantity.PLAIN, Quantity.measured("NM", 5)))));

  private static final double[][] SEEN = {
    {9, 1, 0.1, 0.2, 2, 0.3, 0.4}, {9, 0, 0.5, 0.6, -1, 0, 0}, {0, -1, 0, 0, -1, 0, 0}
  };

  /// `[agent][head][row]`, the last row the agent itself.
  private static final double[][][] WEIGHT = {
    {{0.7, 0.2, 0.1}, {0.1, 0.8, 0.1}}, {{0.5, 0, 0.5}, {1, 0, 0}}, {{0, 0, 0}, {0, 0, 0}}
  };

  private EdgeRecordings() {}

  public static MemoryRollout recording() {
    return new MemoryRollout("toy", 3, 4, 1)
        .with(LAYOUT)
        .with("observation", Dtype.F4, (_, i) -> SEEN[i / 7][i % 7], 3, 7)
        .with("removed", Dtype.BOOL, (_, i) -> i == 2 ? 1 : 0, 3)
        .with("edges/layer0", Dtype.F4, (_, i) -> i % 3 == 2 ? 1 : 0, 3, 2, 3)
        .with("edges/layer1", Dtype.F4, (_, i) -> WEIGHT[i / 6][i / 3 % 2][i % 3], 3, 2, 3);
  }
}
