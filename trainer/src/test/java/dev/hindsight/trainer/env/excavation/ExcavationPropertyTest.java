package dev.hindsight.trainer.env.excavation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.AllocationCounter;
import dev.hindsight.trainer.SplitMix64;
import dev.hindsight.trainer.env.excavation.maps.ExcavationMap;
import dev.hindsight.trainer.env.excavation.observation.ExcavationObservation;
import dev.hindsight.trainer.env.excavation.observation.ExcavationObserver;
import dev.hindsight.trainer.env.excavation.reward.RewardComponent;
import dev.hindsight.trainer.env.excavation.reward.RewardWeights;
import dev.hindsight.trainer.env.excavation.simulation.BaseType;
import dev.hindsight.trainer.env.excavation.simulation.Excavation;
import dev.hindsight.trainer.env.excavation.simulation.ExcavationRules;
import dev.hindsight.trainer.env.excavation.simulation.SiteGeometry;
import dev.hindsight.trainer.env.excavation.simulation.StartPose;
import dev.hindsight.trainer.env.excavation.simulation.StepOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What must hold in every step, over thousands of random ones.
class ExcavationPropertyTest {
  private static final int STEPS = 4000;
  private static final int DO = 6;
  private static final StartPose START = StartPose.of(32, 20, 0);

  private long random = 7;

  private int draw(int bound) {
    random += SplitMix64.GAMMA;
    return (int) (SplitMix64.unit(SplitMix64.mix(random)) * bound);
  }

  /// Digs more often than it would by chance.
  private int action() {
    int action = draw(11);
    return action > 7 ? DO : action;
  }

  private static ExcavationWorld world(BaseType base) {
    ExcavationMap map = TestSites.map(64, TestSites.ring(), TestSites.layer(64));
    return TestSites.world(
        SiteGeometry.of(64, base),
        ExcavationRules.CORRECTED,
        RewardWeights.WIP,
        map,
        550,
        StartPose.of(32, 20, 0));
  }

  @ParameterizedTest
  @EnumSource(BaseType.class)
  void soilIsNeitherMadeNorLost(BaseType base) {
    ExcavationWorld world = world(base);
    Excavation excavation = world.excavation();
    int digs = 0;
    int dumps = 0;
    for (int t = 0; t < STEPS; t++) {
      if (t % 200 == 0) {
        world.reset(excavation.terrain().survey(), START);
      }
      int load = excavation.load();
      world.step(action());
      digs += excavation.load() > load ? 1 : 0;
      dumps += excavation.load() < load ? 1 : 0;
      int sum = 0;
      int soil = 0;
      for (byte height : excavation.terrain().height()) {
        sum += height;
        soil += Math.max(height, 0);
      }
      assertEquals(0, sum + excavation.load(), "step " + t);
      assertEquals(soil, excavation.terrain().soil());
      assertEquals(soil - sum, excavation.terrain().dug());
    }
    assertTrue(digs > 5 && dumps > 5, digs + " digs, " + dumps + " dumps");
  }

  @ParameterizedTest
  @EnumSource(BaseType.class)
  void whatIsKeptFromStepToStepIsWhatAFreshLookSees(BaseType base) {
    ExcavationWorld world = world(base);
    ExcavationObservation kept = new ExcavationObservation(64);
    ExcavationObservation fresh = new ExcavationObservation(64);
    for (int t = 0; t < STEPS; t++) {
      if (t % 500 == 0) {
        world.reset(world.excavation().terrain().survey(), START);
      }
      world.step(action());
      world.observe(kept);
      new ExcavationObserver(world.excavation()).write(fresh);
      assertArrayEquals(fresh.planes, kept.planes, "step " + t);
      assertArrayEquals(fresh.localMaps, kept.localMaps, "step " + t);
      assertArrayEquals(fresh.edgeFeatures, kept.edgeFeatures, "step " + t);
    }
  }

  @ParameterizedTest
  @EnumSource(BaseType.class)
  void theMaskAgreesWithWhatActingDoes(BaseType base) {
    ExcavationWorld world = world(base);
    Excavation excavation = world.excavation();
    byte[] mask = new byte[8];
    int[] tiles = new int[excavation.cone().most()];
    for (int t = 0; t < STEPS; t++) {
      int action = action();
      excavation.actionMask(mask, 0);
      long before = excavation.digest();
      int load = excavation.load();
      int diggable = excavation.diggable(tiles);
      world.step(action);
      StepOutcome outcome = excavation.outcome();
      if (mask[action] == 0) {
        assertFalse(outcome.moved || outcome.terrainChanged, "step " + t + " action " + action);
      } else if (action == DO && load == 0) {
        assertEquals(diggable, tiles(excavation), "step " + t);
      }
      assertNotEquals(before, excavation.digest(), "the clock counts");
    }
  }

