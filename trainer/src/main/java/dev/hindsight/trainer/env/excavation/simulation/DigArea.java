package dev.hindsight.trainer.env.excavation.simulation;

/// The tiles within reach of the arm where it is now.
///
/// Hot loop: allocates nothing after construction; one owner thread.
final class DigArea {
  private final DigCone cone;
  private final Terrain terrain;
  final BorderAlignment alignment;

  /// The first [#count], in row-major order.
  final int[] tiles;

  int count;
  private boolean current;

  DigArea(DigCone cone, Terrain terrain) {
    this.cone = cone;
    this.terrain = terrain;
    alignment = new BorderAlignment(terrain.survey());
    tiles = new int[cone.most()];
  }

  /// Says that the arm has moved.
  void leave() {
    current = false;
  }

  /// Finds the tiles, if the arm has moved.
  void look(int row, int column, int arm) {
    if (!current) {
      count = cone.tiles(terrain.size(), row, column, arm, tiles);
      alignment.look(terrain.survey(), row, column, arm, tiles, count);
      current = true;
    }
  }

  /// Whether an obstacle stands there.
  boolean obstructed() {
    byte[] obstacles = terrain.survey().map().obstacles();
    for (int i = 0; i < count; i++) {
      if (obstacles[tiles[i]] != 0) {
        return true;
      }
    }
    return false;
  }

  /// Whether soil lies there.
  boolean holdsSoil() {
    byte[] height = terrain.height();
    for (int i = 0; i < count; i++) {
      if (height[tiles[i]] > 0) {
        return true;
      }
    }
    return false;
  }
}
