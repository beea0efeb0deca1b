package dev.hindsight.trainer.learn.lstm;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import dev.hindsight.trainer.ActionBound;
import dev.hindsight.trainer.learn.net.ActorCriticHeads;
import dev.hindsight.trainer.learn.net.BoundWeights;
import dev.hindsight.trainer.learn.net.Encoder;
import dev.hindsight.trainer.learn.net.FeedForwardNetwork.Shaping;
import dev.hindsight.trainer.learn.net.FirstLayer;
import dev.hindsight.trainer.learn.net.HostArray;
import dev.hindsight.trainer.learn.net.LogitsAndValues;
import dev.hindsight.trainer.learn.net.NamedWeights;
import dev.hindsight.trainer.learn.net.Network;
import dev.hindsight.trainer.learn.net.NetworkActor;
import dev.hindsight.trainer.learn.net.ParameterLayout;
import dev.hindsight.trainer.learn.net.RecurrentMemory;
import dev.hindsight.trainer.learn.net.SegmentBatch;
import dev.hindsight.trainer.learn.net.SegmentForward;
import dev.hindsight.trainer.learn.net.WeightVector;
import dev.hindsight.trainer.policy.PolicyMemory;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Encoder, LSTM, heads. The memory is wiped at the start of an episode; segments start with an
/// empty one, unless they are sequences from a replay buffer that bring theirs.
///
/// Parameter names are those of the reference's state dict.
public final class LstmNetwork implements Network {
  private final LstmLayer layer;
  private final ActorCriticHeads heads;
  private final Shaping shaping;
  private final ParameterLayout parameters;

  /// With linear heads, for an actor that sees everything.
  ///
  /// @param encoder of width H, which is also the LSTM's
  /// @param actions n
  public LstmNetwork(Encoder encoder, int actions) {
    this(encoder, new ActorCriticHeads(encoder.width(), actions));
  }

  /// @param encoder of width H, which is also the LSTM's
  /// @param heads over a vector of width H
  public LstmNetwork(Encoder encoder, ActorCriticHeads heads) {
    this(encoder, heads, Shaping.BY_BOTH);
  }

  /// @param encoder of width H, which is also the LSTM's
  /// @param heads over a vector of width H
  /// @param shaping whose gradients train the memory
  public LstmNetwork(Encoder encoder, ActorCriticHeads heads, Shaping shaping) {
    this.layer = new LstmLayer(encoder);
    this.heads = heads;
    this.shaping = shaping;
    this.parameters = new ParameterLayout(layer.parameters(heads.parameters()));
  }

  @Override
  public ParameterLayout parameters() {
    return parameters;
  }

  @Override
  public List<FirstLayer> firstLayers() {
    return heads.firstLayers(layer.encoder());
  }

  @Override
  public boolean remembers() {
    return true;
  }

  @Override
  public int actions() {
    return heads.actions();
  }

  @Override
  public SegmentForward segments(NDManager manager) {
    return this::forward;
  }

  @Override
  public NetworkActor actor(WeightVector weights, int agents) {
    return new LstmActor(this, weights, agents);
  }

  Encoder encoder() {
    return layer.encoder();
  }

  LstmCell cell() {
    return layer.cell();
  }

  private LogitsAndValues forward(NamedWeights namedWeights, SegmentBatch batch) {
    NDArray hidden = layer.hidden(layer.encoder().learning(namedWeights), namedWeights, batch);
    Optional<NDArray> own = heads.criticOnly().cut(batch.observation()).map(batch::chosen);
    return switch (shaping) {
      case BY_BOTH -> heads.of(hidden, own, namedWeights);
      case BY_ACTOR -> heads.withValuesApart(hidden, own, namedWeights);
    };
  }

  /// Runs an LSTM tick by tick.
  private static final class LstmActor extends NetworkActor {
    private final LstmNetwork network;
    private final WeightVector vector;
    private final int agents;
    private final HostArray observations;

    /// `[A, 1]`: 0 for agents whose memory is wiped before the next tick.
    private final HostArray keep;

    private BoundWeights bound;
    private LstmCell.Memory memory;

