package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.ndarray.types.DataType;
import dev.hindsight.trainer.ActionBound;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Encoder, two layers, heads: a policy without memory. Heads with layers of their own take the
/// place of the two layers.
public final class FeedForwardNetwork implements Network {
  private final Encoder encoder;
  private final ActorCriticHeads heads;
  private final Shaping shaping;
  private final ParameterLayout parameters;

  /// Which head's gradients train the layers below both heads.
  public enum Shaping {
    /// Those of both heads.
    BY_BOTH,
    /// Those of the actor only: the value head reads the layers without changing them.
    BY_ACTOR
  }

  /// With linear heads, for an actor that sees everything.
  ///
  /// @param encoder of width d, which is also the layers'
  /// @param actions n
  public FeedForwardNetwork(Encoder encoder, int actions) {
    this(encoder, new ActorCriticHeads(encoder.width(), actions), Shaping.BY_BOTH);
  }

  /// @param encoder of width d, which is also the layers'
  /// @param heads over a vector of width d
  public FeedForwardNetwork(Encoder encoder, ActorCriticHeads heads, Shaping shaping) {
    this.encoder = encoder;
    this.heads = heads;
    this.shaping = shaping;
    List<Parameter> all =
        new ArrayList<>(
            heads.sizes().isLinear() ? FeedForward.parameters(encoder) : encoder.parameters());
    all.addAll(heads.parameters());
    this.parameters = new ParameterLayout(all);
  }

  /// Its encoder.
  public Encoder encoder() {
    return encoder;
  }

  /// Its heads.
  public ActorCriticHeads heads() {
    return heads;
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
  public int actions() {
    return heads.actions();
  }

  @Override
  public SegmentForward segments(NDManager manager) {
    return (namedWeights, batch) -> heads(namedWeights, batch.observation());
  }

  /// Its outputs for single ticks, with weights that are being learned.
  ///
  /// @param observation `[N, D]`
  public LogitsAndValues heads(NamedWeights namedWeights, NDArray observation) {
    return heads(encoder.learning(namedWeights), observation, namedWeights, shaping);
  }

  @Override
  public NetworkActor actor(WeightVector weights, int agents) {
    return new Memoryless(weights, agents);
  }

  private LogitsAndValues heads(
      Encoder.Encoding encoding, NDArray observation, NamedWeights namedWeights, Shaping flow) {
    NDArray encoded = encoding.encode(observation);
    NDArray hidden =
        heads.sizes().isLinear()
            ? FeedForward.hidden(encoded, namedWeights)
            : Layers.relu(encoded, namedWeights);
    Optional<NDArray> own = heads.criticOnly().cut(observation);
    return switch (flow) {
      case BY_BOTH -> heads.of(hidden, own, namedWeights);
      case BY_ACTOR -> heads.withValuesApart(hidden, own, namedWeights);
    };
  }

  private final class Memoryless extends NetworkActor {
    private final WeightVector vector;
    private final HostArray observations;
    private BoundWeights bound;

    private Memoryless(WeightVector vector, int agents) {
      this.vector = vector;
      this.observations =
          new HostArray(vector.flat().getManager(), DataType.FLOAT32, agents, encoder.inputs());
      this.bound = new BoundWeights(vector, encoder);
    }

    @Override
    public void reset() {
      bound.close();
      bound = new BoundWeights(vector, encoder);
    }

    @Override
    public void act(float[] observation, byte[] removed, float[] logits, float[] values) {
      observations.bytes().asFloatBuffer().put(observation);
      try (NDScope scope = new NDScope()) {
        scope.suppressNotUsedWarning();
        LogitsAndValues outputs =
            heads(
                encoding(bound, encoder), observed(observations), bound.weights(), Shaping.BY_BOTH);
        decided(outputs, logits, values);
      }
    }

    @Override
    public ActionBound bound() {
      return heads.bound();
    }

    @Override
    protected void free() {
      bound.close();
      observations.close();
    }
  }
}
