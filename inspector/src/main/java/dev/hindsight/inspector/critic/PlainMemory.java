package dev.hindsight.inspector.critic;

import dev.hindsight.trainer.policy.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/// The memory of a network in double precision, tick by tick, written plainly and apart from the
/// code that learns: a linear encoder with an LSTM, or with the blocks of a transformer.
///
/// How far float32 may be off is measured, because a bound would grow with every tick: the same
/// ticks run [#RUNS] times more with every result changed at random by as much as float32 may lose
/// in it (stochastic arithmetic: Vignes, "A Stochastic Arithmetic for Reliable Scientific
/// Computation", 1993); the largest change of a tick's numbers counts [PlainNetwork#MARGIN]-fold.
final class PlainMemory {
  /// Runs with changed results.
  static final int RUNS = 3;

  private static final double NORM_EPSILON = 1e-5;
  private static final String BLOCK = "transformer.layers.";
  private static final String LSTM_IN = "lstm.weight_ih_l0";

  private final Map<String, Tensor> tensors;
  private final String encoder;
  private final int blocks;
  private final int heads;
  private final int horizon;
  private final int width;

  private PlainMemory(
      Map<String, Tensor> tensors, String encoder, int blocks, int heads, int horizon) {
    this.tensors = tensors;
    this.encoder = encoder;
    this.blocks = blocks;
    this.heads = heads;
    this.horizon = horizon;
    this.width = shape(encoder + ".weight")[0];
  }

  /// The memory of a network, without its heads; empty if it has none, or reads observations
  /// through anything but one linear layer.
  ///
  /// @param all weights of the network
  /// @param inputs numbers it reads
  /// @param heads of a block; any number for an LSTM
  /// @param horizon ticks after which attention starts over
  static Optional<PlainMemory> of(List<Tensor> all, int inputs, int heads, int horizon) {
    Map<String, Tensor> own = new HashMap<>();
    all.stream().filter(PlainMemory::remembers).forEach(one -> own.put(one.name(), one));
    String encoder = own.containsKey("policy.joint.weight") ? "policy.joint" : "policy.encoder";
    int blocks = 0;
    while (own.containsKey(BLOCK + blocks + ".linear1.weight")) {
      blocks++;
    }
    Set<String> expected = new HashSet<>(List.of(encoder + ".weight", encoder + ".bias"));
    if (own.containsKey(LSTM_IN)) {
      expected.addAll(List.of(LSTM_IN, "lstm.bias_ih_l0", "lstm.weight_hh_l0", "lstm.bias_hh_l0"));
    } else if (blocks > 0) {
      expected.addAll(List.of("output_norm.weight", "output_norm.bias"));
      for (int block = 0; block < blocks; block++) {
        String name = BLOCK + block + ".";
        expected.addAll(
            List.of(name + "self_attn.in_proj_weight", name + "self_attn.in_proj_bias"));
        for (String part : List.of("self_attn.out_proj", "linear1", "linear2", "norm1", "norm2")) {
          expected.addAll(List.of(name + part + ".weight", name + part + ".bias"));
        }
      }
    } else {
      return Optional.empty();
    }
    Tensor first = own.get(encoder + ".weight");
    return first == null || first.shape()[1] != inputs || !own.keySet().equals(expected)
        ? Optional.empty()
        : Optional.of(new PlainMemory(own, encoder, blocks, heads, horizon));
  }

  /// Whether a tensor is part of the memory or of what reads observations, not of a head.
  static boolean remembers(Tensor tensor) {
    return tensor.name().startsWith("lstm.")
        || tensor.name().startsWith("transformer.")
        || tensor.name().startsWith("output_norm.")
        || tensor.name().startsWith("policy.encoder.")
        || tensor.name().startsWith("policy.joint.");
  }

  /// Numbers of the vector that heads read.
  int width() {
    return width;
  }

