package dev.hindsight.trainer.env.excavation.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.env.excavation.ExcavationWorld;
import dev.hindsight.trainer.env.excavation.TestSites;
import dev.hindsight.trainer.env.excavation.maps.ExcavationMap;
import dev.hindsight.trainer.env.excavation.maps.TaxicabDistance;
import dev.hindsight.trainer.env.excavation.reward.RewardWeights;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Sizes, footprints, moves, workspaces and soil against the reference.
class TerraGeometryTest {
  @Test
  void theMachineHasTheReferencesSize() {
    JsonNode config = TestSites.golden("terra_geometry").get("config");
    assertEquals(config.get("agent_width_tiles").intValue(), TestSites.WIP.width());
    assertEquals(config.get("agent_height_tiles").intValue(), TestSites.WIP.length());
    assertEquals(config.get("tile_size_m").doubleValue(), TestSites.WIP.tile());
    assertEquals(config.get("dig_radius_tiles").intValue(), TestSites.WIP.digRadius());
    assertEquals(7, TestSites.MAIN.width());
    assertEquals(11, TestSites.MAIN.length());
  }

  @Test
  void footprintsAreTheReferences() {
    MachineFootprint footprint = new MachineFootprint(TestSites.WIP);
    JsonNode angles = TestSites.golden("terra_geometry").get("footprint").get("by_base_angle");
    for (int b = 0; b < SiteGeometry.DIRECTIONS; b++) {
      JsonNode expected = angles.get(Integer.toString(b));
      Set<List<Integer>> wanted = new HashSet<>();
      for (JsonNode span : expected.get("rows")) {
        for (int c = span.get(1).intValue(); c <= span.get(2).intValue(); c++) {
          wanted.add(List.of(span.get(0).intValue(), c));
        }
      }
      Set<List<Integer>> actual = new HashSet<>();
      for (int i = 0; i < footprint.count(b); i++) {
        actual.add(List.of(32 + footprint.row(b, i), 32 + footprint.column(b, i)));
      }
      assertEquals(wanted, actual, "base " + b);
      for (int corner = 0; corner < 4; corner++) {
        JsonNode point = expected.get("corners").get(corner);
        assertEquals(point.get(0).intValue(), 32 + footprint.cornerRow(b, corner));
        assertEquals(point.get(1).intValue(), 32 + footprint.cornerColumn(b, corner));
      }
    }
  }

  @Test
  void straightMovesEndWhereTheReferencesDo() {
    JsonNode angles = TestSites.golden("terra_geometry").get("move_tracked").get("by_base_angle");
    MachineMotion motion = new MachineMotion(TestSites.WIP);
    for (int b = 0; b < SiteGeometry.DIRECTIONS; b++) {
      for (int backward = 0; backward < 2; backward++) {
        JsonNode end = angles.get(Integer.toString(b)).get(backward == 0 ? "forward" : "backward");
        motion.move(32, 32, b, 0, backward);
        assertEquals(end.get(0).intValue(), motion.row, "base " + b);
        assertEquals(end.get(1).intValue(), motion.column, "base " + b);
        assertEquals(b, motion.base);
      }
    }
  }

  @Test
  void referenceRoundingDiffersOnlyInTheMiddleBetweenTwoTiles() {
    MachineMotion exact = new MachineMotion(TestSites.WIP);
    MachineMotion floats = new MachineMotion(TestSites.WIP.withRounding(MoveRounding.REFERENCE));
    int different = 0;
    for (int b = 0; b < SiteGeometry.DIRECTIONS; b++) {
      for (int row = 8; row < 56; row++) {
        exact.move(row, 31, b, 0, 0);
        floats.move(row, 31, b, 0, 0);
        int away = Math.abs(exact.row - floats.row) + Math.abs(exact.column - floats.column);
        assertTrue(b % 3 == 0 ? away == 0 : away <= 1, "base " + b);
        different += away;
      }
    }
    assertTrue(different > 0, "the two roundings are the same");
  }

