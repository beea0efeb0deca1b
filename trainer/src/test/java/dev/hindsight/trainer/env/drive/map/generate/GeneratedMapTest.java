package dev.hindsight.trainer.env.drive.map.generate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.drive.map.DriveMap;
import dev.hindsight.trainer.env.drive.map.DriveMaps;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GeneratedMapTest {
  private static final Map<ScenarioKind, DriveMap> MAPS = new EnumMap<>(ScenarioKind.class);

  @TempDir Path folder;

  @BeforeAll
  static void generateOneOfEachKind() {
    for (ScenarioKind kind : ScenarioKind.values()) {
      MAPS.put(kind, ScenarioGenerator.generate(ScenarioSpec.of(kind, 10, 77)));
    }
  }

  @ParameterizedTest
  @EnumSource
  void expertsNeverTouchEachOther(ScenarioKind kind) {
    assertEquals(0, new ExpertDrives(map(kind)).touchingTicks());
  }

  @ParameterizedTest
  @EnumSource
  void expertsNeverCrossAnEdge(ScenarioKind kind) {
    assertEquals(0, new ExpertDrives(map(kind)).edgeTicks());
  }

  @ParameterizedTest
  @EnumSource
  void expertsStayNearALane(ScenarioKind kind) {
    // A change of lane is half a lane off for a moment, at most.
    assertTrue(new ExpertDrives(map(kind)).furthestFromLane() < 2.1);
  }

  @ParameterizedTest
  @EnumSource
  void expertsBrakeAndAccelerateLikePeople(ScenarioKind kind) {
    assertTrue(new ExpertDrives(map(kind)).hardestSpeedChange() < 3.2, "m/s²");
  }

  @ParameterizedTest
  @EnumSource
  void goalsLieAtTheLogsEnds(ScenarioKind kind) {
    for (DriveMap.Track track : map(kind).objects()) {
      int last = ExpertDrives.lastValid(track);
      assertEquals(track.x()[last], track.goalX());
      assertEquals(track.y()[last], track.goalY());
      assertTrue(Math.hypot(track.goalX() - track.x()[0], track.goalY() - track.y()[0]) > 20);
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyFourthVehicleIsMarkedAsExpert(ScenarioKind kind) {
    assertEquals(2, map(kind).objects().stream().mapToInt(DriveMap.Track::markAsExpert).sum());
  }

  @ParameterizedTest
  @EnumSource
  void thereAreLanesAndEdgesAndLinesBetweenDirections(ScenarioKind kind) {
    assertEquals(
        kind == ScenarioKind.NARROW || kind == ScenarioKind.FORK ? Set.of(4, 6) : Set.of(4, 5, 6),
        map(kind).roads().stream().map(DriveMap.Road::type).collect(Collectors.toSet()));
  }

  @ParameterizedTest
  @EnumSource
  void noPieceOfRoadOutgrowsTheGridsWindow(ScenarioKind kind) {
    for (DriveMap.Road road : map(kind).roads()) {
      for (int i = 1; i < road.x().length; i++) {
        assertTrue(Math.hypot(road.x()[i] - road.x()[i - 1], road.y()[i] - road.y()[i - 1]) < 10.6);
      }
    }
  }

  @Test
  void equalSpecificationsGiveEqualBytes() throws IOException {
    ScenarioSpec spec = ScenarioSpec.of(ScenarioKind.MERGE, 4, 9);
    assertArrayEquals(bytes(spec, "a.bin"), bytes(spec, "b.bin"));
  }

  @Test
  void anotherSeedGivesAnotherMap() throws IOException {
    byte[] one = bytes(ScenarioSpec.of(ScenarioKind.CURVE, 2, 1), "a.bin");
    byte[] two = bytes(ScenarioSpec.of(ScenarioKind.CURVE, 2, 2), "b.bin");
    assertFalse(Arrays.equals(one, two));
  }

  @Test
  void unknownKindListsTheKnown() {
    Problem problem = assertThrows(Problem.class, () -> ScenarioKind.named("motorway"));
    assertEquals(
        "choose one of straight, curve, intersection, roundabout, merge, narrow, fork",
        problem.remedy());
  }

  @Test
  void vehiclesOutsideTheRangeAreRefused() {
    assertThrows(Problem.class, () -> ScenarioSpec.of(ScenarioKind.CURVE, 0, 1));
    assertThrows(Problem.class, () -> ScenarioSpec.of(ScenarioKind.CURVE, 65, 1));
  }

  private static DriveMap map(ScenarioKind kind) {
    return Objects.requireNonNull(MAPS.get(kind));
  }

  private byte[] bytes(ScenarioSpec spec, String name) throws IOException {
    Path file = folder.resolve(name);
    DriveMaps.write(ScenarioGenerator.generate(spec), file);
    return Files.readAllBytes(file);
  }
}
