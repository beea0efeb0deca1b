package dev.hindsight.trainer.env.excavation.simulation;

import java.util.Arrays;

/// Soil slides from a tile to a neighbour that is at least two lower.
///
/// Hot loop: allocates nothing; one owner thread.
final class SoilCollapse {
  private static final int REPEATS = 3;
  private static final int STEEP = 2;

  private final Terrain terrain;
  private final int size;

  /// Marks the tiles that may change with the number of the current collapse.
  private final int[] mark;

  private int number;
  private final int[] tiles;
  private int count;

  /// Tiles that receive a unit in the current pass.
  private final int[] lower;

  SoilCollapse(Terrain terrain) {
    this.terrain = terrain;
    size = terrain.size();
    mark = new int[size * size];
    tiles = new int[size * size];
    lower = new int[size * size];
  }

  /// Gathers the tiles that may change: dumpable ones within one tile of those affected.
  void around(int[] affected, int affectedCount) {
    if (++number == Integer.MAX_VALUE) {
      Arrays.fill(mark, 0);
      number = 1;
    }
    count = 0;
    byte[] obstacles = terrain.survey().map().obstacles();
    for (int i = 0; i < affectedCount; i++) {
      int row = affected[i] / size;
      int column = affected[i] % size;
      for (int r = Math.max(0, row - 1); r <= Math.min(size - 1, row + 1); r++) {
        for (int c = Math.max(0, column - 1); c <= Math.min(size - 1, column + 1); c++) {
          int tile = r * size + c;
          if (mark[tile] != number && obstacles[tile] == 0 && terrain.dumpable()[tile] != 0) {
            mark[tile] = number;
            tiles[count++] = tile;
          }
        }
      }
    }
  }

  /// Lets the soil slide: three times from below, above, right and left in turn.
  void settle() {
    for (int repeat = 0; repeat < REPEATS; repeat++) {
      pass(1, 0);
      pass(-1, 0);
      pass(0, 1);
      pass(0, -1);
    }
  }

  /// All tiles at once: whether a unit moves depends on the heights before the pass.
  private void pass(int rows, int columns) {
    byte[] height = terrain.height();
    int moving = 0;
    for (int i = 0; i < count; i++) {
      int tile = tiles[i];
      int from = neighbour(tile, rows, columns);
      if (mark[from] == number && height[from] - height[tile] >= STEEP) {
        lower[moving++] = tile;
      }
    }
    for (int i = 0; i < moving; i++) {
      int tile = lower[i];
      int from = neighbour(tile, rows, columns);
      terrain.set(tile, height[tile] + 1);
      terrain.set(from, height[from] - 1);
    }
  }

  /// The neighbour of a tile; opposite edges of the site are neighbours, as in the reference.
  private int neighbour(int tile, int rows, int columns) {
    int row = Math.floorMod(tile / size + rows, size);
    int column = Math.floorMod(tile % size + columns, size);
    return row * size + column;
  }
}
