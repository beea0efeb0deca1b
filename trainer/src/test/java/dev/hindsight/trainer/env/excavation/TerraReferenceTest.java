package dev.hindsight.trainer.env.excavation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.env.excavation.maps.ExcavationMap;
import dev.hindsight.trainer.env.excavation.observation.ExcavationObservation;
import dev.hindsight.trainer.env.excavation.observation.LocalMap;
import dev.hindsight.trainer.env.excavation.observation.MapPlane;
import dev.hindsight.trainer.env.excavation.reward.RewardComponent;
import dev.hindsight.trainer.env.excavation.reward.RewardWeights;
import dev.hindsight.trainer.env.excavation.simulation.Excavation;
import dev.hindsight.trainer.env.excavation.simulation.ExcavationRules;
import dev.hindsight.trainer.env.excavation.simulation.SiteGeometry;
import dev.hindsight.trainer.env.excavation.simulation.StartPose;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Whole steps against the reference: episodes under both revisions, and one observation.
class TerraReferenceTest {
  @Test
  void digAndDumpOfTheDevelopmentRevision() {
    JsonNode script = TestSites.golden("terra_episode").get("script_dig_dump");
    play(wip(TestSites.ring(), 550), start(script), script.get("steps"), 550);
  }

  @Test
  void theFinishingDumpPaysItsBonusOneStepLateInTheDevelopmentRevision() {
    JsonNode script = TestSites.golden("terra_episode").get("terminal_task_wip");
    ExcavationWorld world = wip(TestSites.small(), 550);
    play(world, start(script), script.get("steps"), 550);
    heights(script.get("final_action_map"), world);
  }

  @Test
  void aTimeLimitPaysNothingInTheDevelopmentRevision() {
    JsonNode script = TestSites.golden("terra_episode").get("terminal_timeout_wip");
    play(wip(TestSites.small(), 3), StartPose.of(32, 22, 0), script.get("steps"), 3);
  }

  @Test
  void digAndDumpOfTheMainRevision() {
    JsonNode script = TestSites.golden("terra_episode").get("main_2026_07").get("script_dig_dump");
    ExcavationWorld world = main(TestSites.ring(), 550);
    play(world, start(script), script.get("steps"), 550);
    heights(script.get("final_action_map"), world);
  }

  @Test
  void theMainRevisionPaysTheFinishingDump() {
    JsonNode script = TestSites.golden("terra_episode").get("main_2026_07").get("terminal_task");
    ExcavationWorld world = main(TestSites.small(), 550);
    play(world, start(script), script.get("steps"), 550);
    heights(script.get("final_action_map"), world);
  }

  @Test
  void theMainRevisionPaysForATimeLimit() {
    JsonNode script = TestSites.golden("terra_episode").get("main_2026_07").get("terminal_timeout");
    play(main(TestSites.small(), 3), StartPose.of(32, 22, 0), script.get("steps"), 3);
  }

  private static ExcavationWorld wip(byte[] target, int maxSteps) {
    ExcavationMap map = TestSites.map(64, target, TestSites.layer(64));
    return TestSites.wip(map, maxSteps, StartPose.of(32, 20, 0));
  }

  private static ExcavationWorld main(byte[] target, int maxSteps) {
    ExcavationMap map = TestSites.map(64, target, TestSites.layer(64));
    return TestSites.world(
        TestSites.MAIN,
        ExcavationRules.MAIN,
        RewardWeights.MAIN,
        map,
        maxSteps,
        StartPose.of(32, 20, 0));
  }

  private static StartPose start(JsonNode script) {
    JsonNode start = script.get("start");
    return new StartPose(
        start.get("pos").get(0).intValue(),
        start.get("pos").get(1).intValue(),
        start.get("base").intValue(),
        start.get("cabin").intValue(),
        0,
        0,
        0);
  }

  private static void play(ExcavationWorld world, StartPose start, JsonNode steps, int maxSteps) {
    Excavation excavation = world.excavation();
    world.reset(excavation.terrain().survey(), start);
    int tick = 0;
    for (JsonNode step : steps) {
      double reward = world.step(step.get("action").intValue());
      String where = "step " + tick++;
      JsonNode agent = step.get("agent");
      assertEquals(agent.get("pos").get(0).intValue(), excavation.row(), where);
      assertEquals(agent.get("pos").get(1).intValue(), excavation.column(), where);
      assertEquals(agent.get("base").intValue(), excavation.base(), where);
      assertEquals(agent.get("cabin").intValue(), excavation.cabin(), where);
      assertEquals(agent.get("wheel").intValue(), excavation.wheel(), where);
      assertEquals(agent.get("loaded").intValue(), excavation.load(), where);
      near(agent.get("carry_baseline").doubleValue(), excavation.carryBaseline(), where);
      near(agent.get("carry_after_lift").doubleValue(), excavation.carryAfterLift(), where);
      assertEquals(step.get("dirt_pos").intValue(), excavation.terrain().soil(), where);
      assertEquals(step.get("dug").intValue(), excavation.terrain().dug(), where);
      assertEquals(step.get("dumpable").intValue(), ones(excavation.terrain().dumpable()), where);
      assertEquals(step.get("last_dig").intValue(), ones(excavation.lastDig()), where);
      assertEquals(step.get("task_done").booleanValue(), excavation.outcome().taskDone, where);
      assertEquals(
          step.get("done").booleanValue(),
          excavation.outcome().taskDone || excavation.outcome().timeoutDone,
          where);
      near(step.get("reward").doubleValue(), reward, where);
      components(step.get("nonzero_components"), world, where);
      assertEquals(Math.min(1f, tick / (float) maxSteps), excavation.progress(), 1e-6, where);
    }
  }

