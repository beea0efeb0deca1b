package dev.hindsight.trainer.scene;

/// An axis-parallel rectangle in metres.
public record Bounds(double minX, double minY, double maxX, double maxY) {
  /// Width in metres.
  public double width() {
    return maxX - minX;
  }

  /// Height in metres.
  public double height() {
    return maxY - minY;
  }
}
