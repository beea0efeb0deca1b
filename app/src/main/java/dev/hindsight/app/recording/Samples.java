package dev.hindsight.app.recording;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.settings.DocumentsFolder;
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
              wording("Samples.memory_in_a_dark_room"),
              wording("Samples.an_agent_that_finds_the_goal"),
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
              wording("Samples.collisions_at_a_crossing"),
              wording("Samples.no_car_gives_way_and_four"),
              33,
              near(0, 48),
              driving("intersection-2", "scripted", "argmax", soon())),
          new Sample(
              "merge",
              wording("Samples.merging_into_traffic"),
              wording("Samples.the_same_driver_where_two_roads"),
              60,
              near(4, 48),
              driving("merge-1", "scripted", "argmax", wholeLogs(4))),
          new Sample(
              "learned",
              wording("Samples.a_driver_that_has_learned"),
              wording("Samples.a_small_transformer_look_at_its"),
              16,
              near(0, 60),
              driving("roundabout-1", "drive-near", "sample", Map.of("k_scenarios", "4"))),
          new Sample(
              "airspace",
              wording("Samples.fifty_aircraft_kept_apart"),
              wording("Samples.a_radar_picture_aircraft_in_conflict"),
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
    return DocumentsFolder.path().resolve("samples");
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
                wording("Samples.there_is_no_sample", id),
                wording("Samples.the_samples"),
                wording(
                    "Samples.choose_one_of",
                    ALL.stream().map(Sample::id).collect(Collectors.joining(", ")))));
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
