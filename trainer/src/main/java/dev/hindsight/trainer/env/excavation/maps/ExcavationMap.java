package dev.hindsight.trainer.env.excavation.maps;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// A site at the start of an episode: a square grid, row by row from the top left.
///
/// N x N arrays; treat them as constants. Equality is identity.
public final class ExcavationMap {
  private final int size;
  private final byte[] target;
  private final byte[] obstacles;
  private final byte[] dumpable;
  private final byte[] heights;
  private final float[] distance;
  private final List<MapAxis> trenchAxes;
  private final List<MapAxis> borderAxes;

  /// @param size N
  /// @param target -1 must be dug, 0 neutral, 1 dump zone
  /// @param obstacles 1 where nothing can stand, be dug or be dumped
  /// @param dumpable 1 where soil may be dumped
  /// @param heights -1 dug, 0 untouched, above 0 soil
  /// @param distance from each tile to the dump zone, as [TaxicabDistance] gives it
  /// @param trenchAxes middles of the trenches; may be empty
  /// @param borderAxes edges of the foundation; may be empty
  public ExcavationMap(
      int size,
      byte[] target,
      byte[] obstacles,
      byte[] dumpable,
      byte[] heights,
      float[] distance,
      List<MapAxis> trenchAxes,
      List<MapAxis> borderAxes) {
    int tiles = size * size;
    if (target.length != tiles
        || obstacles.length != tiles
        || dumpable.length != tiles
        || heights.length != tiles
        || distance.length != tiles) {
      throw new IllegalArgumentException("every layer needs " + tiles + " tiles");
    }
    this.size = size;
    this.target = target.clone();
    this.obstacles = obstacles.clone();
    this.dumpable = dumpable.clone();
    this.heights = heights.clone();
    this.distance = distance.clone();
    this.trenchAxes = List.copyOf(trenchAxes);
    this.borderAxes = List.copyOf(borderAxes);
  }

  /// Equal maps have equal digests.
  public long digest() {
    long layers = Arrays.hashCode(target);
    layers = 31 * layers + Arrays.hashCode(obstacles);
    layers = 31 * layers + Arrays.hashCode(dumpable);
    layers = 31 * layers + Arrays.hashCode(heights);
    layers = 31 * layers + Arrays.hashCode(distance);
    return 31 * (31 * layers + trenchAxes.hashCode()) + borderAxes.hashCode();
  }

  /// A map without soil and axes, with taxicab distances.
  public static ExcavationMap of(int size, byte[] target, byte[] obstacles, byte[] dumpable) {
    return new ExcavationMap(
        size,
        target,
        obstacles,
        dumpable,
        new byte[size * size],
        TaxicabDistance.toDumpZone(size, target),
        List.of(),
        List.of());
  }

  /// N.
  public int size() {
    return size;
  }

  /// `[N * N]` -1 must be dug, 0 neutral, 1 dump zone.
  public byte[] target() {
    return target;
  }

  /// `[N * N]` 1 where nothing can stand, be dug or be dumped.
  public byte[] obstacles() {
    return obstacles;
  }

  /// `[N * N]` 1 where soil may be dumped.
  public byte[] dumpable() {
    return dumpable;
  }

  /// `[N * N]` -1 dug, 0 untouched, above 0 soil.
  public byte[] heights() {
    return heights;
  }

  /// `[N * N]` distance to the dump zone.
  public float[] distance() {
    return distance;
  }

  /// Middles of the trenches.
  public List<MapAxis> trenchAxes() {
    return trenchAxes;
  }

  /// Edges of the foundation.
  public List<MapAxis> borderAxes() {
    return borderAxes;
  }

  /// Number of tiles that must be dug.
  public int digTiles() {
    return (int) IntStream.range(0, target.length).filter(t -> target[t] < 0).count();
  }
}
