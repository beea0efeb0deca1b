package dev.hindsight.trainer.learn.transformer;

import ai.djl.ndarray.NDArray;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.rollout.Span;
import java.util.Arrays;

/// Keeps what a forward over one row computes on its way: weights up to the diagonal, which are all
/// there are, and the lengths of keys.
final class AttentionTraceProbe implements Probe {
  private final Span span;
  private final int heads;
  private final int[] offsets;
  private final float[][] weights;
  private final float[][] keyNorms;

  AttentionTraceProbe(Span span, TransformerSpec spec) {
    this.span = span;
    this.heads = spec.heads();
    this.offsets = AttentionTrace.triangle(span.ticks());
    this.weights = new float[spec.layers() * heads][];
    this.keyNorms = new float[spec.layers() * heads][];
  }

  @Override
  public void see(ProbedArray probedArray, int layer, NDArray array) {
    switch (probedArray) {
      case ATTENTION -> weights(layer, array.toFloatArray());
      case KEYS -> norms(layer, array.square().sum(new int[] {3}).sqrt().toFloatArray());
      case VALUES, OUTPUTS, RESIDUAL -> {}
    }
  }

  /// @param all `[1, H, n, n]`
  private void weights(int layer, float[] all) {
    int n = span.ticks();
    for (int head = 0; head < heads; head++) {
      float[] plane = new float[offsets[n]];
      for (int query = 0; query < n; query++) {
        System.arraycopy(all, (head * n + query) * n, plane, offsets[query], query + 1);
      }
      weights[layer * heads + head] = plane;
    }
  }

  /// @param all `[1, H, n]`
  private void norms(int layer, float[] all) {
    int n = span.ticks();
    for (int head = 0; head < heads; head++) {
      keyNorms[layer * heads + head] = Arrays.copyOfRange(all, head * n, (head + 1) * n);
    }
  }

  AttentionTrace trace(float[] logits, float[] values) {
    return new AttentionTrace(span, heads, offsets, weights, keyNorms, logits, values);
  }
}
