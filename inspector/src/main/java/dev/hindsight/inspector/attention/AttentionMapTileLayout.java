package dev.hindsight.inspector.attention;

import java.util.ArrayList;
import java.util.List;

/// Where the tiles of a map lie: as many columns as rows or one more, axes beside each.
final class AttentionMapTileLayout {
  /// Room for numbers on the left of a tile.
  static final int LEFT = 40;

  /// Room below, for numbers.
  static final int BELOW = 16;

  /// Room above, for its name.
  static final int ABOVE = 15;

  private static final int RIGHT = 6;

  private AttentionMapTileLayout() {}

  /// @param width of all, pixels
  /// @param height of all, pixels
  /// @param unit pixels of a unit: axes grow with their words
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
