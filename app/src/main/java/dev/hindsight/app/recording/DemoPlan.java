package dev.hindsight.app.recording;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// The main job on what is shipped: the scripted driver, four trials on a generated map.
public final class DemoPlan {
  private static final String MAP = "merge-1";

  private DemoPlan() {}

  /// The demo's recording.
  ///
  /// @param folder gets `demo.rollout`
  public static RecordingPlan into(Path folder) {
    Map<String, String> settings =
        Map.of("goal_behavior", "trial", "k_scenarios", "4", "scenario_length", "201");
    return new RecordingPlan(
        "drive",
        Optional.of(MAP),
        Optional.of("scripted"),
        Optional.empty(),
        "argmax",
        0,
        settings,
        folder.resolve("demo.rollout"));
  }
}
