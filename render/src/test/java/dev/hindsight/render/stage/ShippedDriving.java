package dev.hindsight.render.stage;

import dev.hindsight.trainer.env.BuiltInEnvironments;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.drive.map.BuiltInMaps;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.OpenedPolicy;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.record.RecordingRequest;
import dev.hindsight.trainer.record.RolloutRecorder;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// The shipped driver on a shipped map, as the demo records them, only shorter.
final class ShippedDriving {
  static final int TICKS = 150;

  private ShippedDriving() {}

  /// Records trials of 120 ticks, the second one cut short.
  static void record(Path file) {
    EnvironmentType drive = BuiltInEnvironments.named("drive");
    Path map = BuiltInMaps.resolve("intersection-1");
    Map<String, String> knobs =
        Map.of("goal_behavior", "trial", "k_scenarios", "4", "scenario_length", "120");
    EnvironmentFactory factory =
        drive.prepare(drive.settings().parse(knobs, "test"), Optional.of(map));
    try (OpenedPolicy driver = BuiltInPolicies.open("scripted", factory.shape())) {
      RecordingRequest.Actor actor =
          new RecordingRequest.Actor(driver.policy(), driver.id(), driver.sha256(), driver.name());
      new RolloutRecorder(
              new RecordingRequest(
                  drive,
                  factory,
                  Optional.of(map),
                  Optional.of(actor),
                  ActionSelection.parse("argmax"),
                  TICKS,
                  RecordingRequest.Until.ALL_TICKS,
                  0,
                  file))
          .run(Progress.SILENT, new Cancellation());
    }
  }
}