  private static void components(JsonNode expected, ExcavationWorld world, String where) {
    for (RewardComponent component : RewardComponent.values()) {
      JsonNode known = expected.get(component.id());
      if (known != null) {
        near(known.doubleValue(), world.reward().component(component), where + " " + component);
      }
    }
    JsonNode completion = expected.get("completion");
    if (completion != null) {
      near(completion.doubleValue(), world.excavation().outcome().completion, where);
    }
    JsonNode left = expected.get("remaining_dig_volume");
    if (left != null) {
      assertEquals(left.intValue(), world.excavation().terrain().undug(), where);
    }
  }

  private static void heights(JsonNode tiles, ExcavationWorld world) {
    byte[] expected = new byte[64 * 64];
    tiles.forEach(
        t -> expected[t.get(0).intValue() * 64 + t.get(1).intValue()] = (byte) t.get(2).intValue());
    assertEquals(List.of(boxed(expected)), List.of(boxed(world.excavation().terrain().height())));
  }

  private static List<Integer> boxed(byte[] layer) {
    return IntStream.range(0, layer.length).map(i -> layer[i]).boxed().toList();
  }

  private static int ones(byte[] mask) {
    int count = 0;
    for (byte one : mask) {
      count += one;
    }
    return count;
  }

  private static void near(double expected, double actual, String where) {
    assertEquals(expected, actual, Math.max(1e-6, Math.abs(expected) * 1e-4), where);
  }

  @Test
  void anObservationHasTheReferencesNumbers() {
    JsonNode golden = TestSites.golden("terra_observation");
    byte[] heights = new byte[64 * 64];
    golden
        .get("action_map")
        .forEach(t ->
            heights[t.get(0).intValue() * 64 + t.get(1).intValue()] = (byte) t.get(2).intValue());
    ExcavationWorld world =
        TestSites.wip(
            TestSites.map(64, TestSites.ring(), heights),
            golden.get("max_steps").intValue(),
            new StartPose(32, 20, 1, 2, 0, 0, golden.get("env_steps").intValue()));
    ExcavationObservation seen = new ExcavationObservation(64);
    world.observe(seen);

    JsonNode expected = golden.get("obs");
    floats(expected.get("agent_states"), seen.agentStates, "agent_states");
    floats(expected.get("edge_features"), seen.edgeFeatures, "edge_features");
    near(expected.get("episode_progress").get(0).doubleValue(), seen.progress, "progress");
    for (int i = 0; i < seen.actionMask.length; i++) {
      assertEquals(expected.get("action_mask").get(i).intValue(), seen.actionMask[i]);
    }
    Set<Integer> tieFree = new HashSet<>();
    golden.get("local_map_tie_free_indices").forEach(i -> tieFree.add(i.intValue()));
    for (LocalMap layer : LocalMap.values()) {
      for (int k = 0; k < SiteGeometry.DIRECTIONS; k++) {
        int wanted = expected.get("local_map_" + layer.id()).get(k).intValue();
        int actual = seen.localMaps[layer.index() * SiteGeometry.DIRECTIONS + k];
        // Where six tiles lie on the edge of the workspace, the reference leaves some of them out.
        int slack = tieFree.contains(k) ? 0 : 6;
        assertEquals(wanted, actual, slack, layer + " " + k);
      }
    }
    for (MapPlane plane : MapPlane.values()) {
      JsonNode summary = expected.get(name(plane));
      int nonzero = 0;
      int sum = 0;
      for (int i = 0; i < 64 * 64; i++) {
        int value = seen.planes[plane.index() * 64 * 64 + i];
        nonzero += value != 0 ? 1 : 0;
        sum += value;
      }
      assertEquals(summary.get("nonzero").intValue(), nonzero, plane.id());
      assertEquals(summary.get("sum").intValue(), sum, plane.id());
    }
  }

  private static String name(MapPlane plane) {
    return switch (plane) {
      case ACTION, TARGET -> plane.id() + "_map";
      case INTERACTION, PADDING, DUMPABILITY, REACHABILITY, TRAVERSABILITY -> plane.id() + "_mask";
    };
  }

  private static void floats(JsonNode expected, float[] actual, String what) {
    assertEquals(expected.size(), actual.length, what);
    for (int i = 0; i < actual.length; i++) {
      near(expected.get(i).doubleValue(), actual[i], what + " " + i);
    }
  }
}
