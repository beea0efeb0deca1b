package dev.hindsight.render;

/// Simulates how colours look to people with and without colour blindness, and measures how
/// different they are then.
///
/// The matrices for full dichromacy, on linear RGB, are those of Machado, Oliveira and Fernandes
/// ("A Physiologically-based Model for Simulation of Color Vision Deficiency", 2009).
enum ColourVision {
  USUAL(1, 0, 0, 0, 1, 0, 0, 0, 1),
  PROTANOPIA(
      0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998),
  DEUTERANOPIA(
      0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881),
  TRITANOPIA(
      1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900);

  @SuppressWarnings("ImmutableEnumChecker") // never written to after construction
  private final double[] matrix;

  ColourVision(double... matrix) {
    this.matrix = matrix;
  }

  /// Euclidean distance in CIELAB (D65): 2 is just noticeable, 10 is clearly visible.
  double distance(int rgb, int other) {
    double[] a = lab(rgb);
    double[] b = lab(other);
    return Math.hypot(Math.hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
  }

  /// Contrast by WCAG 2: 1 is none, 21 is black on white.
  static double contrast(int rgb, int other) {
    double a = luminance(rgb) + 0.05;
    double b = luminance(other) + 0.05;
    return Math.max(a, b) / Math.min(a, b);
  }

  private static double luminance(int rgb) {
    double[] c = linear(rgb);
    return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2];
  }

  private double[] lab(int rgb) {
    double[] c = linear(rgb);
    double r = seen(c, 0);
    double g = seen(c, 1);
    double b = seen(c, 2);
    double x = root((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
    double y = root(0.2126 * r + 0.7152 * g + 0.0722 * b);
    double z = root((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
    return new double[] {116 * y - 16, 500 * (x - y), 200 * (y - z)};
  }

  private double seen(double[] c, int row) {
    return Math.clamp(
        matrix[3 * row] * c[0] + matrix[3 * row + 1] * c[1] + matrix[3 * row + 2] * c[2], 0, 1);
  }

  private static double root(double t) {
    return t > 216.0 / 24389 ? Math.cbrt(t) : (24389.0 / 27 * t + 16) / 116;
  }

  private static double[] linear(int rgb) {
    double[] c = new double[3];
    for (int i = 0; i < 3; i++) {
      double v = (rgb >> (16 - 8 * i) & 0xff) / 255.0;
      c[i] = v <= 0.04045 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4);
    }
    return c;
  }
}
