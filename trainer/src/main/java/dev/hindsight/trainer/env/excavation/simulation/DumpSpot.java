package dev.hindsight.trainer.env.excavation.simulation;

/// Chooses among the tiles where soil may be dumped those around their centroid.
///
/// Exact: distances to the centroid are compared in whole numbers. Allocates nothing after
/// construction; one owner thread.
final class DumpSpot {
  private final int[] free;
  private int count;

  DumpSpot(int capacity) {
    free = new int[capacity];
  }

  void clear() {
    count = 0;
  }

  /// Adds a tile; in row-major order.
  void add(int tile) {
    free[count++] = tile;
  }

  /// The tiles within a distance of the centroid; if there are none, of the tile nearest to it.
  ///
  /// @param squared square of the distance
  /// @param chosen filled from its start, in row-major order
  /// @return how many
  int choose(int size, long squared, int[] chosen) {
    long rows = 0;
    long columns = 0;
    for (int i = 0; i < count; i++) {
      rows += free[i] / size;
      columns += free[i] % size;
    }
    int found = within(size, rows, columns, count, squared, chosen);
    if (found == 0 && count > 0) {
      int nearest = nearest(size, rows, columns);
      found = within(size, nearest / size, nearest % size, 1, squared, chosen);
    }
    return found;
  }

  /// Tiles around the point (rows / parts, columns / parts).
  private int within(int size, long rows, long columns, long parts, long squared, int[] chosen) {
    int found = 0;
    for (int i = 0; i < count; i++) {
      if (away(free[i], size, rows, columns, parts) <= squared * parts * parts) {
        chosen[found++] = free[i];
      }
    }
    return found;
  }

  private int nearest(int size, long rows, long columns) {
    int nearest = free[0];
    for (int i = 1; i < count; i++) {
      if (away(free[i], size, rows, columns, count) < away(nearest, size, rows, columns, count)) {
        nearest = free[i];
      }
    }
    return nearest;
  }

  private static long away(int tile, int size, long rows, long columns, long parts) {
    long r = tile / size * parts - rows;
    long c = tile % size * parts - columns;
    return r * r + c * c;
  }
}
