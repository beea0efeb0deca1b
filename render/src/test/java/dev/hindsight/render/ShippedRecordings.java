package dev.hindsight.render;

import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
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

/// Recordings with what ships, made as for the demos but shorter.
public final class ShippedRecordings {
  private static final Map<String, String> TRIALS =
      Map.of("goal_behavior", "trial", "k_scenarios", "4", "scenario_length", "120");

  private ShippedRecordings() {}

  /// The driver on a map: trials of 120 ticks, the second one cut short.
  public static void driving(Path file) {
    record("drive", Optional.of(BuiltInMaps.resolve("intersection-1")), "scripted", 150, 0, file);
  }

  /// Fifty aircraft whose attention is recorded.
  public static void sky(int ticks, Path file) {
    record("airspace", Optional.empty(), "airspace-50", ticks, 13, file);
  }

  private static void record(
      String environment, Optional<Path> map, String policy, int ticks, long seed, Path file) {
    EnvironmentType type = BuiltInEnvironments.named(environment);
    Map<String, String> knobs = map.isPresent() ? TRIALS : Map.of();
    EnvironmentFactory factory = type.prepare(type.settings().parse(knobs, "test"), map);
    try (OpenedPolicy opened = BuiltInPolicies.open(policy, factory.shape())) {
      RecordingRequest.ActingPolicy actingPolicy =
          new RecordingRequest.ActingPolicy(
              opened.policy(), opened.id(), opened.sha256(), opened.name());
      new RolloutRecorder(
              new RecordingRequest(
                  type,
                  factory,
                  map,
                  Optional.of(actingPolicy),
                  ActionSelection.parse("argmax"),
                  ticks,
                  RecordingRequest.Until.ALL_TICKS,
                  seed,
                  file))
          .run(Progress.SILENT, new Cancellation());
    }
  }
}
