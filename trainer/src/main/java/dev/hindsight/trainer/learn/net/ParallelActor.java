package dev.hindsight.trainer.learn.net;

import dev.hindsight.trainer.ActionBound;
import dev.hindsight.trainer.policy.PolicyMemory;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.task.WorkerThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;

/// A network that acts on several threads, with an actor of some of the agents on each. What it
/// computes for an agent may differ by rounding from what one actor of all agents would. One owner
/// thread. For PPO: it acts, copies its memory within a run and summarises attention, nothing else.
public final class ParallelActor extends NetworkActor {
  private final List<Share> shares = new ArrayList<>();
  private final WorkerThreads threads;

  /// What all agents observe, and their outputs, while they act.
  private float[] observation = {};

  private byte[] removed = {};
  private float[] logits = {};
  private float[] values = {};

  /// Some consecutive agents, with what they observe and their outputs.
  ///
  /// @param first index of the first
  private record Share(
      NetworkActor actor,
      int first,
      float[] observation,
      byte[] removed,
      float[] logits,
      float[] values) {
    /// @param numbers D of an observation
    /// @param actions n, outputs of an agent
    Share(NetworkActor actor, int first, int agents, int numbers, int actions) {
      this(
          actor,
          first,
          new float[agents * numbers],
          new byte[agents],
          new float[agents * actions],
          new float[agents]);
    }

    int agents() {
      return removed.length;
    }
  }

  private ParallelActor(int threads) {
    this.threads = new WorkerThreads("actor", threads);
  }

  /// An actor of a network for a number of threads; the network's own for one thread.
  ///
  /// @param weights read at every [#reset], not owned
  /// @param numbers D of an observation
  /// @param threads at most one for each of the network's worlds is used
  public static NetworkActor of(
      Network network, WeightVector weights, int agents, int numbers, int threads) {
    int worlds = agents / network.rowsPerWorld();
    int count = Math.min(threads, worlds);
    if (count <= 1) {
      return network.actor(weights, agents);
    }
    ParallelActor all = new ParallelActor(count);
    IntFunction<Integer> begin = share -> (int) ((long) worlds * share / count);
    for (int share = 0; share < count; share++) {
      int first = begin.apply(share) * network.rowsPerWorld();
      int own = begin.apply(share + 1) * network.rowsPerWorld() - first;
      all.shares.add(
          new Share(network.actor(weights, own), first, own, numbers, network.actions()));
    }
    return all;
  }

  @Override
  public ActionBound bound() {
    return shares.getFirst().actor.bound();
  }

  @Override
  public void reset() {
    shares.forEach(share -> share.actor.reset());
  }

  @Override
  public void endEpisode(int agent) {
    Share share = shares.get(shareOf(agent));
    share.actor.endEpisode(agent - share.first);
  }

  /// Index of an agent's share.
  private int shareOf(int agent) {
    int share = shares.size() - 1;
    while (shares.get(share).first > agent) {
      share--;
    }
    return share;
  }

  @Override
  public void act(float[] seen, byte[] gone, float[] chosen, float[] expected) {
    observation = seen;
    removed = gone;
    logits = chosen;
    values = expected;
    threads.run(shares.size(), this::act);
  }

  private void act(int number) {
    Share share = shares.get(number);
    int first = share.first;
    int numbers = share.observation.length / share.agents();
    int actions = share.logits.length / share.agents();
    System.arraycopy(observation, first * numbers, share.observation, 0, share.observation.length);
    System.arraycopy(removed, first, share.removed, 0, share.agents());
    share.actor.act(share.observation, share.removed, share.logits, share.values);
    System.arraycopy(share.logits, 0, logits, first * actions, share.logits.length);
    System.arraycopy(share.values, 0, values, first, share.agents());
  }

  @Override
  public PolicyMemory memory() {
    return new JoinedMemory(shares.stream().map(share -> share.actor.memory()).toList());
  }

  @Override
  public void remember(PolicyMemory policyMemory) {
    if (!(policyMemory instanceof JoinedMemory(List<PolicyMemory> parts))
        || parts.size() != shares.size()) {
      throw new IllegalArgumentException("a memory of another policy");
    }
    for (int i = 0; i < parts.size(); i++) {
      shares.get(i).actor.remember(parts.get(i));
    }
  }

  /// Only replay buffers want states.
  @Override
  public int stateNumbers() {
    throw storesNothing();
  }

  /// A checkpoint of PPO holds no memory: the rows of each update begin with an empty one.
  @Override
  public List<Tensor> keptMemory(String name) {
    throw storesNothing();
  }

  @Override
  public void restoreMemory(String name, Function<String, float[]> stored) {
    throw storesNothing();
  }

  private static UnsupportedOperationException storesNothing() {
    return new UnsupportedOperationException("a memory in parts is not stored");
  }

  @Override
  public boolean attends() {
    return shares.getFirst().actor.attends();
  }

  @Override
  public Optional<AttentionSummary> attentionSummary() {
    List<AttentionSummary> all = new ArrayList<>();
    shares.forEach(share -> share.actor.attentionSummary().ifPresent(all::add));
    return all.size() < shares.size() ? Optional.empty() : Optional.of(new SharedSummary(all));
  }

  @Override
  public void stopAttentionSummary() {
    shares.forEach(share -> share.actor.stopAttentionSummary());
  }

  /// The summaries of all shares, in order.
  private final class SharedSummary implements AttentionSummary {
    private final List<AttentionSummary> all;

    SharedSummary(List<AttentionSummary> all) {
      this.all = all;
    }

    @Override
    public float entropy(int agent) {
      int share = shareOf(agent);
      return all.get(share).entropy(agent - shares.get(share).first);
    }

    @Override
    public float limboMass(int agent) {
      int share = shareOf(agent);
      return all.get(share).limboMass(agent - shares.get(share).first);
    }
  }

  @Override
  protected void free() {
    threads.close();
    shares.forEach(share -> share.actor.close());
  }
}
