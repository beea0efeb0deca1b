package dev.hindsight.trainer.env.airspace.conflict;

import dev.hindsight.trainer.env.airspace.geo.AviationUnits;
import java.util.Arrays;

/// Sorts aircraft into cubes of space as wide as a detection reaches, so that only pairs in the
/// same cube or in cubes that touch are checked. Hot: allocates nothing; one owner thread.
///
/// No pair within reach is left out, not even across the date line or around the poles: the
/// straight line through the earth is never longer than the distance in the plane geometry of
/// [PairScreen].
final class NearCells {
  /// With this many aircraft or fewer, checking all pairs takes less time than sorting.
  private static final int FEW = 96;

  /// The most cubes for each aircraft. Where traffic is so far apart that there would be more, the
  /// cubes are wider.
  private static final int CELLS_EACH = 4;

  /// The row of an aircraft's own cube, and four rows beside it. Of two rows that touch, only one
  /// lists the other, so that no pair is found twice.
  private static final int MOST_RUNS = 5;

  /// `[count]` the aircraft that are present, cube by cube, and by index within a cube.
  final int[] order;

  /// Number of aircraft that are present.
  int count;

  /// `[2 * runs]` the result of [#runs]: places in [#order], each from (inclusive) and to
  /// (exclusive).
  final int[] bounds = new int[2 * MOST_RUNS];

  /// `[3, N]` from the centre of the earth, in units of its radius.
  private final double[][] place;

  /// `[N]` the cube of the k-th aircraft in [#order].
  private final int[] cell;

  /// `[N]` the same before sorting.
  private final int[] unsortedCell;

  private final int[] unsorted;

  /// Where each cube's aircraft begin in [#order].
  private final int[] begin;

  /// Number of cubes along each axis.
  private final int[] cells = new int[3];

  /// Whether the order is that of cubes; otherwise it is that of indices, and all pairs count as
  /// near.
  private boolean sorted;

  NearCells(int aircraft) {
    order = new int[aircraft];
    place = new double[3][aircraft];
    cell = new int[aircraft];
    unsortedCell = new int[aircraft];
    unsorted = new int[aircraft];
    begin = new int[CELLS_EACH * Math.max(FEW, aircraft) + 2];
  }

  /// Sorts the aircraft.
  ///
  /// @param screen has read their positions
  /// @param reach metres beyond which pairs do not matter; if it is not a number, all pairs matter
  void sort(AircraftColumns aircraftColumns, PairScreen screen, double reach) {
    count = 0;
    for (int i = 0; i < aircraftColumns.count(); i++) {
      if (aircraftColumns.absent()[i] == 0) {
        order[count++] = i;
      }
    }
    sorted = false;
    if (count > FEW && reach < AviationUnits.EARTH_RADIUS) {
      place(aircraftColumns, screen);
      sorted = cut(reach / AviationUnits.EARTH_RADIUS);
    }
    if (sorted) {
      sort();
    }
  }

  /// Finds the aircraft that may be near one, except those near which it was found already: over
  /// all aircraft, every pair is found once.
  ///
  /// @param at its place in [#order]
  /// @return number of runs in [#bounds]
  int runs(int at) {
    bounds[0] = at + 1;
    if (!sorted) {
      bounds[1] = count;
      return 1;
    }
    int x = cell[at] % cells[0];
    int y = cell[at] / cells[0] % cells[1];
    int z = cell[at] / (cells[0] * cells[1]);
    int left = Math.max(x - 1, 0);
    int right = Math.min(x + 1, cells[0] - 1);
    bounds[1] = begin[index(right, y, z) + 1];
    int runs = 1;
    for (int dz = 0; dz <= 1 && z + dz < cells[2]; dz++) {
      int lowest = dz == 0 ? y + 1 : Math.max(y - 1, 0);
      int highest = Math.min(y + 1, cells[1] - 1);
      for (int row = lowest; row <= highest; row++) {
        bounds[2 * runs] = begin[index(left, row, z + dz)];
        bounds[2 * runs + 1] = begin[index(right, row, z + dz) + 1];
        runs++;
      }
    }
    return runs;
  }

  private void place(AircraftColumns aircraftColumns, PairScreen screen) {
    for (int k = 0; k < count; k++) {
      int i = order[k];
      double cos = screen.cosHalf[i] * screen.cosHalf[i] - screen.sinHalf[i] * screen.sinHalf[i];
      double longitude = Math.toRadians(aircraftColumns.longitude()[i]);
      place[0][k] = cos * Math.cos(longitude);
      place[1][k] = cos * Math.sin(longitude);
      place[2][k] = 2 * screen.sinHalf[i] * screen.cosHalf[i];
    }
  }

  /// Cuts the space that the aircraft take up into cubes.
  ///
  /// @param width the least width of a cube
  /// @return false if a position is not a number
  private boolean cut(double width) {
    double x = least(place[0]);
    double y = least(place[1]);
    double z = least(place[2]);
    double extent = Math.max(Math.max(most(place[0]) - x, most(place[1]) - y), most(place[2]) - z);
    if (Double.isNaN(extent)) {
      return false;
    }
    double wide = width;
    while (!fits(x, y, z, wide)) {
      wide *= 2;
    }
    for (int k = 0; k < count; k++) {
      unsortedCell[k] =
          index(
              (int) ((place[0][k] - x) / wide),
              (int) ((place[1][k] - y) / wide),
              (int) ((place[2][k] - z) / wide));
    }
    return true;
  }

  private boolean fits(double x, double y, double z, double width) {
    cells[0] = 1 + (int) ((most(place[0]) - x) / width);
    cells[1] = 1 + (int) ((most(place[1]) - y) / width);
    cells[2] = 1 + (int) ((most(place[2]) - z) / width);
    return (double) cells[0] * cells[1] * cells[2] <= (double) CELLS_EACH * count;
  }

  private double least(double[] of) {
    double least = of[0];
    for (int k = 1; k < count; k++) {
      least = Math.min(least, of[k]);
    }
    return least;
  }

  private double most(double[] of) {
    double most = of[0];
    for (int k = 1; k < count; k++) {
      most = Math.max(most, of[k]);
    }
    return most;
  }

  private int index(int x, int y, int z) {
    return (z * cells[1] + y) * cells[0] + x;
  }

  /// A counting sort, because it keeps the order within a cube.
  private void sort() {
    int all = cells[0] * cells[1] * cells[2];
    System.arraycopy(order, 0, unsorted, 0, count);
    Arrays.fill(begin, 0, all + 2, 0);
    for (int k = 0; k < count; k++) {
      begin[unsortedCell[k] + 2]++;
    }
    for (int c = 2; c < all + 2; c++) {
      begin[c] += begin[c - 1];
    }
    for (int k = 0; k < count; k++) {
      int to = begin[unsortedCell[k] + 1]++;
      order[to] = unsorted[k];
      cell[to] = unsortedCell[k];
    }
  }
}
