package dev.hindsight.app.recording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.scene.Camera;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The samples of the welcome page.
public final class Samples {
  /// In card order.
  public static final List<Sample> ALL =
      List.of(
          new Sample(
              "darkroom",
              "Memory in a dark room",
              "An agent that finds the goal unseen, and remembers it from trial to trial.",
              9,
              new Camera.WholeMap(),
              new RecordingPlan(
                  "darkroom",
                  Optional.empty(),
                  Optional.of("darkroom-5x5"),
                  Optional.empty(),
                  "sample",
                  0,
                  Map.of(),
                  Path.of("darkroom.rollout"))),
          new Sample(
              "crossing",
              "Collisions at a crossing",
              "No car gives way, and four are hit. Go back, brake, and see no car hit.",
              33,
              near(0, 48),
              driving("intersection-2", "scripted", "argmax", soon())),
          new Sample(
              "merge",
              "Merging into traffic",
              "The same driver where two roads merge, four trials in a row.",
              60,
              near(4, 48),
              driving("merge-1", "scripted", "argmax", wholeLogs(4))),
          new Sample(
              "learned",
              "A driver that has learned",
              "A small transformer: look at its observations, its choices and its values.",
              16,
              near(0, 60),
              driving("roundabout-1", "drive-near", "sample", Map.of("k_scenarios", "4"))),
          new Sample(
              "airspace",
              "Fifty aircraft, kept apart",
              "A radar picture: aircraft in conflict, the time left, separation lost.",
              40,
              near(DemoPlan.WATCHED, 60_000),
              DemoPlan.airspace(Path.of(""), DemoPlan.CONTROLLER)));

  private Samples() {}

  /// The folder of samples that came with the program, so that the first click on a card does not
  /// record: the launcher sets it. Empty if none came with it.
  static Optional<Path> shipped() {
    return Optional.ofNullable(System.getProperty("hindsight.samples")).map(Path::of);
  }

  /// The folder for samples that the user has opened.
  public static Path folder() {
    return Path.of(System.getProperty("user.home"), "Hindsight", "samples");
  }

  /// The sample with an id.
  ///
  /// @throws Problem if there is none of that name
  public static Sample named(String id) {
    return ALL.stream()
        .filter(sample -> sample.id().equals(id))
        .findFirst()
        .orElseThrow(() ->
            new Problem(
                "there is no sample '" + id + "'",
                "the samples",
                "choose one of " + ALL.stream().map(Sample::id).collect(Collectors.joining(", "))));
  }

  private static RecordingPlan driving(
      String map, String driver, String actions, Map<String, String> settings) {
    return new RecordingPlan(
        "drive",
        Optional.of(map),
        Optional.of(driver),
        Optional.empty(),
        actions,
        0,
        settings,
        Path.of(map + ".rollout"));
  }

  private static Camera near(int agent, double metres) {
    return new Camera.Follow(agent, metres, Camera.Up.NORTH);
  }

  /// One trial that begins two seconds into the logs: the two vehicles that collide first are
  /// already close, and the first of them can still brake half a second before.
  private static Map<String, String> soon() {
    return Map.of(
        "goal_behavior", "trial",
        "k_scenarios", "1",
        "scenario_length", "201",
        "init_steps", "20");
  }

  private static Map<String, String> wholeLogs(int trials) {
    return Map.of(
        "goal_behavior", "trial",
        "k_scenarios", Integer.toString(trials),
        "scenario_length", "201");
  }
}