  /// The vectors that heads read, from an empty memory.
  ///
  /// @param seen `[T]` what is observed at each tick
  /// @param limbo `[T]` ticks that later ones do not attend to; an LSTM reads them
  /// @return `[T]`
  List<BoundedVector> run(List<double[]> seen, List<Boolean> limbo) {
    List<double[]> exact = run(seen, limbo, new Rounding(Optional.empty()));
    double[] largest = new double[seen.size()];
    for (int run = 0; run < RUNS; run++) {
      Rounding rounding = new Rounding(Optional.of(new SplittableRandom(run)));
      List<double[]> other = run(seen, limbo, rounding);
      for (int tick = 0; tick < largest.length; tick++) {
        for (int i = 0; i < width; i++) {
          double off = Math.abs(other.get(tick)[i] - exact.get(tick)[i]);
          largest[tick] = Math.max(largest[tick], off);
        }
      }
    }
    List<BoundedVector> all = new ArrayList<>();
    for (int tick = 0; tick < largest.length; tick++) {
      double[] errors = new double[width];
      Arrays.fill(errors, PlainNetwork.MARGIN * largest[tick]);
      all.add(new BoundedVector(exact.get(tick), errors));
    }
    return all;
  }

  private List<double[]> run(List<double[]> seen, List<Boolean> limbo, Rounding rounding) {
    return blocks == 0 ? recur(seen, rounding) : attend(seen, limbo, rounding);
  }

  private List<double[]> recur(List<double[]> seen, Rounding rounding) {
    double[] hidden = new double[width];
    double[] cell = new double[width];
    List<double[]> all = new ArrayList<>();
    for (double[] now : seen) {
      double[] read = linear(now, encoder + ".weight", encoder + ".bias", rounding);
      double[] in = linear(read, LSTM_IN, "lstm.bias_ih_l0", rounding);
      double[] back = linear(hidden, "lstm.weight_hh_l0", "lstm.bias_hh_l0", rounding);
      double[] next = new double[width];
      double[] kept = new double[width];
      for (int i = 0; i < width; i++) {
        double input = rounding.of(sigmoid(in[i] + back[i]));
        double forget = rounding.of(sigmoid(in[width + i] + back[width + i]));
        double fresh = rounding.of(Math.tanh(in[2 * width + i] + back[2 * width + i]));
        double output = rounding.of(sigmoid(in[3 * width + i] + back[3 * width + i]));
        kept[i] = rounding.of(forget * cell[i] + input * fresh);
        next[i] = rounding.of(output * Math.tanh(kept[i]));
      }
      hidden = next;
      cell = kept;
      all.add(hidden);
    }
    return all;
  }

  private static double sigmoid(double x) {
    return 1 / (1 + Math.exp(-x));
  }

  private List<double[]> attend(List<double[]> seen, List<Boolean> limbo, Rounding rounding) {
    List<List<double[]>> keysAndValues = new ArrayList<>();
    for (int block = 0; block < blocks; block++) {
      keysAndValues.add(new ArrayList<>());
    }
    List<double[]> all = new ArrayList<>();
    for (int tick = 0; tick < seen.size(); tick++) {
      int first = tick - tick % horizon;
      double[] x = linear(seen.get(tick), encoder + ".weight", encoder + ".bias", rounding);
      for (int i = 0; i < width; i++) {
        double angle = (tick - first) * Math.pow(10000, -(double) (i - i % 2) / width);
        x[i] = rounding.of(x[i] + (i % 2 == 0 ? Math.sin(angle) : Math.cos(angle)));
      }
      for (int block = 0; block < blocks; block++) {
        String name = BLOCK + block + ".";
        List<double[]> past = keysAndValues.get(block);
        past.add(
            linear(
                norm(x, name + "norm1", rounding),
                name + "self_attn.in_proj_weight",
                name + "self_attn.in_proj_bias",
                rounding));
        double[] attended = attention(past, first, tick, limbo, rounding);
        add(x, named(attended, name + "self_attn.out_proj", rounding), rounding);
        double[] middle = named(norm(x, name + "norm2", rounding), name + "linear1", rounding);
        for (int i = 0; i < middle.length; i++) {
          middle[i] = rounding.of(PlainNetwork.gelu(middle[i]));
        }
        add(x, named(middle, name + "linear2", rounding), rounding);
      }
      all.add(norm(x, "output_norm", rounding));
    }
    return all;
  }

