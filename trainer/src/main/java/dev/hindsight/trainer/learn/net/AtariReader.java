package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDArray;
import dev.hindsight.trainer.policy.Checkpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Reads maps with the three convolutions of Mnih et al., "Human-level control through deep
/// reinforcement learning", 2015, and two layers.
///
/// @param planes of the site
/// @param channels of the convolutions
/// @param cells cells of a plane after them
/// @param dense widths of the layers
record AtariReader(int planes, List<Integer> channels, int cells, List<Integer> dense)
    implements SiteReader {
  private static final String CONVOLUTION = NAME + ".conv";

  /// Name of the first weight.
  static final String FIRST = CONVOLUTION + ".0.weight";

  private static final List<Integer> KERNELS = List.of(8, 4, 3);
  private static final List<Integer> STRIDES = List.of(4, 2, 1);
  private static final List<Integer> CHANNELS = List.of(16, 32, 32);
  private static final List<Integer> LAYERS = List.of(128, 32);

  AtariReader {
    channels = List.copyOf(channels);
    dense = List.copyOf(dense);
  }

  /// For maps of `side` x `side` tiles, with the sizes of the reference.
  static AtariReader of(int planes, int side) {
    int left = ConvolutionalSizes.side(side);
    return new AtariReader(planes, CHANNELS, left * left, LAYERS);
  }

  /// With the sizes of these weights.
  static AtariReader of(Checkpoint weights) {
    List<Integer> channels =
        IntStream.range(0, KERNELS.size())
            .mapToObj(layer -> EncoderKind.size(weights, name(layer) + ".weight", 0))
            .toList();
    return new AtariReader(
        EncoderKind.size(weights, FIRST, 1),
        channels,
        EncoderKind.size(weights, LayerStack.name(DENSE, 0) + ".weight", 1) / channels.getLast(),
        LayerStack.widths(DENSE, weights));
  }

  private static String name(int layer) {
    return CONVOLUTION + "." + layer;
  }

  @Override
  public int width() {
    return dense.getLast();
  }

  @Override
  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>();
    int from = planes;
    for (int layer = 0; layer < KERNELS.size(); layer++) {
      int to = channels.get(layer);
      all.addAll(Parameter.convolution(name(layer), from, to, KERNELS.get(layer)));
      from = to;
    }
    all.addAll(LayerStack.parameters(DENSE, from * cells, dense));
    return all;
  }

  @Override
  public NDArray read(NDArray x, NamedWeights namedWeights) {
    NDArray y = x;
    for (int layer = 0; layer < KERNELS.size(); layer++) {
      NDArray weight = namedWeights.named(name(layer) + ".weight");
      NDArray bias = namedWeights.named(name(layer) + ".bias");
      y = Layers.relu(Layers.convolution(y, weight, bias, STRIDES.get(layer)), namedWeights);
    }
    return LayerStack.run(y.reshape(x.getShape().get(0), -1), DENSE, dense.size(), namedWeights);
  }
}
