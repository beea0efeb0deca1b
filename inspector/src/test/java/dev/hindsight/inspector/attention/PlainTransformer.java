package dev.hindsight.inspector.attention;

import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.policy.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/// The trial transformer of one agent written out in loops, in doubles: a second implementation
/// that shares only the file of weights with the network under inspection.
public final class PlainTransformer implements Policy {
  private final Checkpoint weights;
  private final int horizon;
  private final int heads;
  private final Mistake mistake;
  private double[] before = {};
  private int trial;
  private final List<CachedTick> memory = new ArrayList<>();
  private int ticks;

  /// The planted mistake.
  public enum Mistake {
    /// None.
    NONE,
    /// Positions are those of the slots of a circular cache.
    BY_SLOT,
    /// Positions start again with every trial.
    BY_TRIAL,
    /// Positions start with 1.
    FROM_ONE,
    /// A tick does not attend to itself unless there is nothing else.
    DIAGONAL_CLOSED,
    /// A tick attends only to the last seven ticks, including itself.
    WINDOW_OF_SEVEN,
    /// GELU by the tanh approximation.
    TANH,
    /// The memory is wiped at every tick.
    WIPED_EVERY_TICK,
    /// The observation is the previous tick's.
    STALE,
    /// The weights of the value head are a tenth larger.
    VALUE_HEAD
  }

  /// The cached keys and values of a tick, layer by layer.
  private record CachedTick(List<double[]> keys, List<double[]> values, boolean garbage) {}

  /// @param horizon S
  PlainTransformer(Checkpoint weights, int horizon, int heads, Mistake mistake) {
    this.weights = weights;
    this.horizon = horizon;
    this.heads = heads;
    this.mistake = mistake;
  }

  @Override
  public void reset() {
    memory.clear();
    ticks = 0;
  }

  @Override
  public void act(StepBuffer seen, PolicyOutput output) {
    if (seen.terminal[0] != 0 || memory.size() == horizon || mistake == Mistake.WIPED_EVERY_TICK) {
      memory.clear();
    }
    trial = seen.terminal[0] != 0 || seen.truncation[0] != 0 || ticks == 0 ? 0 : trial + 1;
    int position =
        switch (mistake) {
          case BY_SLOT -> ticks % horizon;
          case BY_TRIAL -> trial;
          case FROM_ONE -> memory.size() + 1;
          default -> memory.size();
        };
    double[] now0 = doubles(seen.observation);
    double[] shown = mistake == Mistake.STALE && before.length > 0 ? before : now0;
    before = now0;
    double[] residual = linear(shown, "policy.encoder");
    for (int i = 0; i < residual.length; i++) {
      double angle = position / Math.pow(10000, (i - i % 2.0) / residual.length);
      residual[i] += i % 2 == 0 ? Math.sin(angle) : Math.cos(angle);
    }
    CachedTick now = new CachedTick(new ArrayList<>(), new ArrayList<>(), seen.removed[0] != 0);
    memory.add(now);
    for (int layer = 0; has("transformer.layers." + layer + ".norm1.weight"); layer++) {
      residual = block(residual, "transformer.layers." + layer, layer, now);
    }
    double[] hidden = norm(residual, "output_norm");
    double[] logits = linear(hidden, "policy.actor");
    for (int i = 0; i < logits.length; i++) {
      output.logits[i] = (float) logits[i];
    }
    double value = linear(hidden, "policy.value_fn")[0];
    output.value[0] = (float) (mistake == Mistake.VALUE_HEAD ? 1.1 * value : value);
    ticks++;
  }

