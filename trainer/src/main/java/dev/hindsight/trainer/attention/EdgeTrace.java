package dev.hindsight.trainer.attention;

/// The softmax weights of all agents of a world over the neighbours they saw at one tick, and what
/// the network put out. Immutable, for any thread.
///
/// Letters: M agents, K rows of neighbours, L layers, H heads. An agent's weights are those of its
/// K rows, then that of itself; they sum to 1, or all are 0 for an agent in limbo.
public final class EdgeTrace {
  /// What the names of the channels begin with that hold an agent's weights in a recording, one a
  /// layer, each `[tick, agent, head, K + 1]`.
  public static final String CHANNEL = "edges/layer";

  private final int rows;
  private final int heads;
  private final int[] slots;
  private final float[][] weights;
  private final float[] logits;
  private final float[] values;

  /// @param rows K
  /// @param heads H
  /// @param slots `[M * K]`, which agent a row is about; below 0 where it is empty
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

  /// The agent a row is about, below 0 where it is empty.
  public int neighbour(int agent, int row) {
    return slots[agent * rows + row];
  }

  /// How much an agent looks at what a row is about; row K is itself.
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

  /// How much an agent looks at itself.
  public float self(int layer, int head, int agent) {
    return weight(layer, head, agent, rows);
  }

  /// How evenly an agent's look is spread, in nats: 0 where it looks at one alone, `log(k + 1)`
  /// where alike at itself and k neighbours.
  public double entropy(int layer, int head, int agent) {
    double sum = 0;
    for (int row = 0; row <= rows; row++) {
      double weight = weight(layer, head, agent, row);
      sum -= weight > 0 ? weight * Math.log(weight) : 0;
    }
    return sum;
  }

  /// The largest difference of a weight from another trace of the same sizes; a number that is none
  /// differs infinitely.
  public double apart(EdgeTrace other) {
    double most = 0;
    for (int layer = 0; layer < weights.length; layer++) {
      most = Math.max(most, apart(weights[layer], other.weights[layer]));
    }
    return most;
  }

  /// The largest difference of numbers, as [#apart(EdgeTrace)]; 0 where one of the two has none.
  public static double apart(float[] a, float[] b) {
    double most = 0;
    for (int i = 0; i < Math.min(a.length, b.length); i++) {
      double apart = Math.abs((double) a[i] - b[i]);
      most = Math.max(most, Double.isNaN(apart) ? Double.POSITIVE_INFINITY : apart);
    }
    return most;
  }

  /// `[M * actions]`, not to be written.
  public float[] logits() {
    return logits;
  }

  /// `[M]`, not to be written.
  public float[] values() {
    return values;
  }
}
