package dev.hindsight.trainer.env.excavation.maps;

/// A line of a site, such as the middle of a trench: `a * column + b * row + c = 0` in tiles.
///
/// The coefficients are rounded to 16-bit floats, as the reference stores them.
///
/// @param a factor of the column
/// @param b factor of the row
/// @param c constant
public record MapAxis(float a, float b, float c) {
  /// Rounds the coefficients.
  public MapAxis {
    a = half(a);
    b = half(b);
    c = half(c);
    if (!valid(a, b, c)) {
      throw new IllegalArgumentException("no line: " + a + ", " + b + ", " + c);
    }
  }

  /// Whether there is such a line, also in 16-bit floats.
  public static boolean valid(float a, float b, float c) {
    return Math.hypot(half(a), half(b)) > 0 && Float.isFinite(half(a) + half(b) + half(c));
  }

  /// Distance of a place to the line, in tiles.
  public double distance(int row, int column) {
    return Math.abs(a * column + b * row + c) / Math.sqrt(a * a + b * b);
  }

  /// The number rounded to a 16-bit float.
  public static float half(float value) {
    return Float.float16ToFloat(Float.floatToFloat16(value));
  }
}