  private static int tiles(Excavation excavation) {
    int count = 0;
    for (byte one : excavation.lastDig()) {
      count += one;
    }
    return count;
  }

  @Test
  void aSiteTurnedByAQuarterIsDugTheSameWay() {
    byte[] turned = new byte[64 * 64];
    byte[] ring = TestSites.ring();
    // Anticlockwise: what was at (row, column) comes to (63 - column, row).
    for (int tile = 0; tile < ring.length; tile++) {
      turned[(63 - tile % 64) * 64 + tile / 64] = ring[tile];
    }
    ExcavationWorld one = world(BaseType.TRACKED);
    ExcavationWorld other =
        TestSites.world(
            TestSites.WIP,
            ExcavationRules.CORRECTED,
            RewardWeights.WIP,
            TestSites.map(64, turned, TestSites.layer(64)),
            550,
            StartPose.of(63 - 20, 32, 3));
    for (int t = 0; t < 300; t++) {
      // Dumps break ties by row-major order, and footprints round outward, so only digs and the
      // cabin turn alike.
      int action = t % 40 < 1 ? DO : 5;
      if (one.excavation().load() > 0 && action == DO) {
        break;
      }
      assertEquals(one.step(action), other.step(action), 1e-9, "step " + t);
      assertEquals(one.excavation().load(), other.excavation().load(), "step " + t);
    }
  }

  @Test
  void componentsAddUpToTheReward() {
    ExcavationWorld world = world(BaseType.TRACKED);
    for (int t = 0; t < STEPS; t++) {
      double reward = world.step(action());
      double sum = 0;
      for (RewardComponent component : RewardComponent.values()) {
        sum += component.explains() ? 0 : world.reward().component(component);
      }
      assertEquals(reward, sum, 1e-5, "step " + t);
    }
  }

  @Test
  void aCopyGoesOnAsTheOriginal() {
    ExcavationWorld world = world(BaseType.TRACKED);
    ExcavationWorld copy = world(BaseType.TRACKED);
    for (int t = 0; t < STEPS; t++) {
      if (t % 200 == 100) {
        copy.set(world);
      }
      int action = action();
      double reward = world.step(action);
      if (t % 200 >= 100) {
        assertEquals(reward, copy.step(action), "step " + t);
        assertEquals(world.excavation().digest(), copy.excavation().digest(), "step " + t);
      }
    }
  }

  @Test
  void stepsAndObservationsAllocateNothing() {
    ExcavationWorld world = world(BaseType.TRACKED);
    ExcavationObservation seen = new ExcavationObservation(64);
    ExcavationWorld copy = world(BaseType.TRACKED);
    Runnable work =
        () -> {
          for (int t = 0; t < STEPS; t++) {
            world.step(action());
            world.observe(seen);
            if (t % 550 == 0) {
              copy.set(world);
              world.reset(world.excavation().terrain().survey(), START);
            }
          }
        };
    work.run();
    long bytes = AllocationCounter.by(work);
    assertEquals(0, bytes / STEPS, bytes + " bytes in all");
  }

  /// Digs a heap of more than 127 units.
  private static ExcavationWorld afterAHeavyDig(ExcavationRules rules) {
    byte[] heights =
        TestSites.fill(TestSites.layer(64), 64, new int[] {28, 35}, new int[] {36, 41}, 4);
    ExcavationMap map = TestSites.map(64, TestSites.ring(), heights);
    ExcavationWorld world =
        TestSites.world(TestSites.WIP, rules, RewardWeights.WIP, map, 550, StartPose.of(32, 32, 0));
    world.step(DO);
    return world;
  }

  /// Units that left the ground and are not in the bucket.
  private static int lost(ExcavationRules rules) {
    Excavation before = afterAHeavyDig(ExcavationRules.CORRECTED).excavation();
    Excavation after = afterAHeavyDig(rules).excavation();
    return before.terrain().soil() - after.terrain().soil() - after.load();
  }

  @Test
  void aLoadAbove127IsRefused() {
    assertEquals(0, afterAHeavyDig(ExcavationRules.CORRECTED).excavation().load());
    assertEquals(0, lost(ExcavationRules.MAIN));
  }

  @Test
  void aLoadThatOverflowsAt127IsFound() {
    ExcavationWorld overflows = afterAHeavyDig(ExcavationRules.WIP);
    int taken = lost(ExcavationRules.WIP) + overflows.excavation().load();
    assertTrue(taken > 127, "took " + taken);
    assertEquals((byte) taken, overflows.excavation().load());
    assertEquals(256, lost(ExcavationRules.WIP), "as many units are lost as a byte wraps by");
  }
}
