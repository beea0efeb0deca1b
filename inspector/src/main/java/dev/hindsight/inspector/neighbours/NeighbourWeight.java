package dev.hindsight.inspector.neighbours;

import dev.hindsight.trainer.attention.EdgeHeads;
import dev.hindsight.trainer.attention.EdgeTrace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// How much an agent looks at a neighbour, or at itself.
///
/// @param row of its neighbours; K for itself
/// @param other the agent looked at
/// @param weight of the head that is looked at, or the mean of all
/// @param byHead `[H]`, not to be written
record NeighbourWeight(int row, int other, float weight, float[] byHead) {
  /// All of an agent's, the heaviest first; itself among them, empty rows not.
  static List<NeighbourWeight> of(EdgeTrace trace, EdgeHeads heads, int agent) {
    List<NeighbourWeight> looks = new ArrayList<>();
    for (int row = 0; row <= trace.rows(); row++) {
      int other = row == trace.rows() ? agent : trace.neighbour(agent, row);
      if (other >= 0) {
        float[] byHead = new float[trace.heads()];
        for (int head = 0; head < byHead.length; head++) {
          byHead[head] = trace.weight(heads.layer(trace), head, agent, row);
        }
        looks.add(new NeighbourWeight(row, other, heads.weight(trace, agent, row), byHead));
      }
    }
    looks.sort(
        Comparator.comparingDouble((NeighbourWeight neighbourWeight) -> neighbourWeight.weight)
            .reversed());
    return looks;
  }
}
