package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDArray;
import java.util.ArrayList;
import java.util.List;

/// The sizes of a [ConvolutionalEncoder], all of which the shapes of its weights tell.
///
/// @param planes number of planes
/// @param channels of the three convolutions
/// @param cells cells of a plane after them
/// @param numbers numbers read beside the planes, one-hot ones included
/// @param inner width of the layers over the planes and over the other numbers
/// @param width d
public record ConvolutionalSizes(
    int planes, List<Integer> channels, int cells, int numbers, int inner, int width) {
  /// Number of convolutions.
  public static final int LAYERS = 3;

  /// The layer over the last convolution.
  public static final String DENSE = "policy.planes.dense";

  /// The layer over all other numbers.
  public static final String NUMBERS = "policy.numbers";

  /// The layer over both.
  public static final String JOINED = "policy.joined";

  private static final List<Integer> KERNELS = List.of(8, 4, 3);
  private static final List<Integer> STRIDES = List.of(4, 2, 1);

  /// Copies the list.
  public ConvolutionalSizes {
    channels = List.copyOf(channels);
    if (channels.size() != LAYERS) {
      throw new IllegalArgumentException(channels + " are not the channels of three convolutions");
    }
  }

  /// Name of a convolution.
  public static String convolution(int layer) {
    return "policy.planes.conv." + layer;
  }

  /// What the convolutions leave of a side.
  static int side(int length) {
    int side = length;
    for (int layer = 0; layer < LAYERS; layer++) {
      side = (side + 2 * padding(layer) - KERNELS.get(layer)) / STRIDES.get(layer) + 1;
    }
    return side;
  }

  private static int padding(int layer) {
    return (KERNELS.get(layer) - STRIDES.get(layer) + 1) / 2;
  }

  /// The parameters.
  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>();
    int from = planes;
    for (int layer = 0; layer < LAYERS; layer++) {
      int to = channels.get(layer);
      all.addAll(Parameter.convolution(convolution(layer), from, to, KERNELS.get(layer)));
      from = to;
    }
    all.addAll(Parameter.linear(DENSE, from * cells, inner, Math.sqrt(2)));
    all.addAll(Parameter.linear(NUMBERS, numbers, inner, Math.sqrt(2)));
    all.addAll(Parameter.linear(JOINED, 2 * inner, width, 1));
    return all;
  }

  /// One convolution without its nonlinearity.
  ///
  /// @param x `[N, from, height, width]`
  NDArray convolve(int layer, NDArray x, NamedWeights namedWeights) {
    String name = convolution(layer);
    return Layers.convolution(
        x,
        namedWeights.named(name + ".weight"),
        namedWeights.named(name + ".bias"),
        STRIDES.get(layer));
  }
}
