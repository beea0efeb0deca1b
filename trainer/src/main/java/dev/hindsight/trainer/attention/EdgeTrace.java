package dev.hindsight.trainer.attention;

/// The softmax weights of all agents of a world over the neighbours they saw at one tick, and what
/// the network put out. Immutable, for any thread.
///
/// Letters: M agents, K rows of neighbours, L layers, H heads. An agent's weights are those of its
/// K rows, then that of itself; they sum to 1, or all are 0 for an agent in limbo.
public final class EdgeTrace {
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
    return values.length;
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

  /// `[M * actions]`, not to be written.
  public float[] logits() {
    return logits;
  }

  /// `[M]`, not to be written.
  public float[] values() {
    return values;
  }
}
