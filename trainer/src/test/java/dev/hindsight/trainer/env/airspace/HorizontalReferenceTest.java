package dev.hindsight.trainer.env.airspace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.airspace.geo.GeoPosition;
import dev.hindsight.trainer.env.airspace.scenario.AircraftCommand;
import dev.hindsight.trainer.env.airspace.scenario.ScenarioFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The one aircraft against five of the reference, from a scenario file as a user would give it.
class HorizontalReferenceTest {
  private static final List<String> SEGMENTS =
      List.of(
          "intruder_distance",
          "cos_difference_pos",
          "sin_difference_pos",
          "x_difference_speed",
          "y_difference_speed",
          "waypoint_distance",
          "cos_drift",
          "sin_drift");

  @TempDir private Path folder;

  @Test
  void observationsAndRewardsAreTheReferences() throws Exception {
    JsonNode golden = AirTrafficReference.file("bluesky_gym_horizontal");
    Environment environment = environment(golden);
    Actions actions = new Actions(environment.shape());
    for (JsonNode step : golden.get("steps")) {
      if (step.has("action")) {
        actions.continuous[0] = (float) step.get("action").doubleValue();
        environment.step(actions);
        assertEquals(
            step.get("reward").doubleValue(), environment.buffer().reward[0], 1e-6, "" + step);
        assertEquals(
            step.get("terminated").booleanValue() ? 1 : 0, environment.buffer().terminal[0]);
      }
      int at = 0;
      for (String segment : SEGMENTS) {
        for (JsonNode expected : step.get("obs").get(segment)) {
          assertEquals(
              expected.doubleValue(),
              environment.buffer().observation[at++],
              1e-6,
              segment + " after " + step.get("action"));
        }
      }
    }
  }

  private Environment environment(JsonNode golden) throws Exception {
    List<ScenarioFile.TimedCommand> entries = new ArrayList<>();
    for (JsonNode one : golden.get("initial")) {
      entries.add(
          new ScenarioFile.TimedCommand(
              0,
              0,
              new AircraftCommand.Create(
                  one.get("id").textValue(),
                  "A320",
                  position(one),
                  one.get("hdg").doubleValue(),
                  one.get("alt").doubleValue(),
                  one.get("cas").doubleValue())));
    }
    entries.add(
        new ScenarioFile.TimedCommand(
            0, 0, new AircraftCommand.Destination("KL001", position(golden.get("waypoint")))));
    Path file = folder.resolve("horizontal.scn");
    Files.write(file, new ScenarioFile(entries, List.of()).lines());
    AirspaceEnvironmentType type = new AirspaceEnvironmentType();
    return type.prepare(
            type.settings().parse(Map.of("generator", "horizontal"), "test"), Optional.of(file))
        .create(1);
  }

  private static GeoPosition position(JsonNode node) {
    return new GeoPosition(node.get("lat").doubleValue(), node.get("lon").doubleValue());
  }
}
