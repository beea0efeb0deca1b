package dev.hindsight.trainer.learn.transformer;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import dev.hindsight.trainer.learn.net.ActorCriticHeads;
import dev.hindsight.trainer.learn.net.Encoder;
import dev.hindsight.trainer.learn.net.FirstLayer;
import dev.hindsight.trainer.learn.net.Layers;
import dev.hindsight.trainer.learn.net.LogitsAndValues;
import dev.hindsight.trainer.learn.net.NamedWeights;
import dev.hindsight.trainer.learn.net.Network;
import dev.hindsight.trainer.learn.net.NetworkActor;
import dev.hindsight.trainer.learn.net.Parameter;
import dev.hindsight.trainer.learn.net.ParameterLayout;
import dev.hindsight.trainer.learn.net.SegmentForward;
import dev.hindsight.trainer.learn.net.WeightVector;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// The trial transformer: encode, add the position within the episode, attend, read the heads.
///
/// Parameter names are those of the reference's state dict.
public final class TransformerNetwork implements Network {
  private static final String OUTPUT_NORM = "output_norm";

  private final Encoder encoder;
  private final TransformerSpec spec;
  private final ActorCriticHeads heads;
  private final List<TransformerLayer> layers;
  private final ParameterLayout parameters;
  private final float[] positions;

  /// With linear heads, for an actor that sees everything.
  ///
  /// @param encoder of width d
  /// @param actions n
  public TransformerNetwork(Encoder encoder, TransformerSpec spec, int actions) {
    this(encoder, spec, new ActorCriticHeads(spec.width(), actions));
  }

  /// @param encoder of width d
  /// @param heads over a vector of width d
  public TransformerNetwork(Encoder encoder, TransformerSpec spec, ActorCriticHeads heads) {
    this(encoder, spec, heads, sinusoidal(spec.horizon(), spec.width()));
  }

  /// With given positions: older files of the reference have learned ones.
  ///
  /// @param positions `[S * d]`, never written again
  public TransformerNetwork(
      Encoder encoder, TransformerSpec spec, ActorCriticHeads heads, float[] positions) {
    if (encoder.width() != spec.width() || positions.length != spec.horizon() * spec.width()) {
      throw new IllegalArgumentException("encoder, transformer and positions differ in width");
    }
    this.encoder = encoder;
    this.spec = spec;
    this.heads = heads;
    this.positions = positions;
    this.layers = IntStream.range(0, spec.layers()).mapToObj(TransformerLayer::number).toList();
    List<Parameter> all = new ArrayList<>(encoder.parameters());
    all.addAll(heads.parameters());
    layers.forEach(layer -> all.addAll(layer.parameters(spec)));
    all.addAll(Parameter.norm(OUTPUT_NORM, spec.width()));
    this.parameters = new ParameterLayout(all);
  }

  @Override
  public ParameterLayout parameters() {
    return parameters;
  }

  @Override
  public List<FirstLayer> firstLayers() {
    return heads.firstLayers(encoder);
  }

  @Override
  public boolean remembers() {
    return true;
  }

  @Override
  public int actions() {
    return heads.actions();
  }

  /// Its sizes.
  public TransformerSpec spec() {
    return spec;
  }

  /// `[S * d]`, added to the encoding of each tick of an episode; do not modify.
  public float[] positions() {
    return positions;
  }

  @Override
  public SegmentForward segments(NDManager manager) {
    return new TrainingForward(this, manager, Probe.NONE);
  }

  @Override
  public NetworkActor actor(WeightVector weights, int agents) {
    return new StreamingActor(this, weights, agents, Probe.NONE);
  }

  Encoder encoder() {
    return encoder;
  }

  List<TransformerLayer> layers() {
    return layers;
  }

  /// The positions on a device, `[S, d]`.
  NDArray positions(NDManager manager) {
    return manager.create(positions, new Shape(spec.horizon(), spec.width()));
  }

  /// What only the critic sees of observations, for [#heads].
  ///
  /// @param observation `[N, D]`
  Optional<NDArray> criticOnly(NDArray observation) {
    return heads.criticOnly().cut(observation);
  }

  /// The outputs of the heads.
  ///
  /// @param residual `[N, d]` after the last block
  /// @param own `[N, c]`, what only the critic sees
  LogitsAndValues heads(NDArray residual, Optional<NDArray> own, NamedWeights namedWeights) {
    return heads.of(Layers.norm(residual, namedWeights, OUTPUT_NORM), own, namedWeights);
  }

  /// Encodes a tick's position within its episode as a vector (Vaswani et al., "Attention Is All
  /// You Need", 2017, section 3.5), `[horizon * width]`: `sin(p w_i)` at `2 i` and `cos(p w_i)` at
  /// `2 i + 1`, where `w_i = 10000^(-2 i / width)`.
  private static float[] sinusoidal(int horizon, int width) {
    float[] table = new float[horizon * width];
    for (int position = 0; position < horizon; position++) {
      for (int at = 0; at < width; at++) {
        double angle = position * Math.pow(10000, -(double) (at - at % 2) / width);
        table[position * width + at] = (float) (at % 2 == 0 ? Math.sin(angle) : Math.cos(angle));
      }
    }
    return table;
  }
}
