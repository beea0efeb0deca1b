package dev.hindsight.trainer.learn.transformer;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import dev.hindsight.trainer.learn.net.Encoder;
import dev.hindsight.trainer.learn.net.Layers;
import dev.hindsight.trainer.learn.net.NamedWeights;
import dev.hindsight.trainer.learn.net.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// What actors and critics with attention have in common: encoder, positions and blocks.
final class TransformerBody {
  private static final String OUTPUT_NORM = "output_norm";

  private final Encoder encoder;
  private final TransformerSpec spec;
  private final List<TransformerLayer> layers;
  private final float[] positions;

  TransformerBody(Encoder encoder, TransformerSpec spec) {
    this(encoder, spec, sinusoidal(spec.horizon(), spec.width()));
  }

  /// @param encoder of width d
  /// @param positions `[S * d]`, never written again
  TransformerBody(Encoder encoder, TransformerSpec spec, float[] positions) {
    if (encoder.width() != spec.width() || positions.length != spec.horizon() * spec.width()) {
      throw new IllegalArgumentException("encoder, transformer and positions differ in width");
    }
    this.encoder = encoder;
    this.spec = spec;
    this.positions = positions;
    this.layers = IntStream.range(0, spec.layers()).mapToObj(TransformerLayer::number).toList();
  }

  /// The parameters, with others between those of the encoder and those of the blocks.
  List<Parameter> parameters(List<Parameter> between) {
    List<Parameter> all = new ArrayList<>(encoder.parameters());
    all.addAll(between);
    layers.forEach(layer -> all.addAll(layer.parameters(spec)));
    all.addAll(Parameter.norm(OUTPUT_NORM, spec.width()));
    return all;
  }

  Encoder encoder() {
    return encoder;
  }

  TransformerSpec spec() {
    return spec;
  }

  List<TransformerLayer> layers() {
    return layers;
  }

  /// `[S * d]`
  float[] positions() {
    return positions;
  }

  /// The positions on a device, `[S, d]`.
  NDArray positions(NDManager manager) {
    return manager.create(positions, new Shape(spec.horizon(), spec.width()));
  }

  /// What heads read.
  ///
  /// @param residual `[N, d]` after the last block
  /// @return `[N, d]`
  NDArray normalised(NDArray residual, NamedWeights namedWeights) {
    return Layers.norm(residual, namedWeights, OUTPUT_NORM);
  }

  /// Encodes a tick's position within its episode as a vector (Vaswani et al., "Attention Is All
  /// You Need", 2017, section 3.5), `[horizon * width]`: `sin(p w_i)` at `2 i` and `cos(p w_i)` at
  /// `2 i + 1`, where `w_i = 10000^(-2 i / width)`.
  private static float[] sinusoidal(int horizon, int width) {
    float[] table = new float[horizon * width];
    for (int at = 0; at < width; at++) {
      // Powers take the longest, and opening a checkpoint makes this table several times.
      double frequency = Math.pow(10000, -(double) (at - at % 2) / width);
      for (int position = 0; position < horizon; position++) {
        double angle = position * frequency;
        table[position * width + at] = (float) (at % 2 == 0 ? Math.sin(angle) : Math.cos(angle));
      }
    }
    return table;
  }
}
