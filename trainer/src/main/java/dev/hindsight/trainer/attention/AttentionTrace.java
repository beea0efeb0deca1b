package dev.hindsight.trainer.attention;

import dev.hindsight.trainer.rollout.Span;
import java.util.Arrays;

/// The softmax weights of one agent in all layers and heads over a span of ticks without a memory
/// wipe, and the network's outputs. Immutable, for any thread.
///
/// A query's row begins with slot 0, the first tick of the span; slot i holds tick `span.from + i`.
/// Letters: L layers, H heads, n ticks.
public final class AttentionTrace {
  private final Span span;
  private final int heads;
  private final int[] offsets;
  private final float[][] weights;
  private final float[][] keyNorms;
  private final float[] logits;
  private final float[] values;

  /// @param heads H
  /// @param offsets `[n + 1]`, where the row of each query begins in an array of weights
  /// @param weights `[L * H][offsets[n]]`, must not change afterwards
  /// @param keyNorms `[L * H][n]`, lengths of the keys; no arrays if unknown
  /// @param logits `[n * actions]`, empty if not computed
  /// @param values `[n]`, empty if not computed
  public AttentionTrace(
      Span span,
      int heads,
      int[] offsets,
      float[][] weights,
      float[][] keyNorms,
      float[] logits,
      float[] values) {
    this.span = span;
    this.heads = heads;
    this.offsets = offsets.clone();
    this.weights = weights.clone();
    this.keyNorms = keyNorms.clone();
    this.logits = logits.clone();
    this.values = values.clone();
  }

  /// Row offsets for queries that see themselves and all earlier ticks: rows of 1, 2, ..., n slots.
  public static int[] triangle(int ticks) {
    int[] offsets = new int[ticks + 1];
    for (int query = 0; query < ticks; query++) {
      offsets[query + 1] = offsets[query] + query + 1;
    }
    return offsets;
  }

  /// Row offsets for rows of equal length.
  public static int[] rectangle(int ticks, int slots) {
    int[] offsets = new int[ticks + 1];
    Arrays.setAll(offsets, query -> query * slots);
    return offsets;
  }

  /// The ticks.
  public Span span() {
    return span;
  }

  /// L.
  public int layers() {
    return weights.length / heads;
  }

  /// H.
  public int heads() {
    return heads;
  }

  /// Where the row of a query begins in [#plane].
  ///
  /// @param query ticks since the start of the span
  public int offset(int query) {
    return offsets[query];
  }

  /// Number of slots in the row of a query.
  public int slots(int query) {
    return offsets[query + 1] - offsets[query];
  }

  /// All weights of a head, row by row; do not modify.
  public float[] plane(int layer, int head) {
    return weights[layer * heads + head];
  }

  /// One weight; 0 if the slot is beyond the end of the row.
  public float weight(int layer, int head, int query, int slot) {
    return slot < slots(query) ? plane(layer, head)[offsets[query] + slot] : 0;
  }

  /// A query's row, the mean of all layers and heads, up to its own slot. Stored rows go on to
  /// slots that hold no tick yet, or the next episode's.
  ///
  /// @param query ticks since the start of the span
  /// @return `[query + 1]`, or fewer where its row is shorter
  public float[] meanRow(int query) {
    float[] mean = new float[Math.min(query + 1, slots(query))];
    for (float[] plane : weights) {
      for (int slot = 0; slot < mean.length; slot++) {
        mean[slot] += plane[offsets[query] + slot] / weights.length;
      }
    }
    return mean;
  }

  /// Whether the lengths of keys are known.
  public boolean knowsKeys() {
    return keyNorms.length > 0;
  }

  /// Euclidean length of the key of a tick.
  public float keyNorm(int layer, int head, int slot) {
    return keyNorms[layer * heads + head][slot];
  }

  /// `[n * actions]`, empty if not computed; do not modify.
  public float[] logits() {
    return logits;
  }

  /// `[n]`, empty if not computed; do not modify.
  public float[] values() {
    return values;
  }

  /// Bytes of memory it holds.
  public long bytes() {
    return bytesFor(weights.length, offsets[offsets.length - 1]);
  }

  /// Memory for so many planes with so many weights each, bytes.
  public static long bytesFor(int planes, long weightsEach) {
    return (long) Float.BYTES * planes * weightsEach;
  }

  /// The largest distance of a row's sum from 1; NaN if any weight is NaN.
  public double rowSumError() {
    double largest = 0;
    for (float[] plane : weights) {
      for (int query = 0; query < span.ticks(); query++) {
        double sum = 0;
        for (int i = offsets[query]; i < offsets[query + 1]; i++) {
          sum += plane[i];
        }
        double error = Math.abs(sum - 1);
        largest = Double.isNaN(error) ? error : Math.max(largest, error);
        if (Double.isNaN(largest)) {
          return largest;
        }
      }
    }
    return largest;
  }
}
