package dev.hindsight.trainer.env.excavation.simulation;

import java.util.ArrayList;
import java.util.List;

/// The tiles a machine covers, relative to its centre, for each direction of its base.
///
/// The corners are rounded away from the centre, and a tile is covered if it is strictly inside.
public final class MachineFootprint {
  /// Guards against a coordinate that is whole except for rounding.
  private static final double WHOLE = 1e-9;

  private final int[][] cornerRows = new int[SiteGeometry.DIRECTIONS][4];
  private final int[][] cornerColumns = new int[SiteGeometry.DIRECTIONS][4];
  private final int[][] rows = new int[SiteGeometry.DIRECTIONS][];
  private final int[][] columns = new int[SiteGeometry.DIRECTIONS][];

  /// The footprints of a machine.
  public MachineFootprint(SiteGeometry geometry) {
    double[] x = sides(geometry.width());
    double[] y = sides(geometry.length());
    for (int b = 0; b < SiteGeometry.DIRECTIONS; b++) {
      for (int corner = 0; corner < 4; corner++) {
        double across = corner == 0 || corner == 3 ? x[0] : x[1];
        double along = corner < 2 ? y[0] : y[1];
        cornerRows[b][corner] = outward(across * Heading.cosine(b) - along * Heading.sine(b));
        cornerColumns[b][corner] = outward(across * Heading.sine(b) + along * Heading.cosine(b));
      }
      fill(b);
    }
  }

  private static double[] sides(int tiles) {
    return new double[] {-Math.floorDiv(tiles, 2), Math.ceilDiv(tiles, 2)};
  }

  private static int outward(double offset) {
    double whole = Math.rint(offset);
    double exact = Math.abs(offset - whole) < WHOLE ? whole : offset;
    return (int) (exact < 0 ? Math.floor(exact) : Math.ceil(exact));
  }

  private void fill(int b) {
    List<int[]> covered = new ArrayList<>();
    int reach = 0;
    for (int corner = 0; corner < 4; corner++) {
      reach = Math.max(reach, Math.abs(cornerRows[b][corner]));
      reach = Math.max(reach, Math.abs(cornerColumns[b][corner]));
    }
    for (int row = -reach; row <= reach; row++) {
      for (int column = -reach; column <= reach; column++) {
        if (inside(b, row, column)) {
          covered.add(new int[] {row, column});
        }
      }
    }
    rows[b] = covered.stream().mapToInt(tile -> tile[0]).toArray();
    columns[b] = covered.stream().mapToInt(tile -> tile[1]).toArray();
  }

  private boolean inside(int b, int row, int column) {
    int positive = 0;
    int negative = 0;
    for (int corner = 0; corner < 4; corner++) {
      int next = (corner + 1) % 4;
      int edgeRow = cornerRows[b][next] - cornerRows[b][corner];
      int edgeColumn = cornerColumns[b][next] - cornerColumns[b][corner];
      int side =
          edgeRow * (column - cornerColumns[b][corner])
              - edgeColumn * (row - cornerRows[b][corner]);
      positive += side > 0 ? 1 : 0;
      negative += side < 0 ? 1 : 0;
    }
    return positive == 4 || negative == 4;
  }

  /// Whether a machine covers a tile of a site of N x N tiles.
  boolean covers(MachinePose pose, int tile, int size) {
    int r = tile / size - pose.row;
    int c = tile % size - pose.column;
    for (int i = 0; i < rows[pose.base].length; i++) {
      if (rows[pose.base][i] == r && columns[pose.base][i] == c) {
        return true;
      }
    }
    return false;
  }

  /// Number of tiles covered.
  public int count(int base) {
    return rows[base].length;
  }

  /// Row of a covered tile, relative to the centre.
  public int row(int base, int index) {
    return rows[base][index];
  }

  /// Column of a covered tile, relative to the centre.
  public int column(int base, int index) {
    return columns[base][index];
  }

  /// Row of a corner, relative to the centre; 4 corners.
  public int cornerRow(int base, int corner) {
    return cornerRows[base][corner];
  }

  /// Column of a corner, relative to the centre.
  public int cornerColumn(int base, int corner) {
    return cornerColumns[base][corner];
  }
}
