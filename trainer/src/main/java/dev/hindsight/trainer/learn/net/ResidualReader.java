package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.types.Shape;
import dev.hindsight.trainer.policy.Checkpoint;
import java.util.ArrayList;
import java.util.List;

/// Reads maps with residual blocks (He et al., "Deep Residual Learning for Image Recognition",
/// 2016) in stages that halve the sides, all but the first; then means and maxima of each channel,
/// and two layers.
///
/// ```
/// stem    relu(norm(conv3 x))
/// block   relu(norm(conv3 relu(norm(conv3 x))) + shortcut)   shortcut x, or norm(conv1 x) where
///                                                            channels or sides change
/// end     layers of [mean, max over the tiles]
/// ```
///
/// Convolutions have no bias; norms are over the channels of a tile.
///
/// @param planes of the site, those derived from them included
/// @param stages channels of each stage
/// @param blocks in a stage
/// @param dense widths of the layers
record ResidualReader(int planes, List<Integer> stages, int blocks, List<Integer> dense)
    implements SiteReader {
  private static final String STEM = NAME + ".stem";

  /// Name of the first weight.
  static final String FIRST = STEM + ".weight";

  private static final String WEIGHT = ".weight";

  ResidualReader {
    stages = List.copyOf(stages);
    dense = List.copyOf(dense);
  }

  /// With the sizes of these weights.
  static ResidualReader of(Checkpoint weights) {
    List<Integer> stages = new ArrayList<>();
    while (weights.tensor(block(stages.size(), 0) + ".0" + WEIGHT).isPresent()) {
      stages.add(EncoderKind.size(weights, block(stages.size(), 0) + ".0" + WEIGHT, 0));
    }
    int blocks = 0;
    while (weights.tensor(block(0, blocks) + ".0" + WEIGHT).isPresent()) {
      blocks++;
    }
    return new ResidualReader(
        EncoderKind.size(weights, FIRST, 1), stages, blocks, LayerStack.widths(DENSE, weights));
  }

  private static String block(int stage, int index) {
    return NAME + ".stage." + stage + "." + index;
  }

  @Override
  public int width() {
    return dense.getLast();
  }

  @Override
  public List<Parameter> parameters() {
    int from = stages.getFirst();
    List<Parameter> all = new ArrayList<>(normed(STEM, planes, from, 3));
    for (int stage = 0; stage < stages.size(); stage++) {
      int to = stages.get(stage);
      for (int index = 0; index < blocks; index++) {
        String name = block(stage, index);
        all.addAll(normed(name + ".0", from, to, 3));
        all.addAll(normed(name + ".1", to, to, 3));
        if (from != to || stride(stage, index) > 1) {
          all.addAll(normed(name + ".shortcut", from, to, 1));
        }
        from = to;
      }
    }
    all.addAll(LayerStack.parameters(DENSE, 2 * from, dense));
    return all;
  }

  private static int stride(int stage, int index) {
    return stage > 0 && index == 0 ? 2 : 1;
  }

  private static List<Parameter> normed(String name, int from, int to, int kernel) {
    List<Parameter> all = new ArrayList<>();
    all.add(Parameter.convolution(name, from, to, kernel).getFirst());
    all.addAll(Parameter.norm(name + ".norm", to));
    return all;
  }

  @Override
  public NDArray read(NDArray x, NamedWeights namedWeights) {
    NDArray y = Layers.relu(normed(x, STEM, 1, namedWeights), namedWeights);
    int from = stages.getFirst();
    for (int stage = 0; stage < stages.size(); stage++) {
      for (int index = 0; index < blocks; index++) {
        int stride = stride(stage, index);
        String name = block(stage, index);
        NDArray first = Layers.relu(normed(y, name + ".0", stride, namedWeights), namedWeights);
        NDArray second = normed(first, name + ".1", 1, namedWeights);
        NDArray shortcut =
            from != stages.get(stage) || stride > 1
                ? normed(y, name + ".shortcut", stride, namedWeights)
                : y;
        y = Layers.relu(second.add(shortcut), namedWeights);
        from = stages.get(stage);
      }
    }
    NDArray tiles = y.reshape(x.getShape().get(0), from, -1);
    int[] over = {2};
    NDArray pooled = NDArrays.concat(new NDList(tiles.mean(over), tiles.max(over)), 1);
    return LayerStack.run(pooled, DENSE, dense.size(), namedWeights);
  }

  private static NDArray normed(NDArray x, String name, int stride, NamedWeights namedWeights) {
    NDArray weight = namedWeights.named(name + WEIGHT);
    NDArray none = weight.getManager().zeros(new Shape(weight.getShape().get(0)));
    return Layers.norm(
            Layers.convolution(x, weight, none, stride).transpose(0, 2, 3, 1),
            namedWeights,
            name + ".norm")
        .transpose(0, 3, 1, 2);
  }
}
