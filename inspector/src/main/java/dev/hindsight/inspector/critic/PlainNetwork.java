package dev.hindsight.inspector.critic;

import dev.hindsight.trainer.policy.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Linear layers in double precision, written plainly and apart from the code that learns, with a
/// bound for the rounding of float32.
///
/// A sum of n products in float32 is off by at most about `lambda sqrt(n) u sum |w x|` (Higham and
/// Mary, "A New Approach to Probabilistic Rounding Error Analysis", 2019), u = 2^-24; here lambda
/// is 8. The bound of a layer's inputs passes through the absolute weights.
final class PlainNetwork {
  /// Unit roundoff of float32.
  static final double ROUNDOFF = 0x1p-24;

  /// Lambda.
  static final double MARGIN = 8;

  private static final String LAST_OF_CRITIC = "policy.q";
  private static final List<String> LAST_OF_ACTOR = List.of("policy.tanh_actor", "policy.actor");
  private static final String ENCODER = "policy.encoder";

  /// The steepest slope of a GELU.
  private static final double GELU_SLOPE = 1.13;

  private final List<Layer> layers;

  /// What follows a layer's sums.
  private enum Activation {
    NONE,
    RELU,
    GELU
  }

  /// @param weight `[to, from]`
  /// @param bias `[to]`
  private record Layer(Tensor weight, Tensor bias, Activation then) {}

  private PlainNetwork(List<Layer> layers) {
    this.layers = List.copyOf(layers);
  }

  /// A critic; empty if it reads observations through anything but linear layers.
  ///
  /// @param tensors its weights
  /// @param inputs numbers it reads
  static Optional<PlainNetwork> critic(List<Tensor> tensors, int inputs) {
    Map<String, Tensor> named = named(tensors);
    List<Layer> layers = new ArrayList<>();
    if (stack(named, "policy.q_layers", layers)) {
      add(named, LAST_OF_CRITIC, Activation.NONE, layers);
    } else {
      dense(named, LAST_OF_CRITIC, layers);
    }
    return whole(layers, tensors, inputs);
  }

  /// An actor; empty if it reads observations through anything but linear layers.
  ///
  /// @param tensors its weights; those of its value head are left out
  /// @param inputs numbers it reads
  static Optional<PlainNetwork> actor(List<Tensor> tensors, int inputs) {
    List<Tensor> own = withoutValue(tensors);
    Map<String, Tensor> named = named(own);
    String last = lastOfActor(named);
    List<Layer> layers = new ArrayList<>();
    if (named.containsKey("policy.actor_layers.0.weight")) {
      add(named, ENCODER, Activation.RELU, layers);
      stack(named, "policy.actor_layers", layers);
      add(named, last, Activation.NONE, layers);
    } else {
      dense(named, last, layers);
    }
    return whole(layers, own, inputs);
  }

  /// What a critic has behind its memory; empty if that is more than linear layers.
  ///
  /// @param inputs numbers it reads
  static Optional<PlainNetwork> behindMemory(List<Tensor> all, int inputs) {
    List<Tensor> own = all.stream().filter(tensor -> !PlainMemory.remembers(tensor)).toList();
    Map<String, Tensor> named = named(own);
    List<Layer> layers = new ArrayList<>();
    stack(named, "policy.critic_layers", layers);
    add(named, LAST_OF_CRITIC, Activation.NONE, layers);
    return whole(layers, own, inputs);
  }

  /// What an actor has behind its memory; empty if that is more than linear layers.
  ///
  /// @param inputs numbers it reads
  static Optional<PlainNetwork> actorBehindMemory(List<Tensor> all, int inputs) {
    List<Tensor> own =
        withoutValue(all).stream().filter(tensor -> !PlainMemory.remembers(tensor)).toList();
    Map<String, Tensor> named = named(own);
    List<Layer> layers = new ArrayList<>();
    stack(named, "policy.actor_layers", layers);
    add(named, lastOfActor(named), Activation.NONE, layers);
    return whole(layers, own, inputs);
  }

