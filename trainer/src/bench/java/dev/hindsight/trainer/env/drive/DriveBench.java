package dev.hindsight.trainer.env.drive;

import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.RandomActions;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// Measures how fast one thread simulates driving: classic model, respawning at goals, random
/// actions, including observations and resets.
public final class DriveBench {
  /// Number of rows of random actions, drawn in advance so that drawing is not measured.
  private static final int ROWS = 1009;

  private static final double NANOS = 1e9;

  /// Part of the time spent on warming up before measuring.
  private static final double WARM_UP = 0.3;

  private DriveBench() {}

  /// @param agents agents at most; 0 for as many as the preset has room for
  /// @param seconds how long to measure
  /// @throws dev.hindsight.trainer.Problem if the map will not do
  public static DriveBenchResult run(Path map, int agents, double seconds, long seed) {
    DriveEnvironmentType type = new DriveEnvironmentType();
    EnvironmentFactory factory =
        type.prepare(
            type.settings()
                .parse(
                    Map.of(
                        "num_agents", Integer.toString(agents), "termination_mode", "time_limit"),
                    "bench"),
            Optional.of(map));
    Environment environment = factory.create(seed);
    Actions[] rows = RandomActions.rows(environment.shape(), ROWS, seed);
    run(environment, rows, seconds * WARM_UP);
    return run(environment, rows, seconds);
  }

  private static DriveBenchResult run(Environment environment, Actions[] rows, double seconds) {
    environment.reset();
    long start = System.nanoTime();
    long end = start + (long) (seconds * NANOS);
    long steps = 0;
    long now = start;
    while (now < end) {
      for (Actions row : rows) {
        environment.step(row);
      }
      steps += rows.length;
      now = System.nanoTime();
    }
    return new DriveBenchResult(
        environment.shape().agents(), steps, (now - start) / NANOS, environment.stateHash());
  }
}
