package dev.hindsight.inspector.bench;

import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.policy.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The transformer written out in loops, in doubles, for any number of agents, with a selectable
/// fault in the computation. For observations encoded by one linear layer.
final class LoopTransformer implements Policy {
  /// The fault in the computation.
  enum ComputationFault {
    NONE,
    POSITIONS_BY_TRIAL,
    POSITIONS_FROM_ONE,
    POSITIONS_BY_SLOT,
    POSITIONS_OF_ALL_AGENTS,
    CLOSED_DIAGONAL,
    WINDOWED_MASK,
    TANH_GELU,
    RELU,
    NO_SCALE,
    SWAPPED_HEADS
  }

  private static final int WINDOW = 6;

  private final Checkpoint weights;
  private final int heads;
  private final int horizon;
  private final ComputationFault computationFault;
  private final List<List<Slot>> memory = new ArrayList<>();
  private final int[] trialTicks;
  private int ticks;

  private record Slot(List<double[]> keys, List<double[]> values, boolean garbage) {}

  LoopTransformer(
      Checkpoint weights, EnvironmentShape shape, int heads, ComputationFault computationFault) {
    this.weights = weights;
    this.heads = heads;
    this.computationFault = computationFault;
    horizon = shape.trials() * shape.trialTimeoutTicks();
    trialTicks = new int[shape.agents()];
    for (int agent = 0; agent < shape.agents(); agent++) {
      memory.add(new ArrayList<>());
    }
  }

  @Override
  public void reset() {
    memory.forEach(List::clear);
    Arrays.fill(trialTicks, 0);
    ticks = 0;
  }

  @Override
  public void act(StepBuffer seen, PolicyOutput output) {
    int agents = memory.size();
    int numbers = seen.observation.length / agents;
    for (int agent = 0; agent < agents; agent++) {
      List<Slot> slots = memory.get(agent);
      if (seen.terminal[agent] != 0 || slots.size() == horizon) {
        slots.clear();
      }
      if (seen.trialEnded[agent] != 0) {
        trialTicks[agent] = 0;
      }
      double[] x = new double[numbers];
      for (int i = 0; i < numbers; i++) {
        x[i] = seen.observation[agent * numbers + i];
      }
      double[] hidden = forward(x, position(agent, slots.size()), slots, seen.removed[agent] != 0);
      double[] logits = linear(hidden, "policy.actor");
      for (int i = 0; i < logits.length; i++) {
        output.logits[agent * logits.length + i] = (float) logits[i];
      }
      output.value[agent] = (float) linear(hidden, "policy.value_fn")[0];
      trialTicks[agent]++;
    }
    ticks++;
  }

  private int position(int agent, int slot) {
    return switch (computationFault) {
      case POSITIONS_BY_TRIAL -> trialTicks[agent];
      case POSITIONS_FROM_ONE -> slot + 1;
      case POSITIONS_BY_SLOT -> ticks % horizon;
      case POSITIONS_OF_ALL_AGENTS -> ticks * memory.size() + agent;
      case NONE, CLOSED_DIAGONAL, WINDOWED_MASK, TANH_GELU, RELU, NO_SCALE, SWAPPED_HEADS -> slot;
    };
  }

  private double[] forward(double[] x, int position, List<Slot> slots, boolean garbage) {
    double[] residual = linear(x, "policy.encoder");
    for (int i = 0; i < residual.length; i++) {
      double angle = position / Math.pow(10000, (i - i % 2.0) / residual.length);
      residual[i] += i % 2 == 0 ? Math.sin(angle) : Math.cos(angle);
    }
    Slot now = new Slot(new ArrayList<>(), new ArrayList<>(), garbage);
    slots.add(now);
    for (int layer = 0; has("transformer.layers." + layer + ".norm1.weight"); layer++) {
      residual = block(residual, "transformer.layers." + layer, layer, slots);
    }
    return norm(residual, "output_norm");
  }

  private double[] block(double[] residual, String name, int layer, List<Slot> slots) {
    int d = residual.length;
    double[] three =
        affine(
            norm(residual, name + ".norm1"),
            name + ".self_attn.in_proj_weight",
            name + ".self_attn.in_proj_bias");
    slots.getLast().keys.add(Arrays.copyOfRange(three, d, 2 * d));
    slots.getLast().values.add(Arrays.copyOfRange(three, 2 * d, 3 * d));
    double[] attended = new double[d];
    int width = d / heads;
    for (int head = 0; head < heads; head++) {
      int to = computationFault == ComputationFault.SWAPPED_HEADS ? heads - 1 - head : head;
      attend(three, layer, head * width, width, slots, attended, to * width);
    }
    double[] sum = plus(residual, linear(attended, name + ".self_attn.out_proj"));
    double[] middle = linear(norm(sum, name + ".norm2"), name + ".linear1");
    for (int i = 0; i < middle.length; i++) {
      middle[i] = activation(middle[i]);
    }
    return plus(sum, linear(middle, name + ".linear2"));
  }

  private double activation(double x) {
    return switch (computationFault) {
      case TANH_GELU ->
          0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x)));
      case RELU -> Math.max(0, x);
      default -> 0.5 * x * (1 + erf(x / Math.sqrt(2)));
    };
  }

  private void attend(
      double[] query, int layer, int from, int width, List<Slot> slots, double[] into, int to) {
    int last = slots.size() - 1;
    double[] weight = new double[slots.size()];
    double most = Double.NEGATIVE_INFINITY;
    for (int slot = 0; slot <= last; slot++) {
      boolean open =
          (slot == last && (computationFault != ComputationFault.CLOSED_DIAGONAL || last == 0))
              || (slot < last && !slots.get(slot).garbage);
      if (computationFault == ComputationFault.WINDOWED_MASK) {
        open &= slot > last - WINDOW;
      }
      weight[slot] = open ? 0 : Double.NEGATIVE_INFINITY;
      for (int i = 0; i < width && open; i++) {
        weight[slot] +=
            query[from + i]
                * slots.get(slot).keys.get(layer)[from + i]
                / (computationFault == ComputationFault.NO_SCALE ? 1 : Math.sqrt(width));
      }
      most = Math.max(most, weight[slot]);
    }
    double all = 0;
    for (int slot = 0; slot <= last; slot++) {
      weight[slot] = most == Double.NEGATIVE_INFINITY ? 0 : Math.exp(weight[slot] - most);
      all += weight[slot];
    }
    for (int slot = 0; slot <= last && all > 0; slot++) {
      for (int i = 0; i < width; i++) {
        into[to + i] += weight[slot] / all * slots.get(slot).values.get(layer)[from + i];
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
    double[] y = new double[b.length];
    for (int row = 0; row < b.length; row++) {
      y[row] = b[row];
      for (int column = 0; column < x.length; column++) {
        y[row] += w[row * x.length + column] * x[column];
      }
    }
    return y;
  }

  private double[] norm(double[] x, String name) {
    double mean = Arrays.stream(x).average().orElseThrow();
    double variance = Arrays.stream(x).map(v -> (v - mean) * (v - mean)).average().orElseThrow();
    float[] gain = named(name + ".weight");
    float[] shift = named(name + ".bias");
    double[] y = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      y[i] = (x[i] - mean) / Math.sqrt(variance + 1e-5) * gain[i] + shift[i];
    }
    return y;
  }

  private static double[] plus(double[] one, double[] other) {
    double[] sum = new double[one.length];
    for (int i = 0; i < sum.length; i++) {
      sum[i] = one[i] + other[i];
    }
    return sum;
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
