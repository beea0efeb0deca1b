package dev.hindsight.trainer.record;

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

/// Measures what recording costs: the same ticks with and without a file, taken in turn.
public final class RecordBench implements Job<RecordBench.Figures> {
  private static final int ROUNDS = 5;

  private final RecordingRequest request;

  /// @param request what to record; its file is made anew each round, and deleted
  public RecordBench(RecordingRequest request) {
    this.request = request;
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
      int rounds) {}

  /// Runs on the calling thread.
  @Override
  public Figures run(Progress progress, Cancellation cancellation) {
    double[] recording = new double[ROUNDS];
    double[] bare = new double[ROUNDS];
    double[] ownRecording = new double[ROUNDS];
    double[] ownBare = new double[ROUNDS];
    bareSeconds(cancellation);
    for (int round = 0; round < ROUNDS; round++) {
      double begin = ownSeconds();
      recording[round] = new RolloutRecorder(request).run(Progress.SILENT, cancellation).seconds();
      ownRecording[round] = ownSeconds() - begin;
      delete();
      begin = ownSeconds();
      bare[round] = bareSeconds(cancellation);
      ownBare[round] = ownSeconds() - begin;
      progress.report(round + 1L, ROUNDS, "rounds");
    }
    double agentSteps = (double) request.ticks() * request.factory().shape().agents();
    double with = median(recording);
    double without = median(bare);
    return new Figures(
        agentSteps / with,
        agentSteps / without,
        100 * (with / without - 1),
        100 * (median(ownRecording) / median(ownBare) - 1),
        ROUNDS);
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

  /// As the recorder does it, but nobody writes anything down.
  private double bareSeconds(Cancellation cancellation) {
    Environment environment = request.factory().create(request.seed());
    PolicyOutput output = new PolicyOutput(environment.shape());
    Actions actions = new Actions(environment.shape());
    float[] logProb = new float[environment.shape().agents()];
    ActionSelector selector =
        new ActionSelector(request.selection(), environment.shape(), request.seed());
    request.actor().ifPresent(actor -> actor.policy().reset());
    long begin = System.nanoTime();
    for (int tick = 0; tick < request.ticks(); tick++) {
      cancellation.throwIfCancelled();
      if (request.actor().isPresent()) {
        request.actor().get().policy().act(environment.buffer(), output);
      }
      selector.choose(output, tick, actions, logProb);
      environment.step(actions);
    }
    return (System.nanoTime() - begin) * 1e-9;
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }
}
