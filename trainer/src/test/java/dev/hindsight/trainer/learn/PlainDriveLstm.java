package dev.hindsight.trainer.learn;

import dev.hindsight.trainer.policy.Checkpoint;
import java.util.Arrays;

/// The drive LSTM for one agent, in double precision and straight from its formulas: the expected
/// result of the fast one.
final class PlainDriveLstm {
  private final Checkpoint weights;
  private final DriveObservationParts rows;
  private double[] hidden;
  private double[] cell;

  PlainDriveLstm(Checkpoint weights, DriveLstmSpec spec, DriveObservationParts rows) {
    this.weights = weights;
    this.rows = rows;
    hidden = new double[spec.hidden()];
    cell = new double[spec.hidden()];
  }

  /// Actor outputs, then the value.
  double[] act(float[] observation, int from) {
    double[] features = encode("policy.ego_encoder", numbers(observation, from, rows.ego()));
    double[] road = least(features.length);
    for (int r = 0; r < rows.roads(); r++) {
      double[] raw = numbers(observation, from + rows.roadsAt() + 7 * r, 7);
      double[] row = Arrays.copyOf(raw, 13);
      row[6] = 0;
      row[6 + (int) raw[6]] = 1;
      takeGreater(road, encode("policy.road_encoder", row));
    }
    double[] partner = least(features.length);
    for (int p = 0; p < rows.partners(); p++) {
      double[] row = numbers(observation, from + rows.partnersAt() + 7 * p, 7);
      takeGreater(partner, encode("policy.partner_encoder", row));
    }
    double[] joined = join(join(features, road), partner);
    for (int i = 0; i < joined.length; i++) {
      joined[i] *= 0.5 * (1 + erf(joined[i] / Math.sqrt(2)));
    }
    double[] embedding = linear("policy.shared_embedding.1", joined);
    for (int i = 0; i < embedding.length; i++) {
      embedding[i] = Math.max(0, embedding[i]);
    }
    remember(embedding);
    return join(linear("policy.actor", hidden), linear("policy.value_fn", hidden));
  }

  private void remember(double[] input) {
    int n = hidden.length;
    double[] fromInput = affine("lstm.weight_ih_l0", "lstm.bias_ih_l0", input);
    double[] fromHidden = affine("lstm.weight_hh_l0", "lstm.bias_hh_l0", hidden);
    double[] nextHidden = new double[n];
    double[] nextCell = new double[n];
    for (int i = 0; i < n; i++) {
      double in = sigmoid(fromInput[i] + fromHidden[i]);
      double forget = sigmoid(fromInput[n + i] + fromHidden[n + i]);
      double candidate = Math.tanh(fromInput[2 * n + i] + fromHidden[2 * n + i]);
      double out = sigmoid(fromInput[3 * n + i] + fromHidden[3 * n + i]);
      nextCell[i] = forget * cell[i] + in * candidate;
      nextHidden[i] = out * Math.tanh(nextCell[i]);
    }
    hidden = nextHidden;
    cell = nextCell;
  }

  private double[] encode(String name, double[] row) {
    double[] inner = linear(name + ".0", row);
    double mean = Arrays.stream(inner).average().orElseThrow();
    double variance =
        Arrays.stream(inner).map(x -> (x - mean) * (x - mean)).average().orElseThrow();
    float[] gain = values(name + ".1.weight");
    float[] shift = values(name + ".1.bias");
    for (int i = 0; i < inner.length; i++) {
      inner[i] = (inner[i] - mean) / Math.sqrt(variance + 1e-5) * gain[i] + shift[i];
    }
    return linear(name + ".2", inner);
  }

  private double[] linear(String name, double[] input) {
    return affine(name + ".weight", name + ".bias", input);
  }

  private double[] affine(String weight, String bias, double[] input) {
    float[] w = values(weight);
    float[] b = values(bias);
    double[] out = new double[b.length];
    for (int o = 0; o < out.length; o++) {
      out[o] = b[o];
      for (int i = 0; i < input.length; i++) {
        out[o] += w[o * input.length + i] * input[i];
      }
    }
    return out;
  }

  private float[] values(String name) {
    return weights.tensor(name).orElseThrow().values();
  }

  private static double sigmoid(double x) {
    return 1 / (1 + Math.exp(-x));
  }

  /// Maclaurin series; good to 1e-12 for the `|x| < 5` that occur.
  private static double erf(double x) {
    double term = x;
    double sum = x;
    for (int n = 1; n < 200; n++) {
      term *= -x * x / n;
      sum += term / (2 * n + 1);
    }
    return 2 / Math.sqrt(Math.PI) * sum;
  }

  private static double[] numbers(float[] from, int at, int count) {
    double[] numbers = new double[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = from[at + i];
    }
    return numbers;
  }

  private static double[] least(int length) {
    double[] least = new double[length];
    Arrays.fill(least, Double.NEGATIVE_INFINITY);
    return least;
  }

  private static void takeGreater(double[] most, double[] row) {
    for (int i = 0; i < most.length; i++) {
      most[i] = Math.max(most[i], row[i]);
    }
  }

  private static double[] join(double[] a, double[] b) {
    double[] joined = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, joined, a.length, b.length);
    return joined;
  }
}
