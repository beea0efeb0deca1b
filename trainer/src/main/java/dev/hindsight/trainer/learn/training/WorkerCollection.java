package dev.hindsight.trainer.learn.training;

import ai.djl.ndarray.NDManager;
import dev.hindsight.trainer.OpenedParts;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.learn.TorchEngine;
import dev.hindsight.trainer.learn.net.Network;
import dev.hindsight.trainer.learn.net.NetworkActor;
import dev.hindsight.trainer.learn.net.WeightVector;
import dev.hindsight.trainer.learn.training.VectorEnvironment.LearningAgents;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.run.Seeds;
import dev.hindsight.trainer.run.TrainingTask;
import java.util.List;
import java.util.Map;

/// What a worker owns: some of the environments of a run, a copy of the policy, and trajectories.
/// No two workers share anything that changes. One owner thread at a time.
public final class WorkerCollection implements AutoCloseable {
  private final NDManager manager;
  private final WeightVector weights;
  private final Trajectories trajectories;
  private final TrajectoryCollection collection;

  /// The environments of a worker among those of the run.
  ///
  /// @param worker number of the worker, from 0
  /// @param before number of environments of the workers before it
  /// @param count number of its environments, at least 1
  public record Share(int worker, int before, int count) {}

  /// Makes a worker's environments and its copy of the policy.
  ///
  /// @param task of the whole run; its factories may be wrapped
  /// @param plan of the whole run
  /// @param seeds of the worker
  public static WorkerCollection of(
      TrainingTask task, Share share, CollectionPlan plan, Seeds seeds) {
    try (OpenedParts parts = new OpenedParts()) {
      WorkerCollection collection = new WorkerCollection(task, share, plan, seeds, parts);
      parts.handOver();
      return collection;
    }
  }

  private WorkerCollection(
      TrainingTask task, Share share, CollectionPlan plan, Seeds seeds, OpenedParts parts) {
    SettingValues values = task.settings();
    this.manager = parts.add(TorchEngine.scope(task.device()), NDManager::close);
    VectorEnvironment worlds =
        parts.add(
            new VectorEnvironment(
                task.factories(),
                share.count(),
                seeds,
                LearningAgents.of(task),
                values.whole("num_workers"),
                share.before()),
            VectorEnvironment::close);
    int agents = worlds.shape().agents();
    Network network = Architecture.of(values, worlds.shape(), plan.observations(worlds.shape()));
    this.weights =
        new WeightVector(manager, network.parameters(), new float[network.parameters().length()]);
    this.trajectories = Trajectories.of(worlds.shape(), plan.ticks());
    this.collection =
        new TrajectoryCollection(
            worlds,
            parts.add(network.actor(weights, agents), NetworkActor::close),
            task.coPlayer(),
            seeds,
            plan.share(share.count(), values.whole("num_envs")),
            trajectories,
            share.worker(),
            "worker" + share.worker() + ".");
  }

  /// Fills the trajectories while a policy acts.
  ///
  /// @param policy its weights, as one flat vector
  /// @param update number of the update
  public CollectionReport collect(float[] policy, long update) {
    weights.set(policy);
    return collection.collect(update);
  }

  /// The trajectories of the last collection.
  public Trajectories trajectories() {
    return trajectories;
  }

  /// What became of all episodes since this object was created.
  public EpisodeCounts episodeCounts() {
    return collection.episodeCounts();
  }

  /// The update for which the environments were created; negative before the first collection.
  public long created() {
    return collection.created();
  }

  /// As [TrajectorySource#state].
  public List<Tensor> state(long updates) {
    return collection.state(updates);
  }

  /// Goes on from a checkpoint.
  ///
  /// @param created the update for which the environments were created
  public void restore(Map<String, Tensor> tensors, long updates, long created) {
    collection.restore(tensors, updates, created);
  }

  @Override
  public void close() {
    collection.close();
    weights.close();
    manager.close();
  }
}