  /// @param past queries, keys and values of each tick, side by side
  private double[] attention(
      List<double[]> past, int first, int tick, List<Boolean> limbo, Rounding rounding) {
    double[] out = new double[width];
    int each = width / heads;
    double[] query = past.get(tick);
    for (int head = 0; head < heads; head++) {
      double[] weight = new double[tick + 1];
      double most = Double.NEGATIVE_INFINITY;
      for (int at = first; at <= tick; at++) {
        double score = 0;
        double size = 0;
        for (int i = head * each; i < (head + 1) * each; i++) {
          double product = query[i] * past.get(at)[width + i];
          score += product;
          size += Math.abs(product);
        }
        boolean open = at == tick || !limbo.get(at);
        weight[at] =
            open ? rounding.of(score, size, each) / Math.sqrt(each) : Double.NEGATIVE_INFINITY;
        most = Math.max(most, weight[at]);
      }
      double sum = 0;
      for (int at = first; at <= tick; at++) {
        weight[at] = rounding.of(Math.exp(weight[at] - most));
        sum += weight[at];
      }
      for (int at = first; at <= tick; at++) {
        for (int i = head * each; i < (head + 1) * each; i++) {
          out[i] += rounding.of(weight[at] / sum * past.get(at)[2 * width + i]);
        }
      }
    }
    return out;
  }

  private static void add(double[] x, double[] other, Rounding rounding) {
    for (int i = 0; i < x.length; i++) {
      x[i] = rounding.of(x[i] + other[i]);
    }
  }

  private double[] norm(double[] x, String name, Rounding rounding) {
    double mean = 0;
    for (double one : x) {
      mean += one / x.length;
    }
    double squares = 0;
    for (double one : x) {
      squares += (one - mean) * (one - mean) / x.length;
    }
    double[] normalised = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      double own = (x[i] - mean) / Math.sqrt(squares + NORM_EPSILON);
      double scaled = own * values(name + ".weight")[i] + values(name + ".bias")[i];
      normalised[i] = rounding.of(scaled, Math.abs(scaled), x.length);
    }
    return normalised;
  }

  private double[] named(double[] input, String name, Rounding rounding) {
    return linear(input, name + ".weight", name + ".bias", rounding);
  }

  private double[] linear(double[] input, String weight, String bias, Rounding rounding) {
    float[] factors = values(weight);
    float[] added = values(bias);
    double[] sums = new double[added.length];
    for (int j = 0; j < sums.length; j++) {
      double sum = added[j];
      double size = Math.abs(sum);
      for (int i = 0; i < input.length; i++) {
        double product = factors[j * input.length + i] * input[i];
        sum += product;
        size += Math.abs(product);
      }
      sums[j] = rounding.of(sum, size, input.length + 1);
    }
    return sums;
  }

  private float[] values(String name) {
    return Objects.requireNonNull(tensors.get(name), name).values();
  }

  private int[] shape(String name) {
    return Objects.requireNonNull(tensors.get(name), name).shape();
  }

  /// Changes results as float32 may, or leaves them as they are.
  private record Rounding(Optional<SplittableRandom> random) {
    double of(double result) {
      return of(result, Math.abs(result), 1);
    }

    /// @param size sum of the absolute terms
    /// @param terms number of terms
    double of(double result, double size, int terms) {
      return random.isEmpty()
          ? result
          : result
              + random.get().nextDouble(-1, 1) * Math.sqrt(terms) * PlainNetwork.ROUNDOFF * size;
    }
  }
}
