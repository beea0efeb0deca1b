package dev.hindsight.trainer.learn.net;

import java.util.List;

/// A trainable array of a network.
///
/// @param name as in the reference's state dict: `policy.actor.weight`
/// @param shape sizes, outermost first
/// @param initial its initializer
public record Parameter(String name, List<Integer> shape, ParameterInitializer initial) {
  private static final ParameterInitializer ZERO = new ParameterInitializer.Constant(0);
  private static final ParameterInitializer ONE = new ParameterInitializer.Constant(1);

  /// Copies the shape.
  public Parameter {
    shape = List.copyOf(shape);
  }

  /// Weight and bias of a linear layer: `name.weight [to, from]`, orthogonal, and `name.bias [to]`,
  /// zero.
  public static List<Parameter> linear(String name, int from, int to, double gain) {
    return List.of(
        new Parameter(
            name + ".weight", List.of(to, from), new ParameterInitializer.Orthogonal(gain)),
        new Parameter(name + ".bias", List.of(to), ZERO));
  }

  /// Weight and bias of a convolution: `name.weight [to, from, kernel, kernel]`, orthogonal with
  /// the gain for ReLU, and `name.bias [to]`, zero.
  public static List<Parameter> convolution(String name, int from, int to, int kernel) {
    return List.of(
        new Parameter(
            name + ".weight",
            List.of(to, from, kernel, kernel),
            new ParameterInitializer.Orthogonal(Math.sqrt(2))),
        new Parameter(name + ".bias", List.of(to), ZERO));
  }

  /// Weight and bias of a layer norm, one and zero.
  public static List<Parameter> norm(String name, int width) {
    return List.of(
        new Parameter(name + ".weight", List.of(width), ONE),
        new Parameter(name + ".bias", List.of(width), ZERO));
  }

  /// Number of values.
  public int length() {
    return shape.stream().mapToInt(Integer::intValue).reduce(1, Math::multiplyExact);
  }

  /// The sizes as an array.
  public int[] sizes() {
    return shape.stream().mapToInt(Integer::intValue).toArray();
  }
}
