package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.ndarray.types.DataType;
import java.util.ArrayList;
import java.util.List;

/// Encode, two layers, read the heads: a policy that remembers nothing.
public final class FeedForwardNetwork implements Network {
  private static final String FIRST = "policy.hidden.0";
  private static final String SECOND = "policy.hidden.1";

  private final Encoder encoder;
  private final int actions;
  private final ParameterLayout parameters;

  /// @param encoder of width d, that of the layers too
  /// @param actions n
  public FeedForwardNetwork(Encoder encoder, int actions) {
    this.encoder = encoder;
    this.actions = actions;
    List<Parameter> all = new ArrayList<>(encoder.parameters());
    all.addAll(Parameter.linear(FIRST, encoder.width(), encoder.width(), 1));
    all.addAll(Parameter.linear(SECOND, encoder.width(), encoder.width(), 1));
    all.addAll(Heads.parameters(encoder.width(), actions));
    this.parameters = new ParameterLayout(all);
  }

  @Override
  public ParameterLayout parameters() {
    return parameters;
  }

  @Override
  public int actions() {
    return actions;
  }

  @Override
  public SegmentForward segments(NDManager manager) {
    return (weights, batch) ->
        heads(encoder.learning(weights).encode(batch.observation()), weights);
  }

  @Override
  public Actor actor(WeightVector weights, int agents) {
    return new Memoryless(weights, agents);
  }

  private static Heads heads(NDArray encoded, Weights weights) {
    NDArray first = Layers.linear(Layers.gelu(encoded), weights, FIRST);
    return Heads.of(Layers.linear(Layers.gelu(first), weights, SECOND), weights);
  }

  private final class Memoryless implements Actor {
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
    public void begin() {
      bound.close();
      bound = new BoundWeights(vector, encoder);
    }

    @Override
    public void forget(int agent) {
      // There is nothing to forget.
    }

    @Override
    public void act(float[] observation, byte[] removed, float[] logits, float[] values) {
      observations.bytes().asFloatBuffer().put(observation);
      try (NDScope scope = new NDScope()) {
        scope.suppressNotUsedWarning();
        Heads heads = heads(bound.encoding().encode(observations.onDevice()), bound.weights());
        heads.logits().toByteBuffer(true).asFloatBuffer().get(logits);
        heads.values().toByteBuffer(true).asFloatBuffer().get(values);
      }
    }

    @Override
    public void close() {
      bound.close();
      observations.close();
    }
  }
}
