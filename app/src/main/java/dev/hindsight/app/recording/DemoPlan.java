package dev.hindsight.app.recording;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// The main job on what is shipped: the scripted driver, four trials on a generated map.
public final class DemoPlan {
  private static final String MAP = "merge-1";

  private static final String SCRIPTED = "scripted";

  /// Who drives where nobody says.
  public static final String DRIVER = SCRIPTED;

  private static final Map<String, String> WHOLE_LOGS =
      Map.of("goal_behavior", "trial", "k_scenarios", "4", "scenario_length", "201");

  private DemoPlan() {}

  /// The demo's recording, by the driver it is best with.
  ///
  /// @param folder gets `demo.rollout`
  public static RecordingPlan into(Path folder) {
    return into(folder, DRIVER);
  }

  /// The demo's recording by any driver.
  ///
  /// @param folder gets `demo.rollout`
  /// @param checkpoint a checkpoint file, or the name of a shipped policy; a trained one drives the
  ///   trials it was trained for
  public static RecordingPlan into(Path folder, String checkpoint) {
    boolean scripted = checkpoint.equals(SCRIPTED);
    return new RecordingPlan(
        "drive",
        Optional.of(MAP),
        Optional.of(checkpoint),
        Optional.empty(),
        scripted ? "argmax" : "sample",
        0,
        scripted ? WHOLE_LOGS : Map.of("k_scenarios", "4"),
        folder.resolve("demo.rollout"));
  }
}
