package dev.hindsight.trainer.learn.transformer;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.hindsight.trainer.ActionBound;
import dev.hindsight.trainer.learn.net.ActorCriticHeads;
import dev.hindsight.trainer.learn.net.Encoder;
import dev.hindsight.trainer.learn.net.FeedForwardNetwork.Shaping;
import dev.hindsight.trainer.learn.net.FirstLayer;
import dev.hindsight.trainer.learn.net.LogitsAndValues;
import dev.hindsight.trainer.learn.net.NamedWeights;
import dev.hindsight.trainer.learn.net.Network;
import dev.hindsight.trainer.learn.net.NetworkActor;
import dev.hindsight.trainer.learn.net.ParameterLayout;
import dev.hindsight.trainer.learn.net.SegmentForward;
import dev.hindsight.trainer.learn.net.WeightVector;
import java.util.List;
import java.util.Optional;

/// The trial transformer: encode, add the position within the episode, attend, read the heads.
///
/// Parameter names are those of the reference's state dict.
public final class TransformerNetwork implements Network {
  private final TransformerBody body;
  private final ActorCriticHeads heads;
  private final Shaping shaping;
  private final ParameterLayout parameters;

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
    this(encoder, spec, heads, Shaping.BY_BOTH);
  }

  /// @param encoder of width d
  /// @param heads over a vector of width d
  /// @param shaping whose gradients train the blocks
  public TransformerNetwork(
      Encoder encoder, TransformerSpec spec, ActorCriticHeads heads, Shaping shaping) {
    this(new TransformerBody(encoder, spec), heads, shaping);
  }

  /// With given positions: older files of the reference have learned ones.
  ///
  /// @param positions `[S * d]`, never written again
  public TransformerNetwork(
      Encoder encoder, TransformerSpec spec, ActorCriticHeads heads, float[] positions) {
    this(new TransformerBody(encoder, spec, positions), heads, Shaping.BY_BOTH);
  }

  private TransformerNetwork(TransformerBody body, ActorCriticHeads heads, Shaping shaping) {
    this.body = body;
    this.heads = heads;
    this.shaping = shaping;
    this.parameters = new ParameterLayout(body.parameters(heads.parameters()));
  }

  @Override
  public ParameterLayout parameters() {
    return parameters;
  }

  @Override
  public List<FirstLayer> firstLayers() {
    return heads.firstLayers(encoder());
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
    return body.spec();
  }

  /// `[S * d]`, added to the encoding of each tick of an episode; do not modify.
  public float[] positions() {
    return body.positions();
  }

  @Override
  public SegmentForward segments(NDManager manager) {
    return new TrainingForward(this, manager, Probe.NONE);
  }

  @Override
  public NetworkActor actor(WeightVector weights, int agents) {
    return new StreamingActor(this, weights, agents, Probe.NONE);
  }

  TransformerBody body() {
    return body;
  }

  Encoder encoder() {
    return body.encoder();
  }

  List<TransformerLayer> layers() {
    return body.layers();
  }

  ActionBound bound() {
    return heads.bound();
  }

  /// The positions on a device, `[S, d]`.
  NDArray positions(NDManager manager) {
    return body.positions(manager);
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
    NDArray hidden = body.normalised(residual, namedWeights);
    return switch (shaping) {
      case BY_BOTH -> heads.of(hidden, own, namedWeights);
      case BY_ACTOR -> heads.withValuesApart(hidden, own, namedWeights);
    };
  }
}
