package dev.hindsight.trainer.env.drive;

import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.drive.map.DriveMaps;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// Steps of a whole scene: observations and resets included, random actions.
///
/// Run `org.openjdk.jmh.Main DriveStepBenchmark` on the test class path, with
/// `-Dhindsight.bench.map=FILE` for a real map.
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx1g")
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class DriveStepBenchmark {
  /// Observation sizes and the rules for lanes and rewards.
  @Param({"classic", "adaptive"})
  public String preset = "";

  /// How an action moves a vehicle.
  @Param({"classic", "jerk"})
  public String dynamics = "";

  private DriveEnvironment environment = DriveTests.environment(TestMap.busy());
  private Actions[] rows = {};
  private int next;

  /// Loads the map and draws the actions.
  @Setup
  public void prepare() {
    String map = System.getProperty("hindsight.bench.map", "");
    environment =
        DriveTests.environment(
            map.isEmpty() ? TestMap.busy() : DriveMaps.read(Path.of(map)),
            Map.of(
                "preset",
                preset,
                "dynamics_model",
                dynamics,
                "goal_behavior",
                "respawn",
                "termination_mode",
                "time_limit"));
    rows = DriveBench.randomActions(environment, 1);
  }

  /// One tick of everybody.
  ///
  /// @return something that depends on all of it
  @Benchmark
  public float step() {
    environment.step(rows[next++ % rows.length]);
    return environment.buffer().observation[0];
  }

  /// A digest of the full state, as a recorder takes one a tick.
  @Benchmark
  public long hash() {
    return environment.stateHash();
  }
}
