package dev.hindsight.trainer.learn.transformer;

import ai.djl.ndarray.NDArray;
import dev.hindsight.trainer.learn.net.Layers;
import dev.hindsight.trainer.learn.net.NamedWeights;
import dev.hindsight.trainer.learn.net.Parameter;
import dev.hindsight.trainer.learn.net.ParameterInitializer;
import java.util.ArrayList;
import java.util.List;

/// The parts of a block besides the attention itself, the same in all forms: normalise, attend,
/// add; then the same with two linear layers (Xiong et al., "On Layer Normalization in the
/// Transformer Architecture", 2020).
///
/// @param name `transformer.layers.0`, as in PyTorch's `TransformerEncoderLayer`
record TransformerLayer(String name) {
  /// Small initial gain, so that blocks start close to the identity.
  private static final double OUTPUT_GAIN = 0.5;

  static TransformerLayer number(int index) {
    return new TransformerLayer("transformer.layers." + index);
  }

  List<Parameter> parameters(TransformerSpec spec) {
    int d = spec.width();
    List<Parameter> all = new ArrayList<>();
    all.add(
        new Parameter(
            name + ".self_attn.in_proj_weight",
            List.of(3 * d, d),
            new ParameterInitializer.Orthogonal(1)));
    all.add(
        new Parameter(
            name + ".self_attn.in_proj_bias",
            List.of(3 * d),
            new ParameterInitializer.Constant(0)));
    all.addAll(Parameter.linear(name + ".self_attn.out_proj", d, d, OUTPUT_GAIN));
    all.addAll(Parameter.linear(name + ".linear1", d, spec.feedForward(), 1));
    all.addAll(Parameter.linear(name + ".linear2", spec.feedForward(), d, OUTPUT_GAIN));
    all.addAll(Parameter.norm(name + ".norm1", d));
    all.addAll(Parameter.norm(name + ".norm2", d));
    return all;
  }

  /// Queries, keys and values of each tick, side by side.
  ///
  /// @param residual `[..., d]`
  /// @return `[..., 3 * d]`
  NDArray project(NDArray residual, NamedWeights namedWeights) {
    return Layers.linear(
        Layers.norm(residual, namedWeights, name + ".norm1"),
        namedWeights.named(name + ".self_attn.in_proj_weight"),
        namedWeights.named(name + ".self_attn.in_proj_bias"));
  }

  /// Adds the result of the attention, and the output of the two linear layers.
  ///
  /// @param residual `[..., d]`
  /// @param attended `[..., d]`, the heads side by side
  /// @return `[..., d]`, the residual after the block
  NDArray absorb(NDArray residual, NDArray attended, NamedWeights namedWeights) {
    NDArray sum = residual.add(Layers.linear(attended, namedWeights, name + ".self_attn.out_proj"));
    NDArray middle =
        Layers.gelu(
            Layers.linear(
                Layers.norm(sum, namedWeights, name + ".norm2"), namedWeights, name + ".linear1"),
            namedWeights);
    return sum.add(Layers.linear(middle, namedWeights, name + ".linear2"));
  }
}
