package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDScope;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.GradientCollector;
import dev.hindsight.trainer.parity.Nonlinearity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// The parameters of a network by name, as views of the flat vector: they show every change of the
/// vector, and gradients flow back into it unless they are [#lasting].
///
/// Splitting the vector in one operation lets the backward pass assemble all gradients in one copy.
/// Lives as long as the scope it was made in, unless it is [#lasting].
public final class NamedWeights {
  private final Map<String, NDArray> byName;
  private final Nonlinearity nonlinearity;
  private final List<Supplier<NDArray>> remainders = new ArrayList<>();

  private NamedWeights(Map<String, NDArray> byName, Nonlinearity nonlinearity) {
    this.byName = byName;
    this.nonlinearity = nonlinearity;
  }

  /// Splits a flat vector.
  ///
  /// @param flat `[layout.length()]`
  public static NamedWeights of(NDArray flat, ParameterLayout layout) {
    List<Parameter> parameters = layout.parameters();
    long[] cuts = new long[parameters.size() - 1];
    long end = 0;
    for (int i = 0; i < cuts.length; i++) {
      end += parameters.get(i).length();
      cuts[i] = end;
    }
    NDList parts = flat.split(cuts, 0);
    Map<String, NDArray> byName = new HashMap<>();
    for (int i = 0; i < parameters.size(); i++) {
      Parameter parameter = parameters.get(i);
      long[] shape = parameter.shape().stream().mapToLong(Integer::longValue).toArray();
      byName.put(parameter.name(), parts.get(i).reshape(new Shape(shape)));
    }
    return new NamedWeights(byName, Nonlinearity.AS_TRAINED);
  }

  /// Views without gradients that outlive the scope they are made in.
  ///
  /// @param flat `[layout.length()]`
  public static NamedWeights lasting(NDArray flat, ParameterLayout layout) {
    try (NDScope scope = new NDScope()) {
      scope.suppressNotUsedWarning();
      NamedWeights views = of(flat.stopGradient(), layout);
      views.byName.values().forEach(view -> NDScope.unregister(view));
      return views;
    }
  }

  /// Frees views that are [#lasting].
  public void free() {
    byName.values().forEach(NDArray::close);
  }

  /// The same weights with another nonlinearity between the layers.
  public NamedWeights with(Nonlinearity other) {
    return new NamedWeights(byName, other);
  }

  /// The nonlinearity between layers.
  public Nonlinearity nonlinearity() {
    return nonlinearity;
  }

  /// A parameter.
  public NDArray named(String name) {
    NDArray found = byName.get(name);
    if (found == null) {
      throw new IllegalArgumentException("no parameter named " + name);
    }
    return found;
  }

  /// Whether Java can read them directly.
  public boolean onHost() {
    return !byName.values().iterator().next().getDevice().isGpu();
  }

  /// Registers a part of the gradient that PyTorch does not compute, because an intermediate result
  /// was computed outside it.
  ///
  /// @param surrogate makes a scalar with that part as its gradient, once the rest is known
  public void leaveBehind(Supplier<NDArray> surrogate) {
    remainders.add(surrogate);
  }

  /// Computes the gradients of a loss made with these weights, including registered parts.
  public void backward(GradientCollector collector, NDArray loss) {
    backward(collector, loss, List.of(this));
  }

  /// Computes the gradients of a loss made with several networks' weights, including registered
  /// parts.
  public static void backward(
      GradientCollector collector, NDArray loss, List<NamedWeights> networks) {
    collector.backward(loss);
    for (NamedWeights one : networks) {
      one.remainders.forEach(remainder -> collector.backward(remainder.get()));
      one.remainders.clear();
    }
  }
}
