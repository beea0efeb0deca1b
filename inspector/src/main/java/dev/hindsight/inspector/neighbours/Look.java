package dev.hindsight.inspector.neighbours;

import dev.hindsight.trainer.attention.EdgeTrace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// How much an agent looks at a neighbour, or at itself.
///
/// @param row of its neighbours; K for itself
/// @param other the agent looked at
/// @param weight mean over the heads
/// @param byHead `[H]`, not to be written
record Look(int row, int other, float weight, float[] byHead) {
  /// All of an agent's, the heaviest first; itself among them, empty rows not.
  static List<Look> of(EdgeTrace trace, int layer, int agent) {
    List<Look> looks = new ArrayList<>();
    for (int row = 0; row <= trace.rows(); row++) {
      int other = row == trace.rows() ? agent : trace.neighbour(agent, row);
      if (other >= 0) {
        float[] byHead = new float[trace.heads()];
        for (int head = 0; head < byHead.length; head++) {
          byHead[head] = trace.weight(layer, head, agent, row);
        }
        looks.add(new Look(row, other, trace.weight(layer, agent, row), byHead));
      }
    }
    looks.sort(Comparator.comparingDouble((Look look) -> look.weight).reversed());
    return looks;
  }

  /// Mean over the heads of how evenly an agent's look is spread, nats.
  static double entropy(EdgeTrace trace, int layer, int agent) {
    double sum = 0;
    for (int head = 0; head < trace.heads(); head++) {
      sum += trace.entropy(layer, head, agent);
    }
    return sum / trace.heads();
  }
}
