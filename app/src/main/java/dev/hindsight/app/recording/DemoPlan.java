package dev.hindsight.app.recording;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// The main job on what is shipped: the trained driver, four trials on a generated map; and fifty
/// aircraft in a sector.
public final class DemoPlan {
  /// Who drives where nobody says: a transformer, whose attention can be looked into.
  public static final String DRIVER = "drive-near";

  /// Who drives whole logs of twenty seconds.
  public static final String SCRIPTED = "scripted";

  /// Who keeps aircraft apart where nobody says: a graph policy, whose attention can be seen.
  public static final String CONTROLLER = "airspace-50";

  /// The aircraft whose exit, conflicts and attention the film shows.
  public static final int WATCHED = 7;

  /// The seed of the sky: of the first two dozen the one where all leave at their exits and fewest
  /// come too near each other.
  private static final long SKY = 18;

  /// Where the trained driver reaches every goal and touches nothing.
  private static final String TRAINED_MAP = "roundabout-2";

  /// Where the scripted one does.
  private static final String SCRIPTED_MAP = "merge-1";

  private static final Map<String, String> WHOLE_LOGS =
      Map.of("goal_behavior", "trial", "k_scenarios", "4", "scenario_length", "201");

  private DemoPlan() {}

  /// The demo's recording.
  ///
  /// @param folder gets `demo.rollout`
  public static RecordingPlan into(Path folder) {
    return into(folder, DRIVER);
  }

  /// Fifty aircraft through a sector.
  ///
  /// @param policy a checkpoint file, or the name of a shipped policy
  /// @param folder gets `demo.rollout`
  public static RecordingPlan airspace(Path folder, String policy) {
    return new RecordingPlan(
        "airspace",
        Optional.empty(),
        Optional.of(policy),
        Optional.empty(),
        "argmax",
        SKY,
        Map.of(),
        folder.resolve("demo.rollout"));
  }

  /// The demo's recording by any driver.
  ///
  /// @param folder gets `demo.rollout`
  /// @param checkpoint a checkpoint file, or the name of a shipped policy; a trained one drives
  ///   trials such as it was trained for, four of them
  public static RecordingPlan into(Path folder, String checkpoint) {
    boolean scripted = checkpoint.equals(SCRIPTED);
    return new RecordingPlan(
        "drive",
        Optional.of(scripted ? SCRIPTED_MAP : TRAINED_MAP),
        Optional.of(checkpoint),
        Optional.empty(),
        "argmax",
        0,
        scripted ? WHOLE_LOGS : Map.of("k_scenarios", "4"),
        folder.resolve("demo.rollout"));
  }
}
