package dev.hindsight.trainer.env.excavation.simulation;

import dev.hindsight.trainer.env.excavation.maps.ExcavationMap;
import dev.hindsight.trainer.env.excavation.maps.MapAxis;
import java.util.List;

/// What follows from a map alone, computed once: the border of the foundation and the direction of
/// its edge, the inner sides of the dump zone, the outlines of obstacles.
///
/// N x N arrays of the map's size; treat them as constants.
public final class SiteSurvey {
  /// Tiles of the border, from the edge inward.
  private static final int BORDER_WIDTH = 2;

  private final ExcavationMap map;
  private final byte[] border;
  private final byte[] outline;
  private final byte[] tolerated;
  private final float[] edgeAngle;
  private final byte[] axis;
  private final int digTiles;
  private final int borderTiles;
  private final int zoneTiles;
  private final boolean distances;

  /// Surveys a map.
  public SiteSurvey(ExcavationMap map) {
    this.map = map;
    int tiles = map.size() * map.size();
    byte[] dig = new byte[tiles];
    byte[] zone = new byte[tiles];
    boolean measured = false;
    for (int tile = 0; tile < tiles; tile++) {
      dig[tile] = (byte) (map.target()[tile] < 0 ? 1 : 0);
      zone[tile] = (byte) (map.target()[tile] > 0 ? 1 : 0);
      measured |= map.distance()[tile] != 0;
    }
    distances = measured;
    byte[] core = dig;
    for (int i = 0; i < BORDER_WIDTH; i++) {
      core = eroded(core, map.size());
    }
    border = without(dig, core);
    outline = without(map.obstacles(), eroded(map.obstacles(), map.size()));
    tolerated = without(dilated(zone, map.size()), map.obstacles());
    digTiles = map.digTiles();
    borderTiles = count(border);
    zoneTiles = count(zone);
    axis = new byte[tiles];
    edgeAngle = new float[tiles];
    for (int tile = 0; tile < tiles; tile++) {
      if (border[tile] != 0) {
        angle(tile);
      }
    }
  }

  private void angle(int tile) {
    List<MapAxis> axes = map.borderAxes();
    double angle;
    if (axes.isEmpty()) {
      angle = StrictMath.atan2(slope(tile, true), slope(tile, false)) + Math.PI / 2;
    } else {
      int nearest = nearest(axes, tile / map.size(), tile % map.size());
      axis[tile] = (byte) nearest;
      angle = StrictMath.atan2(axes.get(nearest).a(), axes.get(nearest).b());
    }
    double half = angle % Math.PI;
    edgeAngle[tile] = (float) (half < 0 ? half + Math.PI : half);
  }

  /// The line nearest to a place; the first of several.
  public static int nearest(List<MapAxis> axes, int row, int column) {
    int nearest = 0;
    for (int i = 1; i < axes.size(); i++) {
      if (axes.get(i).distance(row, column) < axes.get(nearest).distance(row, column)) {
        nearest = i;
      }
    }
    return nearest;
  }

  /// Central difference of the target, one-sided at the edge of the site.
  private double slope(int tile, boolean alongRows) {
    int size = map.size();
    int at = alongRows ? tile / size : tile % size;
    int stride = alongRows ? size : 1;
    int before = at > 0 ? tile - stride : tile;
    int after = at < size - 1 ? tile + stride : tile;
    double steps = at > 0 && at < size - 1 ? 2 : 1;
    return (map.target()[after] - map.target()[before]) / steps;
  }

  private static int count(byte[] mask) {
    int count = 0;
    for (byte one : mask) {
      count += one != 0 ? 1 : 0;
    }
    return count;
  }

  private static byte[] without(byte[] mask, byte[] removed) {
    byte[] rest = new byte[mask.length];
    for (int tile = 0; tile < mask.length; tile++) {
      rest[tile] = (byte) (mask[tile] != 0 && removed[tile] == 0 ? 1 : 0);
    }
    return rest;
  }

  /// Tiles whose whole 3 x 3 neighbourhood is in the mask; outside the site nothing is.
  private static byte[] eroded(byte[] mask, int size) {
    byte[] result = new byte[mask.length];
    for (int tile = 0; tile < mask.length; tile++) {
      result[tile] = (byte) (neighbours(mask, size, tile) == 9 ? 1 : 0);
    }
    return result;
  }

  private static byte[] dilated(byte[] mask, int size) {
    byte[] result = new byte[mask.length];
    for (int tile = 0; tile < mask.length; tile++) {
      result[tile] = (byte) (neighbours(mask, size, tile) > 0 ? 1 : 0);
    }
    return result;
  }

  /// Tiles of a mask in the 3 x 3 neighbourhood of a tile, itself included.
  static int neighbours(byte[] mask, int size, int tile) {
    int row = tile / size;
    int column = tile % size;
    int count = 0;
    for (int r = Math.max(0, row - 1); r <= Math.min(size - 1, row + 1); r++) {
      for (int c = Math.max(0, column - 1); c <= Math.min(size - 1, column + 1); c++) {
        count += mask[r * size + c] != 0 ? 1 : 0;
      }
    }
    return count;
  }

  /// The map.
  public ExcavationMap map() {
    return map;
  }

  /// `[N * N]` 1 within two tiles of the edge of what must be dug, inside.
  public byte[] border() {
    return border;
  }

  /// `[N * N]` 1 on the outlines of obstacles.
  public byte[] outline() {
    return outline;
  }

  /// `[N * N]` 1 where soil counts as dumped: in the dump zone and one tile around it.
  public byte[] tolerated() {
    return tolerated;
  }

  /// `[N * N]` direction of the border's edge in radians, in `[0, pi)`; 0 elsewhere.
  public float[] edgeAngle() {
    return edgeAngle;
  }

  /// `[N * N]` index of the border axis that a tile of the border belongs to.
  public byte[] axis() {
    return axis;
  }

  /// Number of tiles that must be dug.
  public int digTiles() {
    return digTiles;
  }

  /// Number of those that belong to the border.
  public int borderTiles() {
    return borderTiles;
  }

  /// Number of tiles of the dump zone.
  public int zoneTiles() {
    return zoneTiles;
  }

  /// Whether there is a dump zone.
  public boolean hasDumpZone() {
    return zoneTiles > 0;
  }

  /// Whether the map tells distances.
  public boolean hasDistances() {
    return distances;
  }
}