  @Test
  void wheeledMovesEndWhereTheReferencesDo() {
    MachineMotion motion = new MachineMotion(SiteGeometry.of(64, BaseType.WHEELED));
    for (JsonNode c : TestSites.golden("terra_geometry").get("move_wheeled").get("cases")) {
      int backward = c.get("action").textValue().equals("FORWARD") ? 0 : 1;
      motion.move(32, 32, c.get("base").intValue(), c.get("wheel").intValue(), backward);
      assertEquals(c.get("new_pos").get(0).intValue(), motion.row, c.toString());
      assertEquals(c.get("new_pos").get(1).intValue(), motion.column, c.toString());
      assertEquals(c.get("new_base").intValue(), motion.base, c.toString());
    }
  }

  @Test
  void workspacesAreTheReferences() {
    DigCone cone = new DigCone(TestSites.WIP, DigCone.ConeEdge.WHOLE);
    int[] tiles = new int[cone.most()];
    TestSites.golden("terra_cone")
        .get("cases")
        .properties()
        .forEach(c -> {
          String[] parts = c.getKey().split("base|_cabin", -1);
          int arm = (Integer.parseInt(parts[1]) + Integer.parseInt(parts[2])) % 12;
          int count = cone.tiles(64, 32, 32, arm, tiles);
          Set<Integer> actual = new TreeSet<>();
          Arrays.stream(tiles, 0, count).forEach(actual::add);
          Set<Integer> wanted = new TreeSet<>();
          for (String part : List.of("core_tiles", "tie_tiles")) {
            c.getValue()
                .get(part)
                .forEach(t -> wanted.add(t.get(0).intValue() * 64 + t.get(1).intValue()));
          }
          assertEquals(wanted, actual, c.getKey());
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {32, 64})
  void workspacesOfAllDirectionsHaveEquallyManyTiles(int size) {
    DigCone cone = new DigCone(SiteGeometry.of(size, BaseType.TRACKED), DigCone.ConeEdge.WHOLE);
    for (int arm = 0; arm < SiteGeometry.DIRECTIONS; arm += 3) {
      assertEquals(cone.count(0), cone.count(arm), "arm " + arm);
      assertEquals(cone.count(1), cone.count(arm + 1), "arm " + (arm + 1));
      assertEquals(cone.count(1), cone.count(arm + 2), "arm " + (arm + 2));
    }
    assertEquals(size == 64 ? 54 : 36, cone.count(0));
  }

  @Test
  void soilSettlesAsTheReferences() {
    JsonNode golden = TestSites.golden("terra_soil").get("soil_collapse");
    Terrain terrain = terrain(heights(golden.get("input")));
    SoilCollapse collapse = new SoilCollapse(terrain);
    int[] affected = new int[golden.get("affected").size()];
    for (int i = 0; i < affected.length; i++) {
      affected[i] = tile(golden.get("affected").get(i));
    }
    collapse.around(affected, affected.length);
    collapse.settle();
    assertEquals(list(heights(golden.get("output"))), list(terrain.height()));
  }

  @Test
  void groundIsBlockedWhereTheReferenceSays() {
    JsonNode golden = TestSites.golden("terra_geometry").get("traversability");
    byte[] obstacles = TestSites.layer(64);
    golden.get("obstacles").forEach(t -> obstacles[tile(t)] = 1);
    ExcavationMap map =
        new ExcavationMap(
            64,
            TestSites.layer(64),
            obstacles,
            TestSites.layer(64),
            heights(golden.get("action_map")),
            new float[64 * 64],
            List.of(),
            List.of());
    Terrain terrain = new Terrain(new SiteSurvey(map), ExcavationRules.WIP);
    Set<Integer> blocked = new TreeSet<>();
    for (int tile = 0; tile < 64 * 64; tile++) {
      if (terrain.blocked(tile)) {
        blocked.add(tile);
      }
    }
    Set<Integer> wanted = new TreeSet<>();
    golden.get("blocked").forEach(t -> wanted.add(tile(t)));
    assertEquals(wanted, blocked);
  }

  @Test
  void groundNearAHoleIsNotDumpable() {
    JsonNode golden = TestSites.golden("terra_geometry").get("dumpability_dilation");
    byte[] heights = TestSites.layer(64);
    heights[tile(golden.get("hole"))] = -1;
    Terrain terrain = terrain(heights);
    assertEquals(64 * 64, terrain.dumpable().length - count(terrain, 0), "before the first dig");
    terrain.checkHoles();
    Set<Integer> wanted = new TreeSet<>();
    golden.get("non_dumpable").forEach(t -> wanted.add(tile(t)));
    for (int tile = 0; tile < 64 * 64; tile++) {
      assertEquals(wanted.contains(tile) ? 0 : 1, terrain.dumpable()[tile], "tile " + tile);
    }
  }

  @Test
  void theBorderOfTheRingHasTheReferencesSize() {
    JsonNode golden = TestSites.golden("terra_geometry").get("border_mask");
    SiteSurvey survey = new SiteSurvey(TestSites.map(64, TestSites.ring(), TestSites.layer(64)));
    assertEquals(golden.get("count").intValue(), survey.borderTiles());
  }

  /// The obstacles, holes and heaps of the named rules; the reference's file tells only the poses.
  @Test
  void singleStepsAreTheReferences() {
    for (JsonNode rule : TestSites.golden("terra_geometry").get("rules")) {
      String name = rule.get("name").textValue();
      byte[] heights = TestSites.layer(64);
      byte[] obstacles = TestSites.layer(64);
      if (name.contains("obstacle")) {
        obstacles[32 * 64 + 41] = 1;
      } else if (name.contains("hole")) {
        heights[32 * 64 + 40] = -1;
      } else if (name.contains("patch")) {
        TestSites.fill(heights, 64, new int[] {31, 33}, new int[] {39, 41}, 1);
      } else if (name.contains("height2")) {
        heights[32 * 64 + 40] = 2;
      }
      // The reference's file does not tell the target either; a foundation far away keeps the
      // episode open.
      boolean open = !rule.get("done").booleanValue();
      byte[] target = TestSites.layer(64);
      if (open) {
        target[63] = -1;
      }
      byte[] dumpable = new byte[64 * 64];
      Arrays.fill(dumpable, (byte) 1);
      ExcavationMap map =
          new ExcavationMap(
              64,
              target,
              obstacles,
              dumpable,
              heights,
              TaxicabDistance.toDumpZone(64, target),
              List.of(),
              List.of());
      JsonNode before = rule.get("before");
      ExcavationWorld world =
          TestSites.world(
              TestSites.WIP,
              ExcavationRules.WIP,
              RewardWeights.WIP,
              map,
              550,
              new StartPose(
                  before.get("pos").get(0).intValue(),
                  before.get("pos").get(1).intValue(),
                  before.get("base").intValue(),
                  before.get("cabin").intValue(),
                  before.get("wheel").intValue(),
                  before.get("loaded").intValue(),
                  0));
      double reward = world.step(rule.get("action").intValue());
      JsonNode after = rule.get("after");
      Excavation excavation = world.excavation();
      assertEquals(after.get("pos").get(0).intValue(), excavation.row(), name);
      assertEquals(after.get("pos").get(1).intValue(), excavation.column(), name);
      assertEquals(after.get("base").intValue(), excavation.base(), name);
      assertEquals(after.get("cabin").intValue(), excavation.cabin(), name);
      assertEquals(after.get("loaded").intValue(), excavation.load(), name);
      assertEquals(!open, excavation.outcome().taskDone, name);
      assertEquals(rule.get("reward").doubleValue(), reward, 1e-6, name);
    }
  }

  private static long count(Terrain terrain, int value) {
    long count = 0;
    for (byte one : terrain.dumpable()) {
      count += one == value ? 1 : 0;
    }
    return count;
  }

  private static Terrain terrain(byte[] heights) {
    ExcavationMap map = TestSites.map(64, TestSites.layer(64), heights);
    return new Terrain(new SiteSurvey(map), ExcavationRules.WIP);
  }

  private static int tile(JsonNode place) {
    return place.get(0).intValue() * 64 + place.get(1).intValue();
  }

  private static byte[] heights(JsonNode tiles) {
    byte[] heights = TestSites.layer(64);
    tiles.forEach(t -> heights[tile(t)] = (byte) t.get(2).intValue());
    return heights;
  }

  private static List<Byte> list(byte[] layer) {
    Byte[] boxed = new Byte[layer.length];
    for (int i = 0; i < layer.length; i++) {
      boxed[i] = layer[i];
    }
    return List.of(boxed);
  }
}
