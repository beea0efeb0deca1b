package dev.hindsight.trainer.attention;

/// The softmax weights of all agents of a world over the neighbours they saw at one tick, and the
/// network's outputs. Immutable, for any thread.
///
/// Letters: M agents, K rows of neighbours, L layers, H heads. An agent has a weight for each of
/// its K rows, then one for itself; they sum to 1, or all are 0 for an agent in limbo.
public final class EdgeTrace {
  /// Prefix of the channels that hold agents' attention in a recording, one per layer, each `[tick,
  /// agent, head, K + 1]`.
  public static final String CHANNEL = "edges/layer";

  private final int rows;
  private final int heads;
  private final int[] slots;
  private final float[][] weights;
  private final float[] logits;
  private final float[] values;

  /// @param rows K
  /// @param heads H
  /// @param slots `[M * K]`, the agent each row describes; negative if the row is empty
  /// @param weights `[L][M * (K + 1) * H]`
  /// @param logits `[M * actions]`
  /// @param values `[M]`
  public EdgeTrace(
      int rows, int heads, int[] slots, float[][] weights, float[] logits, float[] values) {
    this.rows = rows;
    this.heads = heads;
    this.slots = slots.clone();
    this.weights = weights.clone();
    this.logits = logits.clone();
    this.values = values.clone();
  }

  /// M.
  public int agents() {
    return slots.length / rows;
  }

  /// K.
  public int rows() {
    return rows;
  }

  /// L.
  public int layers() {
    return weights.length;
  }

  /// H.
  public int heads() {
    return heads;
  }

  /// The agent that a row describes; negative if the row is empty.
  public int neighbour(int agent, int row) {
    return slots[agent * rows + row];
  }

  /// The attention on the neighbour of a row; row K is the agent itself.
  public float weight(int layer, int head, int agent, int row) {
    return weights[layer][(agent * (rows + 1) + row) * heads + head];
  }

  /// The mean over the heads of a layer.
  public float weight(int layer, int agent, int row) {
    float sum = 0;
    for (int head = 0; head < heads; head++) {
      sum += weight(layer, head, agent, row);
    }
    return sum / heads;
  }

  /// An agent's attention on itself.
  public float self(int layer, int head, int agent) {
    return weight(layer, head, agent, rows);
  }

  /// Entropy of an agent's attention, nats: 0 if all weight is on one entry, `log(k + 1)` if it is
  /// equal over itself and k neighbours.
  public double entropy(int layer, int head, int agent) {
    double sum = 0;
    for (int row = 0; row <= rows; row++) {
      double weight = weight(layer, head, agent, row);
      sum += EntropyTerm.of(weight);
    }
    return sum;
  }

  /// The largest difference of a weight from another trace of the same sizes; infinite if one of
  /// the two is NaN.
  public double apart(EdgeTrace other) {
    double most = 0;
    for (int layer = 0; layer < weights.length; layer++) {
      most = Math.max(most, apart(weights[layer], other.weights[layer]));
    }
    return most;
  }

  /// The largest difference between numbers, as [#apart(EdgeTrace)]; 0 if one array is empty.
  public static double apart(float[] a, float[] b) {
    double most = 0;
    for (int i = 0; i < Math.min(a.length, b.length); i++) {
      double apart = Math.abs((double) a[i] - b[i]);
      most = Math.max(most, Double.isNaN(apart) ? Double.POSITIVE_INFINITY : apart);
    }
    return most;
  }

  /// `[M * actions]`; do not modify.
  public float[] logits() {
    return logits;
  }

  /// `[M]`; do not modify.
  public float[] values() {
    return values;
  }
}