  private static List<Tensor> withoutValue(List<Tensor> tensors) {
    return tensors.stream()
        .filter(tensor ->
            !tensor.name().startsWith("policy.value_fn")
                && !tensor.name().startsWith("policy.critic_layers"))
        .toList();
  }

  private static String lastOfActor(Map<String, Tensor> named) {
    return LAST_OF_ACTOR.stream()
        .filter(name -> named.containsKey(name + ".weight"))
        .findFirst()
        .orElse(LAST_OF_ACTOR.getFirst());
  }

  /// An encoder, two hidden layers with GELUs before them, and the last layer.
  private static void dense(Map<String, Tensor> named, String last, List<Layer> layers) {
    add(named, ENCODER, Activation.GELU, layers);
    add(named, "policy.hidden.0", Activation.GELU, layers);
    add(named, "policy.hidden.1", Activation.NONE, layers);
    add(named, last, Activation.NONE, layers);
  }

  /// Whether there are such layers, each followed by a ReLU.
  private static boolean stack(Map<String, Tensor> named, String prefix, List<Layer> layers) {
    int count = 0;
    while (named.containsKey(prefix + "." + count + ".weight")) {
      add(named, prefix + "." + count, Activation.RELU, layers);
      count++;
    }
    return count > 0;
  }

  private static void add(
      Map<String, Tensor> named, String name, Activation then, List<Layer> layers) {
    Tensor weight = named.get(name + ".weight");
    Tensor bias = named.get(name + ".bias");
    if (weight != null && bias != null && weight.shape().length == 2) {
      layers.add(new Layer(weight, bias, then));
    }
  }

  /// The network, if every tensor is one of a layer's and the sizes follow each other.
  private static Optional<PlainNetwork> whole(
      List<Layer> layers, List<Tensor> tensors, int inputs) {
    int width = inputs;
    for (Layer layer : layers) {
      if (layer.weight().shape()[1] != width) {
        return Optional.empty();
      }
      width = layer.weight().shape()[0];
    }
    return layers.isEmpty() || 2 * layers.size() != tensors.size()
        ? Optional.empty()
        : Optional.of(new PlainNetwork(layers));
  }

  private static Map<String, Tensor> named(List<Tensor> tensors) {
    Map<String, Tensor> named = new HashMap<>();
    tensors.forEach(tensor -> named.put(tensor.name(), tensor));
    return named;
  }

  /// The outputs.
  BoundedVector run(BoundedVector input) {
    BoundedVector x = input;
    for (Layer layer : layers) {
      x = run(layer, x);
    }
    return x;
  }

  private static BoundedVector run(Layer layer, BoundedVector x) {
    int from = layer.weight().shape()[1];
    int to = layer.weight().shape()[0];
    double rounding = MARGIN * Math.sqrt(from + 1) * ROUNDOFF;
    double[] values = new double[to];
    double[] errors = new double[to];
    for (int j = 0; j < to; j++) {
      double sum = layer.bias().values()[j];
      double size = Math.abs(sum);
      double carried = 0;
      for (int i = 0; i < from; i++) {
        double weight = layer.weight().values()[j * from + i];
        sum += weight * x.values()[i];
        size += Math.abs(weight * x.values()[i]);
        carried += Math.abs(weight) * x.errors()[i];
      }
      double error = carried + rounding * size;
      switch (layer.then()) {
        case NONE -> {
          values[j] = sum;
          errors[j] = error;
        }
        case RELU -> {
          values[j] = Math.max(0, sum);
          errors[j] = error;
        }
        case GELU -> {
          values[j] = gelu(sum);
          errors[j] = GELU_SLOPE * error + MARGIN * ROUNDOFF * Math.abs(sum);
        }
      }
    }
    return new BoundedVector(values, errors);
  }

  static double gelu(double x) {
    return 0.5 * x * (1 + erf(x / Math.sqrt(2)));
  }

  /// The error function by its series; beyond 5 it is 1 to the last digit of a float.
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
}
