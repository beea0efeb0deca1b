package dev.hindsight.app.recording;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// The demo with built-in maps and policies: the trained driver, four trials on a generated map;
/// fifty aircraft in a sector; a dig; three agents that cover landmarks.
public final class DemoPlan {
  /// The default driver: a transformer that remembers from trial to trial where its goal was.
  public static final String DRIVER = "drive-adaptive";

  /// The driver for complete logs of twenty seconds.
  public static final String SCRIPTED = "scripted";

  /// The default air traffic controller: a graph policy, whose attention can be seen.
  public static final String CONTROLLER = "airspace-50";

  /// The default excavator.
  public static final String EXCAVATOR = "excavator-ring";

  /// The default group of agents: trained with critics that see all of them.
  public static final String TEAM = "spread-3";

  /// The aircraft whose exit, conflicts and attention the film shows.
  public static final int WATCHED = 7;

  /// The seed of the traffic: of the first two dozen, the one in which all aircraft leave at their
  /// exits and the fewest lose separation.
  private static final long SKY = 18;

  /// The seed of a foundation that the default excavator digs in several places.
  private static final long SITE = 1;

  /// The seed of landmarks and starts.
  private static final long LANDMARKS = 1;

  /// A map that the default driver was not trained on, and the seed of an episode in which it takes
  /// the wrong branch first.
  private static final String FORK = "fork-101";

  private static final long WRONG_FIRST = 0;

  /// The map on which the driver of the preset `near` reaches every goal without a collision.
  private static final String TRAINED_MAP = "roundabout-2";

  /// The map on which the scripted driver does.
  private static final String SCRIPTED_MAP = "merge-1";

  private static final Map<String, String> WHOLE_LOGS =
      Map.of("goal_behavior", "trial", "k_scenarios", "4", "scenario_length", "201");

  private DemoPlan() {}

  /// The demo's recording.
  ///
  /// @param folder receives `demo.rollout`
  public static RecordingPlan into(Path folder) {
    return into(folder, DRIVER);
  }

  /// Fifty aircraft through a sector.
  ///
  /// @param policy a checkpoint file, or the name of a built-in policy
  /// @param folder receives `demo.rollout`
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

  /// A dig on a site that the excavator was not trained on.
  ///
  /// @param policy a checkpoint file, or the name of a built-in policy
  /// @param folder receives `demo.rollout`
  public static RecordingPlan excavation(Path folder, String policy) {
    return new RecordingPlan(
        "excavation",
        Optional.empty(),
        Optional.of(policy),
        Optional.empty(),
        "sample",
        SITE,
        Map.of("site_set", "held_out", "staggered_starts", "false"),
        folder.resolve("demo.rollout"));
  }

  /// Three agents share landmarks out among themselves.
  ///
  /// @param policy a checkpoint file, or the name of a built-in policy
  /// @param folder receives `demo.rollout`
  public static RecordingPlan spread(Path folder, String policy) {
    return new RecordingPlan(
        "spread",
        Optional.empty(),
        Optional.of(policy),
        Optional.empty(),
        "argmax",
        LANDMARKS,
        Map.of(),
        folder.resolve("demo.rollout"));
  }

  /// The demo's recording with any driver.
  ///
  /// @param folder receives `demo.rollout`
  /// @param checkpoint a checkpoint file, or the name of a built-in policy; a trained one drives
  ///   trials as in training, four of them
  public static RecordingPlan into(Path folder, String checkpoint) {
    if (checkpoint.equals(DRIVER)) {
      return new RecordingPlan(
          "drive",
          Optional.of(FORK),
          Optional.of(DRIVER),
          Optional.empty(),
          "sample",
          WRONG_FIRST,
          Map.of(),
          folder.resolve("demo.rollout"));
    }
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
