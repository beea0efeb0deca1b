package dev.hindsight.trainer.env.excavation.simulation;

import dev.hindsight.trainer.SplitMix64;
import dev.hindsight.trainer.env.StateStream;
import dev.hindsight.trainer.env.excavation.simulation.ExcavationRules.Holes;
import java.util.Arrays;

/// The ground during an episode: heights, where soil may be dumped, and sums over all tiles that
/// each change keeps up to date.
///
/// Hot loop: allocates nothing after construction; one owner thread. Arrays are `[N * N]`, row by
/// row; read them only.
public final class Terrain {
  /// Tiles around a hole that are not dumpable.
  private static final int HOLE_REACH = 2;

  private final int size;
  private final ExcavationRules rules;
  private final byte[] height;
  private final byte[] dumpable;
  private final byte[] holesNear;

  /// 1 where a hole was when the ground was last checked.
  private final byte[] knownHole;

  /// Tiles that may have become a hole, or ceased to be one, since the ground was last checked.
  private final Marked unchecked;

  private boolean holesCount;

  /// Tiles whose height changed since the last [#settle], and their heights then.
  private final Marked changed;

  private final byte[] before;

  private SiteSurvey survey;
  private int dug;
  private int soil;
  private int soilInZone;
  private int zoneCovered;
  private int soilOutside;
  private int undug;
  private int undugBorder;
  private double potential;

  Terrain(SiteSurvey survey, ExcavationRules rules) {
    this.survey = survey;
    this.rules = rules;
    size = survey.map().size();
    int tiles = size * size;
    height = new byte[tiles];
    dumpable = new byte[tiles];
    holesNear = new byte[tiles];
    knownHole = new byte[tiles];
    unchecked = new Marked(tiles);
    changed = new Marked(tiles);
    before = new byte[tiles];
    reset(survey);
  }

  void reset(SiteSurvey newSurvey) {
    if (newSurvey.map().size() != size) {
      throw new IllegalArgumentException(
          "a map of " + newSurvey.map().size() + " tiles, not " + size);
    }
    survey = newSurvey;
    System.arraycopy(survey.map().heights(), 0, height, 0, height.length);
    System.arraycopy(survey.map().dumpable(), 0, dumpable, 0, dumpable.length);
    Arrays.fill(holesNear, (byte) 0);
    Arrays.fill(knownHole, (byte) 0);
    unchecked.clear();
    changed.clear();
    dug = 0;
    soil = 0;
    soilInZone = 0;
    zoneCovered = 0;
    soilOutside = 0;
    undug = survey.digTiles();
    undugBorder = survey.borderTiles();
    potential = 0;
    for (int tile = 0; tile < height.length; tile++) {
      if (height[tile] != 0) {
        count(tile, 0, height[tile]);
      }
    }
    holesCount = rules.holes() == Holes.ALWAYS;
    if (holesCount) {
      checkHoles();
    }
  }

  /// Updates all sums for a tile whose height changes.
  private void count(int tile, int from, int to) {
    int soilChange = Math.max(to, 0) - Math.max(from, 0);
    int target = survey.map().target()[tile];
    dug += Math.max(-to, 0) - Math.max(-from, 0);
    soil += soilChange;
    if (target > 0) {
      soilInZone += soilChange;
      zoneCovered += Math.min(Math.max(to, 0), target) - Math.min(Math.max(from, 0), target);
    } else {
      // Exact: sums of 32-bit floats times small integers fit into 53 bits.
      potential += soilChange * (double) survey.map().distance()[tile];
    }
    if (survey.tolerated()[tile] == 0) {
      soilOutside += soilChange;
    }
    if (target < 0 && from > target != to > target) {
      int change = to > target ? 1 : -1;
      undug += change;
      undugBorder += survey.border()[tile] != 0 ? change : 0;
    }
    if (from < 0 != to < 0) {
      unchecked.add(tile);
    }
  }

  /// Changes a height and remembers the change until [#settle] or [#undo].
  void set(int tile, int to) {
    int from = height[tile];
    if (from != to) {
      if (changed.add(tile)) {
        before[tile] = (byte) from;
      }
      height[tile] = (byte) to;
      count(tile, from, (byte) to);
    }
  }

  /// Takes all changes since the last [#settle] back.
  void undo() {
    for (int i = 0; i < changed.count; i++) {
      set(changed.tiles[i], before[changed.tiles[i]]);
    }
    changed.clear();
  }

  /// Forgets the changes.
  void settle() {
    changed.clear();
  }

  /// Number of tiles changed since the last [#settle].
  int changes() {
    return changed.count;
  }

  int changedTile(int index) {
    return changed.tiles[index];
  }

  /// Recomputes where soil may be dumped, after a dig.
  void checkHoles() {
    holesCount = true;
    for (int i = 0; i < unchecked.count; i++) {
      int tile = unchecked.tiles[i];
      int hole = height[tile] < 0 ? 1 : 0;
      if (hole != knownHole[tile]) {
        aroundHole(tile, hole - knownHole[tile]);
        knownHole[tile] = (byte) hole;
      }
    }
    unchecked.clear();
  }

