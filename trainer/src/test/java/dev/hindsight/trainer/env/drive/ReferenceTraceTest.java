package dev.hindsight.trainer.env.drive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.SharedData;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.drive.simulation.Bodies;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The four open traces of the reference, step by step.
class ReferenceTraceTest {
  @ParameterizedTest
  @CsvSource({
    "town02_classic_gb0, map_town_02_carla.bin, classic, respawn",
    "town02_classic_gb1, map_town_02_carla.bin, classic, generate_new",
    "town02_jerk_gb0, map_town_02_carla.bin, jerk, respawn",
    "town02mixed_classic_gb0, Town02_mixed.bin, classic, respawn"
  })
  void everyAgentGoesWhereItWentInTheReference(
      String name, String map, String dynamics, String goals) {
    ReferenceTrace referenceTrace = ReferenceTrace.read(name);
    Map<String, String> settings = new HashMap<>();
    settings.put("dynamics_model", dynamics);
    settings.put("goal_behavior", goals);
    settings.put("termination_mode", "time_limit");
    settings.put("reference_quirks", "true");
    DriveEnvironment environment =
        TestDrives.environment(SharedData.require("data/drive/maps/" + map), settings);
    Actions actions = new Actions(environment.shape());
    int agents = environment.shape().agents();
    int size = environment.shape().observation().size();
    for (int at = 0; at < referenceTrace.rows().size(); at += agents) {
      int step = at / agents;
      if (step % ReferenceTrace.SAMPLING == 0) {
        compareObservations(referenceTrace, environment, step, agents * size);
      }
      for (int a = 0; a < agents; a++) {
        actions.joint[a] = referenceTrace.rows().get(at + a).action();
      }
      environment.step(actions);
      for (int a = 0; a < agents; a++) {
        compare(referenceTrace.rows().get(at + a), environment, a);
      }
    }
  }

  private static void compareObservations(
      ReferenceTrace referenceTrace, DriveEnvironment environment, int step, int length) {
    float[] seen = environment.buffer().observation;
    int from = step / ReferenceTrace.SAMPLING * length;
    for (int i = 0; i < length; i++) {
      int dimension = i % environment.shape().observation().size();
      String where = "step " + step + ", " + environment.shape().observation().nameOf(dimension);
      assertEquals(referenceTrace.observations()[from + i], seen[i], 1e-4f, where);
    }
  }

  private static void compare(ReferenceTrace.Row row, DriveEnvironment environment, int a) {
    Bodies b = environment.bodies();
    String where = "step " + row.step() + ", agent " + a;
    assertEquals(row.x(), b.x[a], 1e-3, where);
    assertEquals(row.y(), b.y[a], 1e-3, where);
    assertEquals(row.heading(), b.heading[a], 1e-4, where);
    assertEquals(row.vx(), b.vx[a], 1e-3, where);
    assertEquals(row.vy(), b.vy[a], 1e-3, where);
    assertEquals(row.collision(), b.collision[a], where);
    assertEquals(row.laneAligned(), b.laneAligned[a], where);
    assertEquals(row.stopped(), b.stopped[a], where);
    assertEquals(row.respawnTick(), b.respawnTick[a], where);
    assertEquals(row.goalX(), b.goalX[a], 1e-3, where);
    assertEquals(row.goalY(), b.goalY[a], 1e-3, where);
    assertEquals(row.reward(), environment.buffer().reward[a], 1e-5, where);
  }
}
