package dev.hindsight.inspector.attention;

/// A rectangle of a picture, in whole pixels.
public record PixelBox(int x, int y, int width, int height) {
  /// Whether it contains a point.
  public boolean holds(double px, double py) {
    return px >= x && px < x + width && py >= y && py < y + height;
  }
}