    LstmActor(LstmNetwork network, WeightVector vector, int agents) {
      NDManager manager = vector.flat().getManager();
      this.network = network;
      this.vector = vector;
      this.agents = agents;
      this.observations =
          new HostArray(manager, DataType.FLOAT32, agents, network.encoder().inputs());
      this.keep = new HostArray(manager, DataType.FLOAT32, agents, 1);
      this.bound = new BoundWeights(vector, network.encoder());
      this.memory = new LstmCell.Memory(zeros(), zeros());
    }

    private NDArray zeros() {
      return vector.flat().getManager().zeros(new Shape(agents, network.cell().width()));
    }

    @Override
    public void reset() {
      bound.close();
      bound = new BoundWeights(vector, network.encoder());
      for (int agent = 0; agent < agents; agent++) {
        forget(agent);
      }
    }

    @Override
    public ActionBound bound() {
      return network.heads.bound();
    }

    @Override
    public int stateNumbers() {
      return 2 * network.cell().width();
    }

    /// An agent's state is its hidden state, then its cell.
    @Override
    public void copyState(float[] into) {
      int width = network.cell().width();
      // On a GPU, what is read is a copy, which ends with this scope.
      try (NDScope scope = new NDScope()) {
        scope.suppressNotUsedWarning();
        FloatBuffer hidden = memory.hidden().toByteBuffer(true).asFloatBuffer();
        FloatBuffer cell = memory.cell().toByteBuffer(true).asFloatBuffer();
        for (int agent = 0; agent < agents; agent++) {
          int from = 2 * agent * width;
          if (keep.bytes().getFloat(Float.BYTES * agent) == 0) {
            Arrays.fill(into, from, from + 2 * width, 0);
          } else {
            hidden.get(agent * width, into, from, width);
            cell.get(agent * width, into, from + width, width);
          }
        }
      }
    }

    @Override
    public void endEpisode(int agent) {
      forget(agent);
    }

    @Override
    public void forget(int agent) {
      keep.bytes().putFloat(Float.BYTES * agent, 0);
    }

    @Override
    public void act(float[] observation, byte[] removed, float[] logits, float[] values) {
      observations.bytes().asFloatBuffer().put(observation);
      LstmCell.Memory before = memory;
      try (NDScope scope = new NDScope()) {
        scope.suppressNotUsedWarning();
        NDArray seen = observed(observations);
        NDArray encoded = encoding(bound, network.encoder()).encode(seen);
        memory =
            network
                .cell()
                .step(
                    network.cell().gates(encoded, bound.weights()),
                    before.wiped(keep.onDevice()),
                    bound.weights());
        LogitsAndValues outputs =
            network.heads.of(
                memory.hidden(), network.heads.criticOnly().cut(seen), bound.weights());
        decided(outputs, logits, values);
        NDScope.unregister(memory.hidden(), memory.cell());
      }
      before.hidden().close();
      before.cell().close();
      for (int agent = 0; agent < agents; agent++) {
        keep.bytes().putFloat(Float.BYTES * agent, 1);
      }
    }

    /// The copy already has the wipe for agents that forget before the next tick.
    @Override
    public PolicyMemory memory() {
      RecurrentMemory copy = RecurrentMemory.of(memory.hidden(), memory.cell());
      for (int agent = 0; agent < agents; agent++) {
        if (keep.bytes().getFloat(Float.BYTES * agent) == 0) {
          copy = copy.without(agent);
        }
      }
      return copy;
    }

    @Override
    public void remember(PolicyMemory other) {
      if (!(other instanceof RecurrentMemory copy) || copy.agents() != agents) {
        throw new IllegalArgumentException("a memory of another policy");
      }
      NDManager manager = vector.flat().getManager();
      memory.hidden().close();
      memory.cell().close();
      memory = new LstmCell.Memory(copy.hidden(manager), copy.cell(manager));
      for (int agent = 0; agent < agents; agent++) {
        keep.bytes().putFloat(Float.BYTES * agent, 1);
      }
    }

    @Override
    protected void free() {
      bound.close();
      memory.hidden().close();
      memory.cell().close();
      observations.close();
      keep.close();
    }
  }
}
