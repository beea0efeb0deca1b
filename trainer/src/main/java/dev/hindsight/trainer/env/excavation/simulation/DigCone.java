package dev.hindsight.trainer.env.excavation.simulation;

import java.util.ArrayList;
import java.util.List;

/// The workspace of the arm: the tiles it reaches, relative to the machine's centre, for each of
/// the 12 directions of the arm.
///
/// A sector of a ring, 30 degrees to either side of the arm. Six tiles lie exactly on its edge in
/// most directions; they belong to it, so that all directions reach equally many tiles.
public final class DigCone {
  /// Metres between the machine and its workspace.
  private static final double CLEARANCE = 0.5;

  private static final double HALF_ANGLE = Math.PI / 6 + 1e-4;

  private final int[][] rows = new int[SiteGeometry.DIRECTIONS][];
  private final int[][] columns = new int[SiteGeometry.DIRECTIONS][];

  /// The workspaces of a machine.
  public DigCone(SiteGeometry geometry, ConeEdge edge) {
    for (int arm = 0; arm < SiteGeometry.DIRECTIONS; arm++) {
      List<int[]> tiles = sector(geometry, arm);
      if (edge == ConeEdge.PRUNED) {
        tiles = pruned(geometry, tiles);
      }
      rows[arm] = tiles.stream().mapToInt(tile -> tile[0]).toArray();
      columns[arm] = tiles.stream().mapToInt(tile -> tile[1]).toArray();
    }
  }

  /// What happens to the inner edge of the workspace.
  public enum ConeEdge {
    /// It stays as it is.
    WHOLE,
    /// Tiles there with at most one neighbour in the workspace are left out.
    PRUNED
  }

  private static double inner(SiteGeometry geometry) {
    return CLEARANCE + geometry.tile() * Math.max(geometry.width(), geometry.length()) / 2.0;
  }

  private static double metres(SiteGeometry geometry, int[] tile) {
    return geometry.tile() * StrictMath.hypot(tile[0], tile[1]);
  }

  /// The tiles in row-major order.
  private static List<int[]> sector(SiteGeometry geometry, int arm) {
    double inner = inner(geometry);
    double outer = inner + geometry.digRadius() * geometry.tile();
    int reach = (int) Math.ceil(outer / geometry.tile());
    List<int[]> tiles = new ArrayList<>();
    for (int row = -reach; row <= reach; row++) {
      for (int column = -reach; column <= reach; column++) {
        int[] tile = {row, column};
        double metres = metres(geometry, tile);
        double angle = StrictMath.atan2(-row, column) - Heading.radians(arm);
        if (metres >= inner
            && metres <= outer
            && Math.abs(Math.IEEEremainder(angle, 2 * Math.PI)) <= HALF_ANGLE) {
          tiles.add(tile);
        }
      }
    }
    return tiles;
  }

  private static List<int[]> pruned(SiteGeometry geometry, List<int[]> tiles) {
    double band = inner(geometry) + geometry.tile();
    return tiles.stream()
        .filter(tile -> metres(geometry, tile) >= band || neighbours(tiles, tile) > 1)
        .toList();
  }

  private static long neighbours(List<int[]> tiles, int[] tile) {
    return tiles.stream()
        .filter(o -> Math.abs(o[0] - tile[0]) + Math.abs(o[1] - tile[1]) == 1)
        .count();
  }

  /// Largest number of tiles of a direction.
  public int most() {
    int most = 0;
    for (int[] tiles : rows) {
      most = Math.max(most, tiles.length);
    }
    return most;
  }

  /// Number of tiles, those outside the site included.
  public int count(int arm) {
    return rows[arm].length;
  }

  /// Row of a tile, relative to the machine's centre.
  public int row(int arm, int index) {
    return rows[arm][index];
  }

  /// Column of a tile, relative to the machine's centre.
  public int column(int arm, int index) {
    return columns[arm][index];
  }

  /// Writes the tiles within the site, in row-major order.
  ///
  /// @param tiles filled from its start
  /// @return how many
  int tiles(int size, int row, int column, int arm, int[] tiles) {
    int[] dr = rows[arm];
    int[] dc = columns[arm];
    int count = 0;
    for (int i = 0; i < dr.length; i++) {
      int r = row + dr[i];
      int c = column + dc[i];
      if (r >= 0 && r < size && c >= 0 && c < size) {
        tiles[count++] = r * size + c;
      }
    }
    return count;
  }
}
