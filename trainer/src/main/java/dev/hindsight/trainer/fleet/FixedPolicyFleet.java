package dev.hindsight.trainer.fleet;

import dev.hindsight.trainer.learn.training.Architecture;
import dev.hindsight.trainer.learn.training.CollectionPlan;
import dev.hindsight.trainer.learn.training.CollectionReport;
import dev.hindsight.trainer.learn.training.Collector;
import dev.hindsight.trainer.learn.training.StepBudget;
import dev.hindsight.trainer.learn.training.Trajectories;
import dev.hindsight.trainer.learn.training.VectorEnvironment;
import dev.hindsight.trainer.learn.training.VectorEnvironment.LearningAgents;
import dev.hindsight.trainer.run.FleetBooks;
import dev.hindsight.trainer.run.Seeds;
import dev.hindsight.trainer.run.TrainingTask;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// Workers that collect whole episodes with a policy that does not learn: its initial weights stay,
/// only their version grows. What happens to returns then comes from the workers alone. One owner
/// thread.
final class FixedPolicyFleet implements AutoCloseable {
  private final Fleet fleet;
  private final Trajectories trajectories;
  private long updates;

  /// @param task with an algorithm's settings of networks, environments and workers
  /// @param line as in [Fleet]
  FixedPolicyFleet(TrainingTask task, BiConsumer<WorkerReport, Consumer<WorkerReport>> line) {
    this(task, line, MemoryGauge.HEAP);
  }

  /// @param task with an algorithm's settings of networks, environments and workers
  /// @param line as in [Fleet]
  /// @param gauge of the workers' memory
  FixedPolicyFleet(
      TrainingTask task, BiConsumer<WorkerReport, Consumer<WorkerReport>> line, MemoryGauge gauge) {
    int environments = task.settings().whole("num_envs");
    Seeds seeds = new Seeds(task.seed());
    try (VectorEnvironment worlds =
        new VectorEnvironment(task.factories(), environments, seeds, LearningAgents.of(task))) {
      int ticks = worlds.shape().trials() * worlds.shape().trialTimeoutTicks();
      float[] weights =
          Architecture.initial(
              Architecture.of(task.settings(), worlds.shape(), worlds.shape().observations(ticks)),
              task.settings(),
              worlds.shape(),
              seeds.of(Seeds.Purpose.WEIGHTS, 0, 0));
      this.trajectories = Trajectories.of(worlds.shape(), ticks);
      this.fleet =
          new Fleet(
              task,
              new CollectionPlan(
                  Collector.RowKind.EPISODES,
                  ticks,
                  new Collector.Rules(0, 1, 1),
                  StepBudget.NONE,
                  1),
              new Fleet.Learner(() -> weights, trajectories, Long.MAX_VALUE, worlds.firsts()),
              line,
              gauge);
    }
  }

  /// Collects one round.
  CollectionReport collect() {
    CollectionReport report = fleet.collect(updates);
    updates++;
    fleet.learned();
    return report;
  }

  /// What the last round collected.
  Trajectories trajectories() {
    return trajectories;
  }

  /// Makes a worker fail after some more steps of its environments.
  void kill(int worker, long steps) {
    fleet.kill(worker, steps);
  }

  /// Makes some steps of a worker's environments slow.
  void slowDown(int worker, long steps) {
    fleet.slowDown(worker, steps);
  }

  FleetBooks books() {
    return fleet.books().orElseThrow();
  }

  @Override
  public void close() {
    fleet.close();
  }
}
