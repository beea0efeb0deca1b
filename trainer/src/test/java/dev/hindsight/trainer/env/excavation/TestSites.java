package dev.hindsight.trainer.env.excavation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.trainer.SharedData;
import dev.hindsight.trainer.env.excavation.maps.ExcavationMap;
import dev.hindsight.trainer.env.excavation.maps.TaxicabDistance;
import dev.hindsight.trainer.env.excavation.reward.ExcavationReward.TrenchReward;
import dev.hindsight.trainer.env.excavation.reward.RewardWeights;
import dev.hindsight.trainer.env.excavation.simulation.BaseType;
import dev.hindsight.trainer.env.excavation.simulation.ExcavationRules;
import dev.hindsight.trainer.env.excavation.simulation.SiteGeometry;
import dev.hindsight.trainer.env.excavation.simulation.SiteSurvey;
import dev.hindsight.trainer.env.excavation.simulation.StartPose;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;

/// Sites for tests, and the reference numbers.
public final class TestSites {
  private static final ObjectMapper JSON = new ObjectMapper();

  /// The development revision's site and machine.
  public static final SiteGeometry WIP = SiteGeometry.of(64, BaseType.TRACKED);

  /// The main revision's.
  public static final SiteGeometry MAIN =
      SiteGeometry.of(64, 36.5714285714 / 64, BaseType.TRACKED).withDigRadius(5);

  private TestSites() {}

  /// A reference file, or a skipped test.
  public static JsonNode golden(String name) {
    try {
      return JSON.readTree(Files.readAllBytes(SharedData.require("golden/" + name + ".json")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A layer of zeros.
  public static byte[] layer(int size) {
    return new byte[size * size];
  }

  /// Fills rows and columns, both inclusive.
  public static byte[] fill(byte[] layer, int size, int[] rows, int[] columns, int value) {
    for (int r = rows[0]; r <= rows[1]; r++) {
      for (int c = columns[0]; c <= columns[1]; c++) {
        layer[r * size + c] = (byte) value;
      }
    }
    return layer;
  }

  /// The ring of the reference: a foundation of 8 x 12 tiles in a dump zone.
  public static byte[] ring() {
    byte[] target = fill(layer(64), 64, new int[] {20, 43}, new int[] {18, 45}, 1);
    return fill(target, 64, new int[] {28, 35}, new int[] {26, 37}, -1);
  }

  /// A foundation of 4 x 2 tiles with its dump zone to the left.
  public static byte[] small() {
    byte[] target = fill(layer(64), 64, new int[] {20, 43}, new int[] {6, 25}, 1);
    return fill(target, 64, new int[] {30, 33}, new int[] {29, 30}, -1);
  }

  /// A map without obstacles, dumpable everywhere.
  public static ExcavationMap map(int size, byte[] target, byte[] heights) {
    byte[] dumpable = new byte[size * size];
    Arrays.fill(dumpable, (byte) 1);
    return new ExcavationMap(
        size,
        target,
        layer(size),
        dumpable,
        heights,
        TaxicabDistance.toDumpZone(size, target),
        List.of(),
        List.of());
  }

  /// A world under the rules of the development revision.
  public static ExcavationWorld wip(ExcavationMap map, int maxSteps, StartPose start) {
    return world(WIP, ExcavationRules.WIP, RewardWeights.WIP, map, maxSteps, start);
  }

  /// A world.
  public static ExcavationWorld world(
      SiteGeometry geometry,
      ExcavationRules rules,
      RewardWeights weights,
      ExcavationMap map,
      int maxSteps,
      StartPose start) {
    SiteSurvey survey = new SiteSurvey(map);
    ExcavationWorld world =
        new ExcavationWorld(geometry, rules, weights, TrenchReward.NONE, maxSteps, survey);
    world.reset(survey, start);
    return world;
  }
}
