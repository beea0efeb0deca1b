package dev.hindsight.trainer.learn.training;

import dev.hindsight.trainer.learn.net.NetworkActor;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.run.BreakpointListener;
import dev.hindsight.trainer.run.Seeds;
import dev.hindsight.trainer.run.UpdateProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Environments that live from update to update until they are replaced, and the policy that acts
/// in them: what a run without workers has, and each worker. One owner thread.
public final class TrajectoryCollection implements TrajectorySource {
  /// All agents' actions since their environments were created, if the next update continues in
  /// environments that cannot be stored. Older checkpoints always have them.
  private static final String ACTIONS = "actions";

  /// The same actions in compressed form, for breakpoints, and the environments they led to.
  private static final String HISTORY = "history";

  private static final String ENVIRONMENTS = "environments";

  /// The update whose policy chose the actions, by tick; missing in older checkpoints.
  private static final String HISTORY_UPDATES = "history_updates";

  /// The update for which the environments were created.
  private static final long NEVER = -1;

  private final VectorEnvironment vectorEnvironment;
  private final NetworkActor networkActor;
  private final Seeds seeds;
  private final CollectionPlan plan;
  private final int index;
  private final String prefix;
  private final CoPlayers coPlayers;
  private final ActionLog log;
  private final Collector collector;
  private long created = NEVER;

  /// The only collection of a run.
  ///
  /// @param vectorEnvironment closed with this
  /// @param networkActor of the learning agents; closed with this
  /// @param coPlayer the population of the other agents
  /// @param into overwritten by every collection
  public TrajectoryCollection(
      VectorEnvironment vectorEnvironment,
      NetworkActor networkActor,
      Optional<String> coPlayer,
      Seeds seeds,
      CollectionPlan plan,
      Trajectories into) {
    this(vectorEnvironment, networkActor, coPlayer, seeds, plan, into, 0, "");
  }

  /// One of several collections.
  ///
  /// @param index from 0
  /// @param part prefix of the names of its state
  TrajectoryCollection(
      VectorEnvironment vectorEnvironment,
      NetworkActor networkActor,
      Optional<String> coPlayer,
      Seeds seeds,
      CollectionPlan plan,
      Trajectories into,
      int index,
      String part) {
    this.vectorEnvironment = vectorEnvironment;
    this.networkActor = networkActor;
    this.seeds = seeds;
    this.plan = plan;
    this.index = index;
    this.prefix = Checkpoint.OPTIMISER + part;
    this.coPlayers = CoPlayers.of(vectorEnvironment, coPlayer);
    this.log = new ActionLog(vectorEnvironment);
    this.collector =
        new Collector(
            vectorEnvironment,
            networkActor,
            coPlayers,
            log,
            into,
            plan.rowKind(),
            plan.rules(),
            plan.budget());
  }

  @Override
  public CollectionReport collect(long update) {
    if (created == NEVER || update % plan.renewal() == 0) {
      vectorEnvironment.renew(seeds, update);
      log.clear();
      created = update;
    }
    return collector.collected(collector.collect(seeds, update, index));
  }

  /// The update for which the environments were created; negative before the first collection.
  public long created() {
    return created;
  }

  /// What became of all episodes since this object was created.
  public EpisodeCounts episodeCounts() {
    return vectorEnvironment.episodeCounts();
  }

  @Override
  public List<Tensor> state(long updates) {
    List<Tensor> all = new ArrayList<>();
    if (updates % plan.renewal() != 0) {
      all.add(updatesLived());
      Optional<byte[]> stored = vectorEnvironment.stored();
      if (stored.isPresent()) {
        all.add(CheckpointTensors.ofBytes(prefix + HISTORY, log.packed()));
        all.add(CheckpointTensors.ofBytes(prefix + ENVIRONMENTS, stored.get()));
      } else {
        float[] logged = log.values();
        all.add(new Tensor(prefix + ACTIONS, new int[] {logged.length}, logged));
      }
    }
    return all;
  }

  private Tensor updatesLived() {
    int[] acting = log.updates();
    float[] numbers = new float[acting.length];
    for (int t = 0; t < acting.length; t++) {
      numbers[t] = acting[t];
    }
    return new Tensor(prefix + HISTORY_UPDATES, new int[] {acting.length}, numbers);
  }

  private int[] updatesLived(Map<String, Tensor> tensors) {
    if (!tensors.containsKey(prefix + HISTORY_UPDATES)) {
      return new int[0];
    }
    float[] numbers = CheckpointTensors.values(tensors, prefix + HISTORY_UPDATES);
    int[] acting = new int[numbers.length];
    for (int t = 0; t < acting.length; t++) {
      acting[t] = (int) numbers[t];
    }
    return acting;
  }

  @Override
  public void restore(Map<String, Tensor> tensors, long updates) {
    restore(tensors, updates, updates - updates % plan.renewal());
  }

  /// As [#restore(Map, long)], with environments that were created between two replacements.
  ///
  /// @param createdFor the update for which they were created
  void restore(Map<String, Tensor> tensors, long updates, long createdFor) {
    if (updates % plan.renewal() != 0) {
      vectorEnvironment.renew(seeds, createdFor);
      created = createdFor;
      goOn(tensors);
    }
  }

  /// Brings new environments to where those of a checkpoint were: from their stored state, or, if
  /// it has none or one of other maps, by simulating all actions again.
  private void goOn(Map<String, Tensor> tensors) {
    int[] acting = updatesLived(tensors);
    if (!tensors.containsKey(prefix + ENVIRONMENTS)) {
      log.replay(CheckpointTensors.values(tensors, prefix + ACTIONS), acting, vectorEnvironment);
      return;
    }
    String history = prefix + HISTORY;
    String environments = prefix + ENVIRONMENTS;
    float[] logged = ActionLog.unpacked(CheckpointTensors.bytes(tensors, history), history);
    if (vectorEnvironment.restore(CheckpointTensors.bytes(tensors, environments), environments)) {
      log.set(logged, acting);
    } else {
      log.replay(logged, acting, vectorEnvironment);
    }
  }

  @Override
  public void arm(List<String> conditions, BreakpointListener breakpointListener) {
    collector.watch().arm(conditions, breakpointListener);
  }

  @Override
  public void follow(UpdateProgress progress) {
    collector.follow(progress);
  }

  @Override
  public void close() {
    networkActor.close();
    coPlayers.close();
    vectorEnvironment.close();
  }
}
