package dev.hindsight.trainer.env.excavation.simulation;

import dev.hindsight.trainer.SplitMix64;
import dev.hindsight.trainer.env.StateStream;
import dev.hindsight.trainer.env.excavation.simulation.ExcavationRules.BorderRule;
import dev.hindsight.trainer.env.excavation.simulation.ExcavationRules.HeavyLoad;

/// Digs and dumps: which tiles, how much, and whether a dump is refused because it brings the soil
/// no nearer to the dump zone.
///
/// Hot loop: allocates nothing after construction; one owner thread.
final class Shovel {
  /// A potential may exceed another by this much and count as equal.
  private static final double SAME = 1e-5;

  /// Units of the fullest bucket.
  private static final int HEAVIEST = Byte.MAX_VALUE;

  /// Distance of a dump's tiles to its middle, squared.
  private static final long SPREAD_SQUARED = 4;

  private final ExcavationRules rules;
  private final Terrain terrain;
  private final DigArea area;
  private final SoilCollapse collapse;
  private final DumpSpot spot;
  private final int[] selected;

  /// `[N * N]` 1 where the previous dig dug.
  final byte[] lastDig;

  private final int[] lastDigTiles;
  private int lastDigCount;

  int load;

  /// Potential that a dump of the current load must not exceed, before changes by others.
  double carryBaseline;

  /// Potential right after the last dig.
  double carryAfterLift;

  Shovel(ExcavationRules rules, Terrain terrain, DigArea area) {
    this.rules = rules;
    this.terrain = terrain;
    this.area = area;
    collapse = new SoilCollapse(terrain);
    spot = new DumpSpot(area.tiles.length);
    selected = new int[area.tiles.length];
    lastDig = new byte[terrain.height().length];
    lastDigTiles = new int[area.tiles.length];
  }

  void reset(int newLoad, double baseline) {
    clearLastDig();
    load = newLoad;
    carryBaseline = baseline;
    carryAfterLift = 0;
  }

  private void clearLastDig() {
    for (int i = 0; i < lastDigCount; i++) {
      lastDig[lastDigTiles[i]] = 0;
    }
    lastDigCount = 0;
  }

  /// The tiles that a dig would dig, obstacles aside; soil, if there is any, before ground.
  int diggable(int[] tiles) {
    byte[] height = terrain.height();
    byte[] target = terrain.survey().map().target();
    byte[] border = terrain.survey().border();
    boolean soil = area.holdsSoil();
    int count = 0;
    for (int i = 0; i < area.count; i++) {
      int tile = area.tiles[i];
      boolean wanted = soil ? height[tile] > 0 : height[tile] == 0 && target[tile] < 0;
      if (wanted
          && lastDig[tile] == 0
          && (rules.alignment() == BorderRule.FREE
              || border[tile] == 0
              || area.alignment.diggable(tile))) {
        tiles[count++] = tile;
      }
    }
    return count < rules.fewestDigTiles() ? 0 : count;
  }

  boolean canDig() {
    return diggable(selected) > 0 && !area.obstructed();
  }

  void dig(StepOutcome outcome) {
    if (area.obstructed()) {
      return;
    }
    int count = diggable(selected);
    byte[] height = terrain.height();
    int soil = 0;
    for (int i = 0; i < count; i++) {
      soil += Math.max(height[selected[i]], 0);
    }
    int units = soil > 0 ? soil : count;
    boolean tooHeavy = units > HEAVIEST && rules.load() == HeavyLoad.REFUSED;
    if (units == 0 || tooHeavy) {
      return;
    }
    carryBaseline = terrain.potential();
    collapse.around(selected, count);
    SiteSurvey survey = terrain.survey();
    for (int i = 0; i < count; i++) {
      int tile = selected[i];
      int taken = soil > 0 ? height[tile] : 1;
      if (survey.map().target()[tile] > 0) {
        outcome.takenFromZone += taken;
      } else if (soil == 0) {
        carryBaseline += survey.map().distance()[tile];
      }
      if (soil == 0 && survey.border()[tile] != 0) {
        outcome.borderDug++;
      }
      terrain.set(tile, height[tile] - taken);
    }
    collapse.settle();
    collapse.settle();
    carryAfterLift = terrain.potential();
    load = (byte) units;
    terrain.checkHoles();
    clearLastDig();
    for (int i = 0; i < count; i++) {
      lastDig[selected[i]] = 1;
      lastDigTiles[lastDigCount++] = selected[i];
    }
  }

  /// The tiles that a dump would cover, before the soil settles; none if a dump is impossible.
  int dumpSpot(MachinePose pose, MachineFootprint footprint, int[] tiles) {
    if (area.obstructed()) {
      return 0;
    }
    byte[] height = terrain.height();
    byte[] dumpable = terrain.dumpable();
    spot.clear();
    for (int i = 0; i < area.count; i++) {
      int tile = area.tiles[i];
      if (height[tile] > 0 && lastDig[tile] != 0) {
        return 0;
      }
      if (height[tile] == 0
          && dumpable[tile] != 0
          && !footprint.covers(pose, tile, terrain.size())) {
        spot.add(tile);
      }
    }
    return spot.choose(terrain.size(), SPREAD_SQUARED, tiles);
  }

  void dump(MachinePose pose, MachineFootprint footprint, StepOutcome outcome) {
    int count = dumpSpot(pose, footprint, selected);
    if (count == 0) {
      return;
    }
    double allowed = carryBaseline + (terrain.potential() - carryAfterLift);
    int inZone = terrain.soilInZone();
    int each = load / count;
    int more = load % count;
    collapse.around(selected, count);
    for (int i = 0; i < count; i++) {
      terrain.set(selected[i], each + (i < more ? 1 : 0));
    }
    collapse.settle();
    if (terrain.potential() > allowed + SAME) {
      terrain.undo();
      return;
    }
    outcome.progress = allowed - terrain.potential();
    outcome.addedToZone = terrain.soilInZone() - inZone;
    load = 0;
    clearLastDig();
  }

  void set(Shovel other) {
    reset(other.load, other.carryBaseline);
    carryAfterLift = other.carryAfterLift;
    for (int i = 0; i < other.lastDigCount; i++) {
      lastDig[other.lastDigTiles[i]] = 1;
      lastDigTiles[lastDigCount++] = other.lastDigTiles[i];
    }
  }

  void transfer(StateStream stream) {
    load = stream.number(load);
    carryBaseline = stream.number(carryBaseline);
    carryAfterLift = stream.number(carryAfterLift);
    int count = stream.within(lastDigCount, 0, lastDigTiles.length);
    if (stream.reads()) {
      clearLastDig();
    }
    for (int i = 0; i < count; i++) {
      lastDigTiles[i] = stream.within(lastDigTiles[i], 0, lastDig.length - 1);
      lastDig[lastDigTiles[i]] = 1;
    }
    lastDigCount = count;
  }

  long digest(long from) {
    long hash = SplitMix64.mix(from + load);
    hash = SplitMix64.mix(hash + Double.doubleToRawLongBits(carryBaseline));
    hash = SplitMix64.mix(hash + Double.doubleToRawLongBits(carryAfterLift));
    for (int i = 0; i < lastDigCount; i++) {
      hash = SplitMix64.mix(hash + lastDigTiles[i]);
    }
    return hash;
  }
}
