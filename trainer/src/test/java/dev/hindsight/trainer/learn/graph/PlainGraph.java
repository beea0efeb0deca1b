package dev.hindsight.trainer.learn.graph;

import dev.hindsight.trainer.learn.net.Parameter;
import dev.hindsight.trainer.learn.net.ParameterLayout;
import dev.hindsight.trainer.policy.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The graph network straight from its formulas, in double precision, one agent and one edge at a
/// time: the expected result of the real one.
final class PlainGraph {
  private final Map<String, Tensor> tensors;
  private final GraphSpec spec;
  private final String movedName;
  private final int movedAt;
  private final double step;

  PlainGraph(Map<String, Tensor> tensors, GraphSpec spec) {
    this(tensors, spec, "", 0, 0);
  }

  private PlainGraph(
      Map<String, Tensor> tensors, GraphSpec spec, String movedName, int movedAt, double step) {
    this.tensors = tensors;
    this.spec = spec;
    this.movedName = movedName;
    this.movedAt = movedAt;
    this.step = step;
  }

  /// The same with one weight a little larger, more finely than a float could be.
  ///
  /// @param at place in the flat vector
  PlainGraph moved(ParameterLayout layout, int at, double by) {
    int rest = at;
    for (Parameter parameter : layout.parameters()) {
      if (rest < parameter.length()) {
        return new PlainGraph(tensors, spec, parameter.name(), rest, by);
      }
      rest -= parameter.length();
    }
    throw new IndexOutOfBoundsException(at);
  }

  /// @param logits `[M][n]`
  /// @param values `[M]`
  /// @param alpha `[L][M][H][K + 1]`, the last from an agent to itself
  record Output(double[][] logits, double[] values, double[][][][] alpha) {}

  Output say(RandomNeighbours randomNeighbours) {
    double[][] x = new double[randomNeighbours.agents()][];
    double[][][] edge = new double[randomNeighbours.agents()][randomNeighbours.rows()][];
    int size = RandomNeighbours.numbers(randomNeighbours.rows());
    for (int i = 0; i < randomNeighbours.agents(); i++) {
      x[i] =
          twice(
              "policy.node_encoder",
              doubles(randomNeighbours.observation(), i * size, RandomNeighbours.OWN));
      for (int row = 0; row < randomNeighbours.rows(); row++) {
        double[] e =
            doubles(
                randomNeighbours.observation(),
                randomNeighbours.slotAt(i, row) + 1,
                RandomNeighbours.EDGE);
        edge[i][row] = relu(twice("policy.edge_encoder", e));
      }
    }
    double[][][][] alpha = new double[spec.layers()][randomNeighbours.agents()][][];
    for (int layer = 0; layer < spec.layers(); layer++) {
      double[][] next = new double[randomNeighbours.agents()][];
      for (int i = 0; i < randomNeighbours.agents(); i++) {
        next[i] = block("graph.layers." + layer, randomNeighbours, x, edge, i, alpha[layer]);
      }
      x = next;
    }
    double[][] logits = new double[randomNeighbours.agents()][];
    double[] values = new double[randomNeighbours.agents()];
    double[] mean = new double[spec.width()];
    int live = 0;
    for (int i = 0; i < randomNeighbours.agents(); i++) {
      if (randomNeighbours.removed()[i] != 0) {
        x[i] = new double[spec.width()];
      } else {
        live++;
      }
      for (int d = 0; d < mean.length; d++) {
        mean[d] += x[i][d];
      }
    }
    for (int d = 0; d < mean.length; d++) {
      mean[d] /= Math.max(1, live);
    }
    double[] world = linear("policy.value_fn.1", gelu(linear("policy.value_fn.0", mean)));
    for (int i = 0; i < randomNeighbours.agents(); i++) {
      logits[i] = linear("policy.actor", x[i]);
      values[i] = world[0] + linear("policy.value_own", x[i])[0];
    }
    return new Output(logits, values, alpha);
  }

  private double[] block(
      String name,
      RandomNeighbours randomNeighbours,
      double[][] x,
      double[][][] edge,
      int i,
      double[][][] alpha) {
    double[] y =
        norm(
            name + ".norm1",
            sum(x[i], attend(name + ".attention", randomNeighbours, x, edge, i, alpha)));
    double[] middle = gelu(linear(name + ".linear1", y));
    return norm(name + ".norm2", sum(y, linear(name + ".linear2", middle)));
  }

