package dev.hindsight.trainer.learn.gate;

import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.learn.net.NetworkActor;
import dev.hindsight.trainer.learn.training.ActionLog;
import dev.hindsight.trainer.learn.training.CoPlayers;
import dev.hindsight.trainer.learn.training.Collector;
import dev.hindsight.trainer.learn.training.Collector.RowKind;
import dev.hindsight.trainer.learn.training.ObservationStore;
import dev.hindsight.trainer.learn.training.StepBudget;
import dev.hindsight.trainer.learn.training.Trajectories;
import dev.hindsight.trainer.learn.training.VectorEnvironment;
import dev.hindsight.trainer.learn.training.VectorEnvironment.LearningAgents;
import dev.hindsight.trainer.observation.ObservationPacking;
import dev.hindsight.trainer.run.Seeds;
import dev.hindsight.trainer.run.UpdateReport;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/// Trajectories as training collects them, with a policy whose answers are known: it has no
/// preference, and its value is `2 + 10 * 0.3 p` for the progress p of the episode.
final class GateCollection implements AutoCloseable {
  private final VectorEnvironment vectorEnvironment;
  private final Trajectories trajectories;
  private final Collector collector;

  /// The known policy.
  private static final class KnownActor extends NetworkActor {
    private final int numbers;
    private final int progressAt;

    private KnownActor(VectorEnvironment vectorEnvironment) {
      numbers = vectorEnvironment.shape().observation().size();
      progressAt = GateWorlds.segment(vectorEnvironment.shape(), GateWorlds.PROGRESS).offset();
    }

    @Override
    public void reset() {
      // It remembers nothing.
    }

    @Override
    public void act(float[] observation, byte[] removed, float[] logits, float[] values) {
      Arrays.fill(logits, 0);
      for (int agent = 0; agent < values.length; agent++) {
        values[agent] = 2 + 10 * 0.3f * observation[agent * numbers + progressAt];
      }
    }

    @Override
    protected void free() {
      // It holds nothing.
    }
  }

  private GateCollection(List<EnvironmentFactory> factories, int count, int ticks) {
    vectorEnvironment = new VectorEnvironment(factories, count, new Seeds(4), LearningAgents.ALL);
    ObservationPacking packing = new ObservationPacking(vectorEnvironment.shape().observation());
    trajectories =
        new Trajectories(
            count,
            ticks,
            ObservationStore.of(packing, count, ticks),
            Trajectories.ActionSizes.of(vectorEnvironment.shape()));
    collector =
        new Collector(
            vectorEnvironment,
            new KnownActor(vectorEnvironment),
            CoPlayers.of(vectorEnvironment, Optional.empty()),
            new ActionLog(vectorEnvironment),
            trajectories,
            RowKind.SEGMENTS,
            new Collector.Rules(0, 0.9, 1),
            StepBudget.NONE);
  }

  /// Some environments of one kind.
  static GateCollection of(EnvironmentFactory factory, int count, int ticks) {
    return new GateCollection(List.of(factory), count, ticks);
  }

  /// One environment of each kind.
  static GateCollection of(List<EnvironmentFactory> factories, int ticks) {
    return new GateCollection(factories, factories.size(), ticks);
  }

  /// Collects once.
  UpdateReport collect() {
    Collector.Split split = collector.collect(new Seeds(9), 0);
    return collector.report(1, split, 0, new HashMap<>());
  }

  Trajectories trajectories() {
    return trajectories;
  }

  /// The mean reward of the collected ticks.
  double meanReward() {
    double sum = 0;
    for (int i = 0; i < trajectories.reward.length; i++) {
      sum += trajectories.removed[i] == 0 ? trajectories.reward[i] : 0;
    }
    return sum / trajectories.live();
  }

  @Override
  public void close() {
    vectorEnvironment.close();
  }
}
