package dev.hindsight.trainer.env.drive;

import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.StepBenchmark;
import dev.hindsight.trainer.env.drive.map.DriveMaps;
import java.nio.file.Path;
import java.util.Map;
import org.openjdk.jmh.annotations.Param;

/// Steps of a scene. `-Dhindsight.bench.map=FILE` takes a real map.
public class DriveStepBenchmark extends StepBenchmark {
  /// Observation sizes and the rules for lanes and rewards.
  @Param({"classic", "adaptive"})
  public String preset = "";

  /// How an action moves a vehicle.
  @Param({"classic", "jerk"})
  public String dynamics = "";

  /// On a map that is at hand.
  public DriveStepBenchmark() {
    super(TestDrives.environment(TestMap.busy()));
  }

  @Override
  protected Environment environment() {
    String map = System.getProperty("hindsight.bench.map", "");
    return TestDrives.environment(
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
  }
}