  private double[] attend(
      String name,
      RandomNeighbours randomNeighbours,
      double[][] x,
      double[][][] edge,
      int i,
      double[][][] alpha) {
    int each = spec.headWidth();
    double[] out = new double[spec.width()];
    alpha[i] = new double[spec.heads()][randomNeighbours.rows() + 1];
    for (int head = 0; head < spec.heads(); head++) {
      List<double[]> messages = new ArrayList<>();
      double[] score = new double[randomNeighbours.rows() + 1];
      Arrays.fill(score, Double.NaN);
      double most = Double.NEGATIVE_INFINITY;
      for (int row = 0; row <= randomNeighbours.rows(); row++) {
        int j = row == randomNeighbours.rows() ? i : randomNeighbours.slot(i, row);
        boolean open =
            randomNeighbours.removed()[i] == 0 && j >= 0 && randomNeighbours.removed()[j] == 0;
        messages.add(new double[each]);
        if (!open) {
          continue;
        }
        double[] along = new double[spec.width()];
        if (row < randomNeighbours.rows()) {
          along = times(name + ".edge.weight", edge[i][row]);
        }
        double[] hi = times(name + ".node.weight", x[i]);
        double[] hj = times(name + ".node.weight", x[j]);
        double raw = 0;
        for (int d = 0; d < each; d++) {
          int at = head * each + d;
          raw += weight(name + ".dst", at) * hi[at];
          raw += weight(name + ".src", at) * hj[at];
          raw += weight(name + ".along", at) * along[at];
          messages.get(row)[d] = hj[at] + along[at];
        }
        score[row] = raw > 0 ? raw : 0.2 * raw;
        most = Math.max(most, score[row]);
      }
      double sum = 0;
      for (int row = 0; row <= randomNeighbours.rows(); row++) {
        alpha[i][head][row] = Double.isNaN(score[row]) ? 0 : Math.exp(score[row] - most);
        sum += alpha[i][head][row];
      }
      for (int row = 0; row <= randomNeighbours.rows(); row++) {
        alpha[i][head][row] /= Math.max(sum, 1e-9);
        for (int d = 0; d < each; d++) {
          out[head * each + d] += alpha[i][head][row] * messages.get(row)[d];
        }
      }
    }
    return out;
  }

  private double[] twice(String name, double[] x) {
    return linear(name + ".1", relu(linear(name + ".0", x)));
  }

  private double[] linear(String name, double[] x) {
    double[] y = times(name + ".weight", x);
    for (int i = 0; i < y.length; i++) {
      y[i] += weight(name + ".bias", i);
    }
    return y;
  }

  private double[] times(String name, double[] x) {
    double[] y = new double[tensor(name).shape()[0]];
    for (int i = 0; i < y.length; i++) {
      for (int j = 0; j < x.length; j++) {
        y[i] += weight(name, i * x.length + j) * x[j];
      }
    }
    return y;
  }

  private double[] norm(String name, double[] x) {
    double mean = Arrays.stream(x).average().orElseThrow();
    double spread = Arrays.stream(x).map(v -> (v - mean) * (v - mean)).average().orElseThrow();
    double[] y = new double[x.length];
    for (int i = 0; i < y.length; i++) {
      double normal = (x[i] - mean) / Math.sqrt(spread + 1e-5);
      y[i] = normal * weight(name + ".weight", i) + weight(name + ".bias", i);
    }
    return y;
  }

  private static double[] gelu(double[] x) {
    return Arrays.stream(x).map(v -> v * 0.5 * (1 + erf(v / Math.sqrt(2)))).toArray();
  }

  /// By its series: Abramowitz and Stegun, 7.1.6.
  private static double erf(double x) {
    double term = x;
    double sum = x;
    for (int n = 1; n < 200 && Math.abs(term) > 1e-17; n++) {
      term *= 2 * x * x / (2 * n + 1);
      sum += term;
    }
    return 2 / Math.sqrt(Math.PI) * Math.exp(-x * x) * sum;
  }

  private static double[] relu(double[] x) {
    return Arrays.stream(x).map(v -> Math.max(0, v)).toArray();
  }

  private static double[] sum(double[] a, double[] b) {
    double[] sum = a.clone();
    for (int i = 0; i < sum.length; i++) {
      sum[i] += b[i];
    }
    return sum;
  }

  private static double[] doubles(float[] numbers, int from, int length) {
    double[] all = new double[length];
    for (int i = 0; i < length; i++) {
      all[i] = numbers[from + i];
    }
    return all;
  }

  private double weight(String name, int at) {
    return tensor(name).values()[at] + (name.equals(movedName) && at == movedAt ? step : 0);
  }

  private Tensor tensor(String name) {
    return Objects.requireNonNull(tensors.get(name), name);
  }
}
