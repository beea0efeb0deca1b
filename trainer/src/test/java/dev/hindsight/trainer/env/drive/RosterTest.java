package dev.hindsight.trainer.env.drive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.drive.map.DriveMap;
import dev.hindsight.trainer.env.drive.simulation.Roster;
import dev.hindsight.trainer.env.drive.simulation.TrafficParticipant;
import dev.hindsight.trainer.env.drive.simulation.TrafficParticipant.Role;
import java.util.List;
import org.junit.jupiter.api.Test;

class RosterTest {
  /// Vehicle, marked expert, pedestrian, vehicle at its goal, cyclist, unknown at first, vehicle.
  private static final DriveMap MIXED =
      TestMap.straight(
          TestTrack.at(0, 0),
          TestTrack.at(10, 0).expert(),
          TestTrack.at(20, 0).type(2),
          TestTrack.at(30, 0).goal(31, 0),
          TestTrack.at(40, 0).type(3),
          TestTrack.at(50, 0).valid(5, 91),
          TestTrack.at(60, 0));

  private static Roster cast(DriveMap map, String... settings) {
    return TestDrives.scenario(map, TestDrives.settings(settings)).roster();
  }

  private static List<Integer> agents(Roster roster) {
    return roster.agents().stream().map(TrafficParticipant::object).toList();
  }

  private static List<Integer> others(Roster roster, Role role) {
    return roster.others().stream()
        .filter(o -> o.role() == role)
        .map(TrafficParticipant::object)
        .toList();
  }

  @Test
  void vehiclesWithSomeWayToGoAreControlledAndTheRestStands() {
    Roster roster = cast(MIXED);
    assertEquals(List.of(0, 6), agents(roster));
    assertEquals(List.of(1), others(roster, Role.EXPERT));
    assertEquals(List.of(2, 3, 4), others(roster, Role.STATIC));
  }

  @Test
  void agentsOfAllKindsAreControlledWhenAsked() {
    assertEquals(List.of(0, 2, 4, 6), agents(cast(MIXED, "control_mode=control_agents")));
  }

  @Test
  void realismBenchmarksControlEverybody() {
    assertEquals(List.of(0, 1, 2, 3, 4, 6), agents(cast(MIXED, "control_mode=control_wosac")));
  }

  @Test
  void theEgoVehicleOfTheLogCanBeTheOnlyAgent() {
    DriveMap map = new DriveMap(6, new int[0], MIXED.objects(), MIXED.roads());
    assertEquals(List.of(6), agents(cast(map, "control_mode=control_sdc_only")));
  }

  @Test
  void onceTheAgentsAreTogetherEverybodyElseFollowsItsLogAndKeepsItsSize() {
    Roster roster = cast(MIXED, "num_agents=1");
    assertEquals(List.of(0), agents(roster));
    assertEquals(List.of(1, 2, 3, 4, 6), others(roster, Role.EXPERT));
    assertEquals(4.5f * 0.7f, roster.agents().getFirst().length());
    assertEquals(4.5f, roster.others().getFirst().length());
  }

  @Test
  void whoWasConsideredIsShrunkEvenIfNotTaken() {
    assertEquals(2 * 0.7f, cast(MIXED).others().getFirst().width());
  }

  @Test
  void surplusAgentsFollowTheirLogs() {
    Roster roster = cast(MIXED, "max_controlled_agents=1");
    assertEquals(List.of(0), agents(roster));
    assertEquals(List.of(1, 6), others(roster, Role.EXPERT));
    assertEquals(4.5f * 0.7f, roster.others().getLast().length());
  }

  @Test
  void nobodyButTheControlledIsThereWhenAsked() {
    Roster roster = cast(MIXED, "init_mode=create_only_controlled");
    assertEquals(List.of(0, 6), agents(roster));
    assertTrue(roster.others().isEmpty());
  }

  @Test
  void whoTheLogDoesNotKnowAtTheFirstFrameIsNotThere() {
    assertEquals(List.of(0, 5, 6), agents(cast(MIXED, "init_steps=5")));
  }

  @Test
  void aSceneHasRoomForAsManyAsThePreset() {
    TestTrack[] tracks = new TestTrack[40];
    for (int i = 0; i < tracks.length; i++) {
      tracks[i] = TestTrack.at(6 * i - 120, 0);
    }
    assertEquals(32, cast(TestMap.straight(tracks)).agents().size());
    assertEquals(40, cast(TestMap.straight(tracks), "preset=adaptive").agents().size());
  }

  @Test
  void aMapWithoutAnybodyToControlIsRefused() {
    Problem problem = assertThrows(Problem.class, () -> cast(TestMap.straight()));
    assertTrue(problem.getMessage().contains("none of its 0 objects"), problem.getMessage());
  }
}
