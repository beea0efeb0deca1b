package dev.hindsight.inspector.attention;

import java.util.ArrayList;
import java.util.List;

/// Places the tiles of a map in a grid with as many columns as rows, or one more, with axes beside
/// each tile.
final class AttentionMapTileLayout {
  /// Space for the numbers on the left of a tile, in units.
  static final int LEFT = 40;

  /// Space for the numbers below a tile, in units.
  static final int BELOW = 16;

  /// Space for the name above a tile, in units.
  static final int ABOVE = 15;

  private static final int RIGHT = 6;

  private AttentionMapTileLayout() {}

  /// @param width of all tiles together, in pixels
  /// @param height of all tiles together, in pixels
  /// @param unit pixels per unit: axes grow with their text
  static List<PixelBox> of(int count, int width, int height, double unit) {
    int left = (int) (LEFT * unit);
    int above = (int) (ABOVE * unit);
    int columns = (int) Math.ceil(Math.sqrt(count));
    int rows = (count + columns - 1) / columns;
    List<PixelBox> boxes = new ArrayList<>();
    for (int tile = 0; tile < count; tile++) {
      int x = tile % columns * width / columns;
      int y = tile / columns * height / rows;
      int w = (tile % columns + 1) * width / columns - x - left - RIGHT;
      int h = (tile / columns + 1) * height / rows - y - above - (int) (BELOW * unit);
      if (w > 0 && h > 0) {
        boxes.add(new PixelBox(x + left, y + above, w, h));
      }
    }
    return boxes.size() == count ? boxes : List.of();
  }
}
