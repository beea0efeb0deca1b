package dev.hindsight.trainer.env.airspace;

import dev.hindsight.trainer.bench.BenchFigure;
import dev.hindsight.trainer.bench.BenchResult;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.RandomActions;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Measures how fast one thread simulates an airspace with random actions, including conflict
/// detection at every substep, observations and new episodes.
public final class AirspaceBench {
  /// Number of rows of random actions, drawn in advance so that drawing is not measured.
  private static final int ROWS = 101;

  private static final double NANOS = 1e9;

  /// Part of the time spent on warming up before measuring.
  private static final double WARM_UP = 0.3;

  private AirspaceBench() {}

  /// What was measured.
  ///
  /// @param aircraft there are at the beginning of an episode
  /// @param decisions made
  /// @param steps of the dynamics, a second each
  /// @param aircraftSteps the same, counted for each aircraft that was there
  /// @param seconds they took
  /// @param processorSeconds processor time of the thread: less where the machine was busy
  public record Result(
      int aircraft,
      long decisions,
      long steps,
      double aircraftSteps,
      double seconds,
      double processorSeconds)
      implements BenchResult {
    @Override
    public List<BenchFigure> figures() {
      return List.of(
          BenchFigure.more("stepsPerSecond", "1/s", stepsPerSecond()),
          BenchFigure.more("stepsPerProcessorSecond", "1/s", steps / processorSeconds),
          BenchFigure.more("decisionsPerSecond", "1/s", decisionsPerSecond()),
          BenchFigure.more("aircraftStepsPerSecond", "1/s", aircraftStepsPerSecond()));
    }

    /// Steps of the dynamics in a second.
    public double stepsPerSecond() {
      return steps / seconds;
    }

    /// Steps of aircraft in a second.
    public double aircraftStepsPerSecond() {
      return aircraftSteps / seconds;
    }

    /// Decisions in a second.
    public double decisionsPerSecond() {
      return decisions / seconds;
    }
  }

  /// @param asked how often they decide
  /// @param seconds how long to measure
  public static Result run(int aircraft, Asked asked, double seconds, long seed) {
    AirspaceEnvironmentType type = new AirspaceEnvironmentType();
    EnvironmentFactory factory =
        type.prepare(
            type.settings()
                .parse(
                    Map.of(
                        "aircraft",
                        Integer.toString(aircraft),
                        "decision_seconds",
                        Integer.toString(asked.seconds),
                        // As dense as 50 aircraft in the default sector.
                        "radius",
                        Double.toString(56.4 * Math.sqrt(Math.max(1, aircraft) / 50.0)),
                        // So short that no aircraft has left: it measures a full sky.
                        "steps",
                        Integer.toString(100 / asked.seconds),
                        "exit_radius",
                        "0.1"),
                    "bench"),
            Optional.empty());
    Environment environment = factory.create(seed);
    Actions[] rows = RandomActions.rows(environment.shape(), ROWS, seed);
    run(environment, rows, asked, seconds * WARM_UP);
    return run(environment, rows, asked, seconds);
  }

  /// How often aircraft decide.
  public enum Asked {
    /// Every second.
    EVERY_SECOND(1),
    /// As by default.
    EVERY_FIVE(5);

    private final int seconds;

    Asked(int seconds) {
      this.seconds = seconds;
    }
  }

  private static Result run(Environment environment, Actions[] rows, Asked asked, double seconds) {
    environment.reset();
    long busy = processorNanos();
    long start = System.nanoTime();
    long end = start + (long) (seconds * NANOS);
    long decisions = 0;
    long now = start;
    while (now < end) {
      for (Actions row : rows) {
        environment.step(row);
      }
      decisions += rows.length;
      now = System.nanoTime();
    }
    return new Result(
        environment.shape().agents(),
        decisions,
        decisions * asked.seconds,
        environment.totals().getOrDefault("flight_hours", 0.0) * 3600,
        (now - start) / NANOS,
        (processorNanos() - busy) / NANOS);
  }

  private static long processorNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
