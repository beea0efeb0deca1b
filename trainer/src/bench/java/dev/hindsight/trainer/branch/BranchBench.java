package dev.hindsight.trainer.branch;

import dev.hindsight.trainer.bench.BenchFigure;
import dev.hindsight.trainer.bench.BenchResult;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.record.PolicySource;
import dev.hindsight.trainer.record.RecordedObservations;
import dev.hindsight.trainer.record.ReplayedWorld;
import dev.hindsight.trainer.record.SimulationRecipe;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/// Measures how long it takes to go back to a random tick: the world, and the policy's memory.
///
/// @param rollout the recording
/// @param policies where checkpoints are looked up
/// @param rounds number of measurements
public record BranchBench(Rollout rollout, PolicySource policies, int rounds)
    implements Job<BranchBench.Figures> {
  private static final int OTHER_COURSE = 8;

  /// The measurements; times in milliseconds.
  ///
  /// @param ticks of the recording
  /// @param agents in it
  /// @param departureSeconds time of simulating it once
  /// @param mebibytes size of the copies of the policy's memory
  /// @param stride ticks between two copies
  /// @param median to go back, with a policy that jumps between ticks
  /// @param p95 of the same
  /// @param afterRunMedian to go back after running on differently for some ticks
  /// @param afterRunP95 of the same
  /// @param freshMedian to go back with a newly opened policy
  /// @param freshP95 of the same
  public record Figures(
      int ticks,
      int agents,
      double departureSeconds,
      double mebibytes,
      int stride,
      double median,
      double p95,
      double afterRunMedian,
      double afterRunP95,
      double freshMedian,
      double freshP95)
      implements BenchResult {
    @Override
    public List<BenchFigure> figures() {
      return List.of(
          BenchFigure.context("ticks", "ticks", ticks),
          BenchFigure.context("agents", "agents", agents),
          BenchFigure.context("stride", "ticks", stride),
          BenchFigure.less("departureSeconds", "s", departureSeconds),
          BenchFigure.less("mebibytes", "MiB", mebibytes),
          BenchFigure.less("median", "ms", median),
          BenchFigure.less("p95", "ms", p95),
          BenchFigure.less("afterRunMedian", "ms", afterRunMedian),
          BenchFigure.less("afterRunP95", "ms", afterRunP95),
          BenchFigure.less("freshMedian", "ms", freshMedian),
          BenchFigure.less("freshP95", "ms", freshP95));
    }
  }

  @Override
  public Figures run(Progress progress, Cancellation cancellation) {
    SimulationRecipe simulationRecipe = SimulationRecipe.of(rollout);
    var shape = simulationRecipe.factory().shape();
    long begin = System.nanoTime();
    TimeMachine machine =
        new TimeMachineBuilder(simulationRecipe, policies, TimeMachineBuilder.BUDGET)
            .run(progress, cancellation);
    double departure = (System.nanoTime() - begin) / 1e9;
    ReplayedWorld world = new ReplayedWorld(simulationRecipe);
    RecordedObservations rows = new RecordedObservations(rollout, shape);
    PolicyOutput output = new PolicyOutput(shape);
    Random random = new Random(1);
    double[] toAndFro = new double[rounds];
    double[] afterRun = new double[rounds];
    double[] fresh = new double[Math.min(rounds, 10)];
    try (Policy policy = policies.recorded(rollout, shape).orElseThrow()) {
      policy.reset();
      time(machine, world, policy, rollout.ticks() - 1, cancellation);
      for (int i = 0; i < rounds; i++) {
        int tick = random.nextInt(rollout.ticks());
        toAndFro[i] = time(machine, world, policy, tick, cancellation);
      }
      for (int i = 0; i < rounds; i++) {
        // Repeats the observation of tick 0: a different course of events.
        for (int t = 0; t < OTHER_COURSE; t++) {
          policy.act(rows.at(0), output);
        }
        int tick = random.nextInt(rollout.ticks());
        afterRun[i] = time(machine, world, policy, tick, cancellation);
      }
    }
    for (int i = 0; i < fresh.length; i++) {
      try (Policy policy = policies.recorded(rollout, shape).orElseThrow()) {
        policy.reset();
        int tick = random.nextInt(rollout.ticks());
        fresh[i] = time(machine, world, policy, tick, cancellation);
      }
    }
    return new Figures(
        rollout.ticks(),
        shape.agents(),
        departure,
        machine.bytes() / (double) (1 << 20),
        machine.stride(),
        at(toAndFro, 0.5),
        at(toAndFro, 0.95),
        at(afterRun, 0.5),
        at(afterRun, 0.95),
        at(fresh, 0.5),
        at(fresh, 0.95));
  }

  private static double time(
      TimeMachine machine,
      ReplayedWorld world,
      Policy policy,
      int tick,
      Cancellation cancellation) {
    long begin = System.nanoTime();
    machine.go(world, tick, cancellation);
    machine.remember(tick, policy, cancellation);
    return (System.nanoTime() - begin) / 1e6;
  }

  private static double at(double[] millis, double share) {
    double[] sorted = millis.clone();
    Arrays.sort(sorted);
    return sorted[(int) Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
  }
}
