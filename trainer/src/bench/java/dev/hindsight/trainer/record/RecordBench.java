package dev.hindsight.trainer.record;

import dev.hindsight.trainer.bench.BenchFigure;
import dev.hindsight.trainer.bench.BenchResult;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.policy.ActionSelector;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;

/// Measures what recording costs: the same ticks with and without a file, taken in turn.
public final class RecordBench implements Job<RecordBench.Figures> {
  /// Rounds that do not count, because the compiler is still at work.
  private static final int WARM_UP = 2;

  private final RecordingRequest request;
  private final int rounds;

  /// @param request what to record; its file is created again each round, and deleted
  /// @param rounds number of rounds, 1 or more
  public RecordBench(RecordingRequest request, int rounds) {
    this.request = request;
    this.rounds = rounds;
  }

  /// What was measured, each the median of the rounds.
  ///
  /// @param agentStepsPerSecondRecording with a file
  /// @param agentStepsPerSecondBare without one: acting and simulating alone
  /// @param overheadPercent how much longer it takes with a file, by the clock
  /// @param ownPercent how much more processor time the thread that acts and simulates takes: what
  ///   is left where the thread that writes has a core to itself
  /// @param rounds how often each was done
  public record Figures(
      double agentStepsPerSecondRecording,
      double agentStepsPerSecondBare,
      double overheadPercent,
      double ownPercent,
      int rounds)
      implements BenchResult {
    @Override
    public List<BenchFigure> figures() {
      return List.of(
          BenchFigure.more("agentStepsPerSecondRecording", "1/s", agentStepsPerSecondRecording),
          BenchFigure.more("agentStepsPerSecondBare", "1/s", agentStepsPerSecondBare),
          BenchFigure.context("overheadPercent", "%", overheadPercent),
          BenchFigure.context("ownPercent", "%", ownPercent),
          BenchFigure.less("timeWithFilePercent", "%", 100 + overheadPercent));
    }
  }

  /// Runs on the calling thread.
  ///
  /// The order of the two changes from round to round, and each round gives a ratio: so a machine
  /// whose speed changes affects both.
  @Override
  public Figures run(Progress progress, Cancellation cancellation) {
    double[] recording = new double[rounds];
    double[] bare = new double[rounds];
    double[] longer = new double[rounds];
    double[] work = new double[rounds];
    for (int round = -WARM_UP; round < rounds; round++) {
      Times with;
      Times without;
      if (round % 2 == 0) {
        with = recording(cancellation);
        without = bare(cancellation);
      } else {
        without = bare(cancellation);
        with = recording(cancellation);
      }
      if (round >= 0) {
        recording[round] = with.seconds();
        bare[round] = without.seconds();
        longer[round] = with.seconds() / without.seconds();
        work[round] = with.ownSeconds() / without.ownSeconds();
      }
      progress.report(round + WARM_UP + 1L, rounds + WARM_UP, "rounds");
    }
    double agentSteps = (double) request.ticks() * request.factory().shape().agents();
    return new Figures(
        agentSteps / median(recording),
        agentSteps / median(bare),
        100 * (median(longer) - 1),
        100 * (median(work) - 1),
        rounds);
  }

  /// @param ownSeconds processor time of the thread that acts and simulates
  private record Times(double seconds, double ownSeconds) {}

  private Times recording(Cancellation cancellation) {
    double begin = ownSeconds();
    double seconds = new RolloutRecorder(request).run(Progress.SILENT, cancellation).seconds();
    double own = ownSeconds() - begin;
    delete();
    return new Times(seconds, own);
  }

  private Times bare(Cancellation cancellation) {
    double begin = ownSeconds();
    double seconds = bareSeconds(cancellation);
    return new Times(seconds, ownSeconds() - begin);
  }

  /// Processor time this thread has taken.
  private static double ownSeconds() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() * 1e-9;
  }

  private void delete() {
    try {
      Files.delete(request.out());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Like the recorder, but without writing.
  private double bareSeconds(Cancellation cancellation) {
    Environment environment = request.factory().create(request.seed());
    PolicyOutput output = new PolicyOutput(environment.shape());
    Actions actions = new Actions(environment.shape());
    float[] logProb = new float[environment.shape().agents()];
    ActionSelector selector =
        new ActionSelector(request.selection(), environment.shape(), request.seed());
    request.actor().ifPresent(actingPolicy -> actingPolicy.policy().reset());
    long begin = System.nanoTime();
    for (int tick = 0; tick < request.ticks(); tick++) {
      cancellation.throwIfCancelled();
      if (request.actor().isPresent()) {
        request.actor().get().policy().act(environment.buffer(), output);
      }
      selector.choose(environment.buffer(), output, tick, actions, logProb);
      environment.step(actions);
    }
    return (System.nanoTime() - begin) * 1e-9;
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }
}
