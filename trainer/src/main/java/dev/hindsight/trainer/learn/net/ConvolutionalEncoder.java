package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import dev.hindsight.trainer.observation.NumberType;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.observation.Quantity;
import java.util.ArrayList;
import java.util.List;

/// The encoder of an observation with one stack of planes: three convolutions over the planes, one
/// layer over all other numbers, and one linear layer over both. The convolutions are those of Mnih
/// et al., "Human-level control through deep reinforcement learning", 2015, padded so that each
/// divides the sides by its stride.
///
/// Planes are cut off at -1 and 1. Whole numbers with a known range, such as directions, are also
/// read one-hot; every other number x is read as `sign(x) ln(1 + |x|)`, so that large counts do not
/// drown flags.
///
/// @param inputs D
/// @param planes the stack, `[planes, height, width]`
/// @param levels the values that are read one-hot
/// @param weights the sizes of its parameters
public record ConvolutionalEncoder(
    int inputs, Segment planes, List<Level> levels, ConvolutionalSizes weights) implements Encoder {
  /// Smallest side of a plane that three convolutions leave something of.
  private static final int SMALLEST_SIDE = 8;

  /// Numbers with more values than this are not read one-hot.
  private static final int MOST_LEVELS = 64;

  /// Copies the list.
  public ConvolutionalEncoder {
    levels = List.copyOf(levels);
  }

  /// A value of a whole number that is read one-hot.
  ///
  /// @param number index among the numbers that are not in planes
  /// @param value of that number
  public record Level(int number, int value) {}

  /// Whether observations have one stack of planes, large enough for it.
  public static boolean fits(ObservationLayout layout) {
    List<Segment> stacks = layout.segments().stream().filter(Segment::isPlanes).toList();
    return stacks.size() == 1
        && stacks.getFirst().shape().get(1) >= SMALLEST_SIDE
        && stacks.getFirst().shape().get(2) >= SMALLEST_SIDE;
  }

  /// For a layout that [#fits].
  ///
  /// @param channels of the three convolutions
  /// @param inner width of the layers over the planes and over the other numbers
  /// @param width d
  public static ConvolutionalEncoder of(
      ObservationLayout layout, List<Integer> channels, int inner, int width) {
    Segment planes = layout.segments().stream().filter(Segment::isPlanes).findFirst().orElseThrow();
    List<Level> levels = levels(layout);
    int numbers = layout.size() - planes.length() + levels.size();
    int cells =
        ConvolutionalSizes.side(planes.shape().get(1))
            * ConvolutionalSizes.side(planes.shape().get(2));
    return new ConvolutionalEncoder(
        layout.size(),
        planes,
        levels,
        new ConvolutionalSizes(planes.features(), channels, cells, numbers, inner, width));
  }

  private static List<Level> levels(ObservationLayout layout) {
    List<Level> levels = new ArrayList<>();
    int number = 0;
    for (Segment segment : layout.segments()) {
      for (int i = 0; !segment.isPlanes() && i < segment.length(); i++) {
        Quantity quantity = segment.quantity(segment.featureOf(i));
        if (segment.type() != NumberType.F4 && !quantity.range().isEmpty()) {
          int least = (int) Math.rint(quantity.range().getFirst());
          int most = (int) Math.rint(quantity.range().getLast());
          for (int v = least; most - least > 1 && most - least < MOST_LEVELS && v <= most; v++) {
            levels.add(new Level(number, v));
          }
        }
        number++;
      }
    }
    return levels;
  }

  @Override
  public int width() {
    return weights.width();
  }

  @Override
  public List<Parameter> parameters() {
    return weights.parameters();
  }

  /// None: its planes share weights, so their numbers cannot be scaled one by one.
  @Override
  public List<FirstLayer> firstLayers() {
    return List.of();
  }

  @Override
  public Encoding learning(NamedWeights namedWeights) {
    NDManager manager = namedWeights.named(ConvolutionalSizes.JOINED + ".bias").getManager();
    int plain = inputs - planes.length();
    float[] which = new float[plain * levels.size()];
    float[] value = new float[levels.size()];
    for (int i = 0; i < value.length; i++) {
      which[levels.get(i).number() * value.length + i] = 1;
      value[i] = levels.get(i).value();
    }
    NDArray chosen = manager.create(which, new Shape(plain, value.length));
    NDArray expected = manager.create(value, new Shape(1, value.length));
    return observation ->
        Layers.linear(
            NDArrays.concat(
                new NDList(
                    pictures(observation, namedWeights),
                    numbers(observation, chosen, expected, namedWeights)),
                1),
            namedWeights,
            ConvolutionalSizes.JOINED);
  }

  @Override
  public Encoding acting(NamedWeights namedWeights) {
    return learning(namedWeights);
  }

  private NDArray pictures(NDArray observation, NamedWeights namedWeights) {
    long n = observation.getShape().get(0);
    NDArray x =
        cut(observation, planes.offset(), planes.offset() + planes.length())
            .clip(-1, 1)
            .reshape(n, planes.features(), planes.shape().get(1), planes.shape().get(2));
    for (int layer = 0; layer < ConvolutionalSizes.LAYERS; layer++) {
      x = Layers.relu(weights.convolve(layer, x, namedWeights), namedWeights);
    }
    return Layers.relu(
        Layers.linear(x.reshape(n, -1), namedWeights, ConvolutionalSizes.DENSE), namedWeights);
  }

  private NDArray numbers(
      NDArray observation, NDArray chosen, NDArray expected, NamedWeights namedWeights) {
    NDArray plain =
        NDArrays.concat(
            new NDList(
                cut(observation, 0, planes.offset()),
                cut(observation, planes.offset() + planes.length(), inputs)),
            1);
    NDArray size = plain.abs();
    NDArray read = plain.sign().mul(size.add(size.onesLike()).log());
    NDArray all =
        levels.isEmpty()
            ? read
            : NDArrays.concat(
                new NDList(
                    read,
                    plain
                        .matMul(chosen)
                        .sub(expected)
                        .abs()
                        .lt(0.5)
                        .toType(DataType.FLOAT32, false)),
                1);
    return Layers.relu(Layers.linear(all, namedWeights, ConvolutionalSizes.NUMBERS), namedWeights);
  }

  private static NDArray cut(NDArray observation, int from, int to) {
    return observation.get(new NDIndex().addAllDim().addSliceDim(from, to));
  }
}
