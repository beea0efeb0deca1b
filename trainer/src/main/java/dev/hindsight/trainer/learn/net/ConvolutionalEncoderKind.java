package dev.hindsight.trainer.learn.net;

import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.policy.Checkpoint;
import java.util.List;
import java.util.stream.IntStream;

/// [ConvolutionalEncoder], for observations with planes.
final class ConvolutionalEncoderKind implements EncoderKind {
  private static final String WEIGHT = ".weight";

  @Override
  public String id() {
    return "convolutional";
  }

  @Override
  public boolean fits(ObservationLayout layout) {
    return ConvolutionalEncoder.fits(layout);
  }

  @Override
  public Encoder of(ObservationLayout layout, Sizes sizes) {
    return ConvolutionalEncoder.of(layout, sizes.channels(), sizes.inner(), sizes.width());
  }

  @Override
  public boolean wrote(Checkpoint weights) {
    return weights.tensor(ConvolutionalSizes.JOINED + WEIGHT).isPresent();
  }

  @Override
  public Encoder shaped(Checkpoint weights) {
    Segment nothing = new Segment("", 0, List.of(0, 0, 0), List.of());
    return new ConvolutionalEncoder(0, nothing, List.of(), sizes(weights));
  }

  @Override
  public Encoder of(Checkpoint weights, ObservationLayout layout) {
    ConvolutionalSizes sizes = sizes(weights);
    return ConvolutionalEncoder.of(layout, sizes.channels(), sizes.inner(), sizes.width());
  }

  private static ConvolutionalSizes sizes(Checkpoint weights) {
    List<Integer> channels =
        IntStream.range(0, ConvolutionalSizes.LAYERS)
            .mapToObj(layer -> size(weights, ConvolutionalSizes.convolution(layer), 0))
            .toList();
    return new ConvolutionalSizes(
        size(weights, ConvolutionalSizes.convolution(0), 1),
        channels,
        Math.ceilDiv(size(weights, ConvolutionalSizes.DENSE, 1), channels.getLast()),
        size(weights, ConvolutionalSizes.NUMBERS, 1),
        size(weights, ConvolutionalSizes.NUMBERS, 0),
        size(weights, ConvolutionalSizes.JOINED, 0));
  }

  private static int size(Checkpoint weights, String layer, int axis) {
    return EncoderKind.size(weights, layer + WEIGHT, axis);
  }
}