  private void aroundHole(int tile, int change) {
    int row = tile / size;
    int column = tile % size;
    byte[] initially = survey.map().dumpable();
    int lastRow = Math.min(size - 1, row + HOLE_REACH);
    int lastColumn = Math.min(size - 1, column + HOLE_REACH);
    for (int r = Math.max(0, row - HOLE_REACH); r <= lastRow; r++) {
      for (int c = Math.max(0, column - HOLE_REACH); c <= lastColumn; c++) {
        int near = r * size + c;
        holesNear[near] += (byte) change;
        dumpable[near] = holesNear[near] > 0 ? 0 : initially[near];
      }
    }
  }

  /// Whether a machine cannot stand on a tile: an obstacle, a hole, soil higher than 1, or a tile
  /// among six or more that are not level.
  boolean blocked(int tile) {
    int h = height[tile];
    if (survey.map().obstacles()[tile] != 0 || h < 0 || h > 1) {
      return true;
    }
    return h != 0 && SiteSurvey.neighbours(height, size, tile) >= 6;
  }

  void set(Terrain other) {
    survey = other.survey;
    System.arraycopy(other.height, 0, height, 0, height.length);
    System.arraycopy(other.dumpable, 0, dumpable, 0, dumpable.length);
    System.arraycopy(other.holesNear, 0, holesNear, 0, holesNear.length);
    System.arraycopy(other.knownHole, 0, knownHole, 0, knownHole.length);
    unchecked.set(other.unchecked);
    holesCount = other.holesCount;
    changed.clear();
    dug = other.dug;
    soil = other.soil;
    soilInZone = other.soilInZone;
    zoneCovered = other.zoneCovered;
    soilOutside = other.soilOutside;
    undug = other.undug;
    undugBorder = other.undugBorder;
    potential = other.potential;
  }

  /// Its fields, for a stored state of the same site.
  void transfer(StateStream stream) {
    stream.numbers(height);
    stream.numbers(dumpable);
    stream.numbers(holesNear);
    stream.numbers(knownHole);
    unchecked.transfer(stream);
    holesCount = stream.flag(holesCount);
    dug = stream.number(dug);
    soil = stream.number(soil);
    soilInZone = stream.number(soilInZone);
    zoneCovered = stream.number(zoneCovered);
    soilOutside = stream.number(soilOutside);
    undug = stream.number(undug);
    undugBorder = stream.number(undugBorder);
    potential = stream.number(potential);
    if (stream.reads()) {
      changed.clear();
    }
  }

  long digest(long from) {
    long hash = from;
    for (int tile = 0; tile < height.length; tile++) {
      int bits = ((height[tile] & 0xff) << 8) | (dumpable[tile] & 0xff);
      hash = SplitMix64.mix(hash + SplitMix64.GAMMA + bits);
    }
    return SplitMix64.mix(hash + (holesCount ? 1 : 0));
  }

  /// The map and what follows from it.
  public SiteSurvey survey() {
    return survey;
  }

  /// N.
  public int size() {
    return size;
  }

  /// `[N * N]` -1 dug, 0 untouched, above 0 soil.
  public byte[] height() {
    return height;
  }

  /// `[N * N]` 1 where soil may be dumped now.
  public byte[] dumpable() {
    return dumpable;
  }

  /// Units dug out of the ground, wherever they are now.
  public int dug() {
    return dug;
  }

  /// Units of soil on the ground.
  public int soil() {
    return soil;
  }

  /// Units of soil in the dump zone.
  public int soilInZone() {
    return soilInZone;
  }

  /// Tiles of the dump zone with soil on them.
  public int zoneCovered() {
    return zoneCovered;
  }

  /// Units of soil more than a tile away from the dump zone, or on obstacles.
  public int soilOutside() {
    return soilOutside;
  }

  /// Tiles that still must be dug.
  public int undug() {
    return undug;
  }

  /// Tiles of the border that still must be dug.
  public int undugBorder() {
    return undugBorder;
  }

  /// Sum over all soil outside the dump zone of its distance to it.
  public double potential() {
    return potential;
  }

  /// A list of tiles, each at most once.
  private static final class Marked {
    private final int[] tiles;
    private final boolean[] contained;
    private int count;

    Marked(int capacity) {
      tiles = new int[capacity];
      contained = new boolean[capacity];
    }

    boolean add(int tile) {
      if (contained[tile]) {
        return false;
      }
      contained[tile] = true;
      tiles[count++] = tile;
      return true;
    }

    void clear() {
      for (int i = 0; i < count; i++) {
        contained[tiles[i]] = false;
      }
      count = 0;
    }

    void transfer(StateStream stream) {
      int length = stream.within(count, 0, tiles.length);
      if (stream.reads()) {
        clear();
      }
      for (int i = 0; i < length; i++) {
        int tile = stream.within(tiles[i], 0, tiles.length - 1);
        if (stream.reads()) {
          add(tile);
        }
      }
    }

    void set(Marked other) {
      clear();
      for (int i = 0; i < other.count; i++) {
        add(other.tiles[i]);
      }
    }
  }
}
