package dev.hindsight.trainer.env.airspace;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.rollout.NpyArray;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AirspaceObserverTest {
  @TempDir private Path folder;

  private Environment of(String... lines) throws Exception {
    Path file = Files.write(folder.resolve("s.scn"), List.of(lines));
    AirspaceEnvironmentType type = new AirspaceEnvironmentType();
    return type.prepare(type.settings().parse(Map.of(), "test"), Optional.of(file)).create(1);
  }

  private static float at(Environment environment, int agent, String name) {
    ObservationLayout layout = environment.shape().observation();
    for (int d = 0; d < layout.size(); d++) {
      if (layout.nameOf(d).equals(name)) {
        return environment.buffer().observation[agent * layout.size() + d];
      }
    }
    throw new AssertionError(name);
  }

  /// B is 10 NM ahead and 3 NM to the left of A, C far behind, D above all reach.
  private Environment four() throws Exception {
    return of(
        "CRE A A320 52 4 90 FL300 280",
        "CRE B A320 52.05 4.2707 180 FL310 280",
        "CRE C A320 52 3.5 90 FL300 280",
        "CRE D A320 52.01 4.01 90 FL350 280",
        "DEST A 52 6");
  }

  @Test
  void placesToGoByAreKeptInTheirOrder() throws Exception {
    Environment environment =
        of(
            "CRE A A320 52 4 90 FL300 280",
            "CRE B A320 52 5 90 FL300 280",
            "ADDWPT B 52 5.5",
            "ADDWPT A 53 4",
            "DEST B 52 6");
    NpyArray places =
        environment.fixedArrays().stream()
            .filter(array -> array.spec().name().equals("waypoint"))
            .findFirst()
            .orElseThrow()
            .array();

    assertEquals(1, places.value(0));
    assertEquals(0, places.value(3));
    assertEquals(0, places.value(4), 1);
    assertEquals(111_195, places.value(5), 10, "a degree north, in metres");
  }

  @Test
  void neighboursAreSortedByDistanceInTheFrameOfTheOwnHeading() throws Exception {
    Environment environment = four();

    assertEquals(1, at(environment, 0, "neighbours[0].slot"));
    assertEquals(2, at(environment, 0, "neighbours[1].slot"));
    assertEquals(-1, at(environment, 0, "neighbours[2].slot"));
    assertEquals(10 / 40.0, at(environment, 0, "neighbours[0].dx"), 0.002);
    assertEquals(3 / 40.0, at(environment, 0, "neighbours[0].dy"), 0.002);
    assertEquals(1, at(environment, 0, "neighbours[0].dalt"), 1e-5);
    assertEquals(0, at(environment, 0, "neighbours[0].track_cos"), 1e-6);
    assertEquals(-1, at(environment, 0, "neighbours[0].track_sin"), 1e-6);
    assertTrue(at(environment, 0, "neighbours[0].relative_vy") < 0, "it comes from the left");
    assertTrue(at(environment, 0, "neighbours[1].dx") < 0, "it is behind");
  }

  @Test
  void anEmptyRowIsAllZeroButItsSlot() throws Exception {
    Environment environment = four();
    for (String name : List.of("dx", "dy", "dalt", "track_cos", "tcpa", "dcpa", "conflict")) {
      assertEquals(0, at(environment, 0, "neighbours[9]." + name));
    }
    assertEquals(-1, at(environment, 0, "neighbours[9].slot"));
  }

  @Test
  void theExitIsAheadAndItsDistanceTold() throws Exception {
    Environment environment = four();

    assertEquals(1, at(environment, 0, "own.drift_cos"), 1e-4);
    double miles = 120 * Math.cos(Math.toRadians(52));
    assertEquals(miles / 56.4, at(environment, 0, "own.exit_distance"), 0.01);
  }

  @Test
  void someoneFarAwayChangesNothingForAnybody() throws Exception {
    Environment two = of("CRE A A320 52 4 90 FL300 280", "CRE B A320 52 4.2 90 FL300 280");
    Environment three =
        of(
            "CRE A A320 52 4 90 FL300 280",
            "CRE B A320 52 4.2 90 FL300 280",
            "CRE C A320 58 4 90 FL300 280");
    int size = two.shape().observation().size();
    for (int d = 0; d < 2 * size; d++) {
      assertEquals(two.buffer().observation[d], three.buffer().observation[d]);
    }
  }

  /// Everything that traffic of three aircraft sees and is paid while two of them meet head-on, one
  /// of them on its way to its exit.
  private List<float[]> lived(double west, double east) throws Exception {
    Environment environment =
        of(
            "CRE A B738 -37 " + west + " 90 FL300 250",
            "CRE B B738 -37 " + east + " 270 FL300 250",
            "CRE C B738 -37.1 " + west + " 45 FL310 250",
            "DEST A -37 " + east,
            "DEST B -37 " + west);
    List<float[]> all = new ArrayList<>();
    for (int tick = 0; tick < 40; tick++) {
      all.add(environment.buffer().observation.clone());
      environment.step(TestAirspaces.neutral(environment));
      all.add(environment.buffer().reward.clone());
      int[] event = environment.buffer().event;
      float[] events = new float[event.length];
      for (int a = 0; a < event.length; a++) {
        events[a] = event[a];
      }
      all.add(events);
    }
    return all;
  }

  @Test
  void nothingChangesIfAllLongitudesTurnAcrossTheDateLine() throws Exception {
    List<float[]> greenwich = lived(-0.2, 0.2);
    List<float[]> dateLine = lived(179.8, -179.8);
    for (int i = 0; i < greenwich.size(); i++) {
      assertArrayEquals(greenwich.get(i), dateLine.get(i), 1e-4f, "array " + i);
    }
  }

  @Test
  void commandsOfTheFileAreGivenAtTheirTime() throws Exception {
    Environment environment =
        of("CRE A A320 52 4 90 FL300 280", "00:00:07>ALT A FL310", "DEST A 52 9");
    environment.step(TestAirspaces.neutral(environment));
    assertEquals(0, at(environment, 0, "own.vertical_speed"));
    environment.step(TestAirspaces.neutral(environment));
    assertTrue(at(environment, 0, "own.vertical_speed") > 0);
  }
}
