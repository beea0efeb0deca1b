package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;

/// Layers that all networks here use, as functions of (input, weights, name).
public final class Layers {
  /// Channels that PyTorch's convolutions compute together on processors with AVX-512.
  private static final int CHANNEL_BLOCK = 16;

  private static final float NORM_EPSILON = 1e-5f;

  private Layers() {}

  /// `x W^T + b`.
  ///
  /// @param x `[..., from]`
  /// @param name of `name.weight [to, from]` and `name.bias [to]`
  /// @return `[..., to]`
  public static NDArray linear(NDArray x, NamedWeights namedWeights, String name) {
    return linear(x, namedWeights.named(name + ".weight"), namedWeights.named(name + ".bias"));
  }

  /// `x W^T + b`.
  public static NDArray linear(NDArray x, NDArray weight, NDArray bias) {
    return x.getNDArrayInternal().linear(x, weight, bias).singletonOrThrow();
  }

  /// Layer norm over the last axis, epsilon 1e-5: Ba, Kiros and Hinton, "Layer Normalization",
  /// 2016.
  ///
  /// @param name of `name.weight` and `name.bias`, both `[width]`
  public static NDArray norm(NDArray x, NamedWeights namedWeights, String name) {
    NDArray gamma = namedWeights.named(name + ".weight");
    return x.getNDArrayInternal()
        .layerNorm(
            x,
            new Shape(gamma.getShape().get(0)),
            gamma,
            namedWeights.named(name + ".bias"),
            NORM_EPSILON)
        .singletonOrThrow();
  }

  /// A convolution with the same padding on opposite sides, so that it divides the sides by its
  /// stride.
  ///
  /// On processors, channels are filled up with zeros to a multiple of [#CHANNEL_BLOCK]. Without
  /// that, PyTorch 2.7.1 fills them up itself, with whatever the memory held before: where that is
  /// NaN, outputs or gradients of finite numbers are NaN.
  ///
  /// @param x `[N, from, height, width]`
  /// @param weight `[to, from, kernel, kernel]`
  /// @param bias `[to]`
  /// @return `[N, to, height / stride, width / stride]`
  static NDArray convolution(NDArray x, NDArray weight, NDArray bias, int stride) {
    int padding = (int) (weight.getShape().get(2) - stride + 1) / 2;
    long to = bias.getShape().get(0);
    NDArray y =
        x.getNDArrayInternal()
            .convolution(
                filled(x, 1),
                filled(filled(weight, 0), 1),
                filled(bias, 0),
                new Shape(stride, stride),
                new Shape(padding, padding),
                new Shape(1, 1),
                1)
            .singletonOrThrow();
    return y.getShape().get(1) == to
        ? y
        : y.get(new NDIndex().addAllDim().addSliceDim(0, to).addEllipseDim());
  }

  /// Zeros behind an array, up to a multiple of [#CHANNEL_BLOCK] along an axis.
  private static NDArray filled(NDArray array, int axis) {
    long missing = Math.floorMod(-array.getShape().get(axis), (long) CHANNEL_BLOCK);
    if (missing == 0 || array.getDevice().isGpu()) {
      return array;
    }
    long[] shape = array.getShape().getShape().clone();
    shape[axis] = missing;
    NDArray zeros = array.getManager().zeros(new Shape(shape), array.getDataType());
    return array.concat(zeros, axis);
  }

  /// GELU in its exact form, with erf: Hendrycks and Gimpel, 2016. The tanh approximation once made
  /// the reference's C network differ from its Python one.
  public static NDArray gelu(NDArray x, NamedWeights namedWeights) {
    return switch (namedWeights.nonlinearity()) {
      case AS_TRAINED, RELU_AS_GELU -> x.getNDArrayInternal().gelu();
      case GELU_BY_TANH -> {
        NDArray inner = scaled(x.add(scaled(x.mul(x).mul(x), 0.044715)), Math.sqrt(2 / Math.PI));
        yield scaled(x.add(x.mul(inner.tanh())), 0.5);
      }
      case GELU_AS_RELU -> x.getNDArrayInternal().relu();
    };
  }

  /// `f x`.
  ///
  /// DJL's own product with a number keeps that number in Java memory for the garbage collector to
  /// free: if that happened before the backward pass, gradients were garbage. Here PyTorch owns the
  /// number.
  public static NDArray scaled(NDArray x, double factor) {
    return x.mul(x.getManager().full(new Shape(1), (float) factor, DataType.FLOAT32));
  }

  /// `max(x, 0)`.
  public static NDArray relu(NDArray x, NamedWeights namedWeights) {
    return switch (namedWeights.nonlinearity()) {
      case AS_TRAINED, GELU_BY_TANH, GELU_AS_RELU -> x.getNDArrayInternal().relu();
      case RELU_AS_GELU -> x.getNDArrayInternal().gelu();
    };
  }

  /// `1 / (1 + exp(-x))`.
  public static NDArray sigmoid(NDArray x) {
    return x.getNDArrayInternal().sigmoid();
  }
}
