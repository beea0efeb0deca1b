package dev.hindsight.trainer.learn.training;

import dev.hindsight.trainer.bench.BenchFigure;
import dev.hindsight.trainer.bench.BenchResult;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.RandomActions;
import dev.hindsight.trainer.env.drive.DriveEnvironmentType;
import dev.hindsight.trainer.run.Seeds;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Measures how much faster several threads step many worlds than one thread does, as training
/// steps them: both in turn, so that a machine whose speed changes affects both.
///
/// @param map of the worlds, which are drives
/// @param worlds number of worlds
/// @param threads in the second measurement, 2 or more
/// @param rounds number of pairs
/// @param seconds of each half of a pair
public record SimulateBench(Path map, int worlds, int threads, int rounds, double seconds)
    implements Job<SimulateBench.Figures> {
  private static final int ROWS = 101;

  /// What was measured; medians of the rounds.
  ///
  /// @param agents in all worlds together
  /// @param oneThread agent-steps per second
  /// @param severalThreads agent-steps per second
  /// @param speedup the second divided by the first of the same round
  /// @param coresOfOne processor time of one thread divided by its wall time: less than 1 where the
  ///   machine was busy
  /// @param coresOfSeveral the same of several threads
  public record Figures(
      int worlds,
      int threads,
      int agents,
      double oneThread,
      double severalThreads,
      double speedup,
      double coresOfOne,
      double coresOfSeveral)
      implements BenchResult {
    @Override
    public List<BenchFigure> figures() {
      return List.of(
          BenchFigure.context("worlds", "worlds", worlds),
          BenchFigure.context("threads", "threads", threads),
          BenchFigure.context("agents", "agents", agents),
          BenchFigure.more("oneThread", "1/s", oneThread),
          BenchFigure.more("severalThreads", "1/s", severalThreads),
          BenchFigure.more("speedup", "1", speedup),
          BenchFigure.context("coresOfOne", "cores", coresOfOne),
          BenchFigure.context("coresOfSeveral", "cores", coresOfSeveral));
    }
  }

  @Override
  public Figures run(Progress progress, Cancellation cancellation) {
    DriveEnvironmentType type = new DriveEnvironmentType();
    EnvironmentFactory factory =
        type.prepare(
            type.settings().parse(Map.of("termination_mode", "time_limit"), "bench"),
            Optional.of(map));
    double[] one = new double[rounds];
    double[] several = new double[rounds];
    double[] speedup = new double[rounds];
    double[] coresOfOne = new double[rounds];
    double[] coresOfSeveral = new double[rounds];
    try (VectorEnvironment alone = environment(factory, 1);
        VectorEnvironment shared = environment(factory, threads)) {
      Actions[] rows = RandomActions.rows(alone.shape(), ROWS, 1);
      Rate _ = measure(alone, rows);
      Rate _ = measure(shared, rows);
      for (int round = 0; round < rounds; round++) {
        cancellation.throwIfCancelled();
        boolean aloneFirst = round % 2 == 0;
        Rate first = measure(aloneFirst ? alone : shared, rows);
        Rate second = measure(aloneFirst ? shared : alone, rows);
        Rate bare = aloneFirst ? first : second;
        Rate helped = aloneFirst ? second : first;
        one[round] = bare.perSecond();
        several[round] = helped.perSecond();
        speedup[round] = helped.perSecond() / bare.perSecond();
        coresOfOne[round] = bare.cores();
        coresOfSeveral[round] = helped.cores();
        progress.report(round + 1L, rounds, "rounds");
      }
      return new Figures(
          worlds,
          threads,
          alone.shape().agents(),
          median(one),
          median(several),
          median(speedup),
          median(coresOfOne),
          median(coresOfSeveral));
    }
  }

  private VectorEnvironment environment(EnvironmentFactory factory, int workers) {
    return new VectorEnvironment(
        List.of(factory), worlds, new Seeds(1), VectorEnvironment.LearningAgents.ALL, workers);
  }

  private record Rate(double perSecond, double cores) {}

  private Rate measure(VectorEnvironment environment, Actions[] rows) {
    boolean[] resting = new boolean[worlds];
    Actions none = new Actions(environment.partnerShape());
    long busy = processorNanos();
    long begin = System.nanoTime();
    long now = begin;
    long steps = 0;
    while (now - begin < seconds * 1e9) {
      environment.step(rows[(int) (steps % ROWS)], none, resting);
      steps++;
      now = System.nanoTime();
    }
    return new Rate(
        environment.shape().agents() * steps / ((now - begin) * 1e-9),
        (processorNanos() - busy) / (double) (now - begin));
  }

  /// Of all threads of this process; 0 where the system does not say.
  private static long processorNanos() {
    return ProcessHandle.current().info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }
}
