package dev.hindsight.trainer.learn.sac;

import dev.hindsight.trainer.policy.Tensor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// A linear encoder and an LSTM with linear heads, in plain loops of doubles.
final class PlainLstm {
  private final Map<String, Tensor> tensors = new HashMap<>();
  private final int width;
  private double[] hidden;
  private double[] cell;

  PlainLstm(List<Tensor> weights, int width) {
    weights.forEach(tensor -> tensors.put(tensor.name(), tensor));
    this.width = width;
    this.hidden = new double[width];
    this.cell = new double[width];
  }

  /// Begins with a state: hidden, then cell.
  void begin(double[] state) {
    System.arraycopy(state, 0, hidden, 0, width);
    System.arraycopy(state, width, cell, 0, width);
  }

  void tick(double[] observation) {
    double[] encoded = linear("policy.encoder.weight", "policy.encoder.bias", observation);
    double[] in = linear("lstm.weight_ih_l0", "lstm.bias_ih_l0", encoded);
    double[] back = linear("lstm.weight_hh_l0", "lstm.bias_hh_l0", hidden);
    double[] next = new double[width];
    double[] kept = new double[width];
    for (int i = 0; i < width; i++) {
      double input = sigmoid(in[i] + back[i]);
      double forget = sigmoid(in[width + i] + back[width + i]);
      double fresh = Math.tanh(in[2 * width + i] + back[2 * width + i]);
      double output = sigmoid(in[3 * width + i] + back[3 * width + i]);
      kept[i] = forget * cell[i] + input * fresh;
      next[i] = output * Math.tanh(kept[i]);
    }
    hidden = next;
    cell = kept;
  }

  /// The outputs of a head.
  double[] head(String name) {
    return linear(name + ".weight", name + ".bias", hidden);
  }

  private static double sigmoid(double x) {
    return 1 / (1 + Math.exp(-x));
  }

  private double[] linear(String weight, String bias, double[] input) {
    float[] factors = Objects.requireNonNull(tensors.get(weight)).values();
    float[] added = Objects.requireNonNull(tensors.get(bias)).values();
    double[] sums = new double[added.length];
    for (int i = 0; i < sums.length; i++) {
      sums[i] = added[i];
      for (int k = 0; k < input.length; k++) {
        sums[i] += factors[i * input.length + k] * input[k];
      }
    }
    return sums;
  }
}
