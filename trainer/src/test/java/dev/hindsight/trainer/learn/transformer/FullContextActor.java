package dev.hindsight.trainer.learn.transformer;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import dev.hindsight.trainer.learn.net.BoundWeights;
import dev.hindsight.trainer.learn.net.LogitsAndValues;
import dev.hindsight.trainer.learn.net.NetworkActor;
import dev.hindsight.trainer.learn.net.WeightVector;
import dev.hindsight.trainer.policy.PolicyMemory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// The slow form, a check on the other two: at every tick and for every agent alone it recomputes
/// the agent's whole episode. It has no cache and no masks: hidden ticks are simply left out.
final class FullContextActor extends NetworkActor {
  private final TransformerNetwork network;
  private final TransformerSpec spec;
  private final WeightVector vector;
  private final List<AgentContext> pasts;
  private final NDArray table;
  private BoundWeights bound;

  FullContextActor(TransformerNetwork network, WeightVector vector, int agents) {
    this.network = network;
    this.spec = network.spec();
    this.vector = vector;
    this.pasts = Stream.generate(AgentContext::new).limit(agents).toList();
    this.table = network.positions(vector.flat().getManager());
    this.bound = new BoundWeights(vector, network.encoder());
  }

  @Override
  public void reset() {
    bound.close();
    bound = new BoundWeights(vector, network.encoder());
    pasts.forEach(AgentContext::clear);
  }

  @Override
  public void endEpisode(int agent) {
    forget(agent);
  }

  @Override
  public void forget(int agent) {
    pasts.get(agent).clear();
  }

  @Override
  public PolicyMemory memory() {
    return new ContextMemory(pasts.stream().map(AgentContext::copy).toList());
  }

  @Override
  public void remember(PolicyMemory policyMemory) {
    if (!(policyMemory instanceof ContextMemory copies) || copies.pasts.size() != pasts.size()) {
      throw new IllegalArgumentException("a memory of another policy");
    }
    for (int agent = 0; agent < pasts.size(); agent++) {
      pasts.get(agent).become(copies.pasts.get(agent));
    }
  }

  @Override
  public void act(float[] observation, byte[] removed, float[] logits, float[] values) {
    int numbers = network.encoder().inputs();
    for (int agent = 0; agent < pasts.size(); agent++) {
      AgentContext agentContext = pasts.get(agent);
      if (agentContext.ticks == spec.horizon()) {
        agentContext.clear();
      }
      agentContext.seen.add(
          new Tick(
              agentContext.ticks,
              Arrays.copyOfRange(observation, agent * numbers, (agent + 1) * numbers)));
      try (NDScope scope = new NDScope()) {
        scope.suppressNotUsedWarning();
        LogitsAndValues logitsAndValues = think(agentContext.seen);
        float[] last = logitsAndValues.logits().toFloatArray();
        System.arraycopy(last, 0, logits, agent * network.actions(), last.length);
        values[agent] = logitsAndValues.values().getFloat();
      }
      if (removed[agent] != 0) {
        agentContext.seen.removeLast();
      }
      agentContext.ticks++;
    }
  }

  /// @return the heads of the last tick alone
  private LogitsAndValues think(List<Tick> seen) {
    NDManager manager = table.getManager();
    int n = seen.size();
    float[] observations = new float[n * network.encoder().inputs()];
    long[] positions = new long[n];
    for (int i = 0; i < n; i++) {
      float[] one = seen.get(i).observation();
      System.arraycopy(one, 0, observations, i * one.length, one.length);
      positions[i] = seen.get(i).position();
    }
    NDArray observed = manager.create(observations, new Shape(n, network.encoder().inputs()));
    NDArray residual =
        bound
            .encoding()
            .encode(observed)
            .add(table.get(new NDIndex("{}", manager.create(positions))));
    for (TransformerLayer layer : network.layers()) {
      residual =
          layer.absorb(
              residual, attend(layer.project(residual, bound.weights()), n), bound.weights());
    }
    NDIndex last = new NDIndex().addSliceDim(n - 1, n).addAllDim();
    return network.heads(
        residual.get(last), network.criticOnly(observed.get(last)), bound.weights());
  }

  /// One head after the other, each tick looking at those before it.
  ///
  /// @param projected `[n, 3 * d]`
  private NDArray attend(NDArray projected, int n) {
    NDArray tick = projected.getManager().arange(n);
    // The logarithm of 1 is 0, that of 0 is -inf.
    NDArray causal =
        tick.reshape(1, n).lte(tick.reshape(n, 1)).toType(DataType.FLOAT32, false).log();
    NDList parts = projected.split(3L * spec.heads(), 1);
    NDList attended = new NDList();
    for (int head = 0; head < spec.heads(); head++) {
      NDArray scores =
          parts.get(head).matMul(parts.get(spec.heads() + head).transpose()).mul(spec.queryScale());
      attended.add(scores.add(causal).softmax(-1).matMul(parts.get(2 * spec.heads() + head)));
    }
    return NDArrays.concat(attended, 1);
  }

  @Override
  protected void free() {
    bound.close();
    table.close();
  }

  /// What an agent remembers of its episode: the ticks outside limbo.
  private static final class AgentContext {
    private final List<Tick> seen = new ArrayList<>();
    private int ticks;

    private void clear() {
      seen.clear();
      ticks = 0;
    }

    private void become(AgentContext other) {
      clear();
      seen.addAll(other.seen);
      ticks = other.ticks;
    }

    private AgentContext copy() {
      AgentContext copy = new AgentContext();
      copy.become(this);
      return copy;
    }
  }

  /// The ticks themselves are shared by all copies.
  private record ContextMemory(List<AgentContext> pasts) implements PolicyMemory {
    @Override
    public long bytes() {
      return pasts.stream().mapToLong(agentContext -> 4L * agentContext.seen.size()).sum();
    }
  }

  private record Tick(int position, float[] observation) {}
}