  private double[] block(double[] residual, String name, int layer, CachedTick now) {
    int d = residual.length;
    double[] three =
        affine(
            norm(residual, name + ".norm1"),
            name + ".self_attn.in_proj_weight",
            name + ".self_attn.in_proj_bias");
    now.keys.add(java.util.Arrays.copyOfRange(three, d, 2 * d));
    now.values.add(java.util.Arrays.copyOfRange(three, 2 * d, 3 * d));
    double[] attended = new double[d];
    for (int head = 0; head < heads; head++) {
      attend(three, layer, head * d / heads, (head + 1) * d / heads, now, attended);
    }
    double[] sum = plus(residual, linear(attended, name + ".self_attn.out_proj"));
    double[] middle = linear(norm(sum, name + ".norm2"), name + ".linear1");
    for (int i = 0; i < middle.length; i++) {
      double x = middle[i];
      double tanh = Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x));
      middle[i] *= 0.5 * (1 + (mistake == Mistake.TANH ? tanh : erf(x / Math.sqrt(2))));
    }
    return plus(sum, linear(middle, name + ".linear2"));
  }

  /// One head: numbers `from..to-1` of query, keys and values.
  @SuppressWarnings("ReferenceEquality") // The moment itself is meant, not one like it.
  private void attend(double[] query, int layer, int from, int to, CachedTick now, double[] into) {
    int first = mistake == Mistake.WINDOW_OF_SEVEN ? Math.max(0, memory.size() - 7) : 0;
    boolean others =
        memory.subList(0, memory.size() - 1).stream().anyMatch(cachedTick -> !cachedTick.garbage);
    boolean closed = mistake == Mistake.DIAGONAL_CLOSED && others;
    List<CachedTick> open =
        memory.subList(first, memory.size()).stream()
            .filter(cachedTick -> cachedTick == now ? !closed : !cachedTick.garbage)
            .toList();
    double[] weight = new double[open.size()];
    for (int slot = 0; slot < weight.length; slot++) {
      double[] key = open.get(slot).keys.get(layer);
      for (int i = from; i < to; i++) {
        weight[slot] += query[i] * key[i] / Math.sqrt(to - from);
      }
    }
    double most = DoubleStream.of(weight).max().orElseThrow();
    double all = DoubleStream.of(weight).map(w -> Math.exp(w - most)).sum();
    for (int slot = 0; slot < weight.length; slot++) {
      double[] value = open.get(slot).values.get(layer);
      for (int i = from; i < to; i++) {
        into[i] += Math.exp(weight[slot] - most) / all * value[i];
      }
    }
  }

  private boolean has(String name) {
    return weights.tensor(name).isPresent();
  }

  private float[] named(String name) {
    return weights.tensor(name).map(Tensor::values).orElseThrow();
  }

  private double[] linear(double[] x, String name) {
    return affine(x, name + ".weight", name + ".bias");
  }

  private double[] affine(double[] x, String weight, String bias) {
    float[] w = named(weight);
    float[] b = named(bias);
    return IntStream.range(0, b.length)
        .mapToDouble(row ->
            b[row]
                + IntStream.range(0, x.length)
                    .mapToDouble(column -> w[row * x.length + column] * x[column])
                    .sum())
        .toArray();
  }

  private double[] norm(double[] x, String name) {
    double mean = DoubleStream.of(x).average().orElseThrow();
    double variance = DoubleStream.of(x).map(v -> (v - mean) * (v - mean)).average().orElseThrow();
    float[] gain = named(name + ".weight");
    float[] shift = named(name + ".bias");
    return IntStream.range(0, x.length)
        .mapToDouble(i -> (x[i] - mean) / Math.sqrt(variance + 1e-5) * gain[i] + shift[i])
        .toArray();
  }

  private static double[] plus(double[] one, double[] other) {
    return IntStream.range(0, one.length).mapToDouble(i -> one[i] + other[i]).toArray();
  }

  private static double[] doubles(float[] numbers) {
    return IntStream.range(0, numbers.length).mapToDouble(i -> numbers[i]).toArray();
  }

  /// The series of the error function; beyond 5 it is 1 to the last digit.
  private static double erf(double x) {
    if (Math.abs(x) > 5) {
      return Math.signum(x);
    }
    double term = x;
    double sum = x;
    for (int n = 1; n < 120; n++) {
      term *= -x * x / n;
      sum += term / (2 * n + 1);
    }
    return 2 / Math.sqrt(Math.PI) * sum;
  }

  @Override
  public void close() {
    memory.clear();
  }
}
