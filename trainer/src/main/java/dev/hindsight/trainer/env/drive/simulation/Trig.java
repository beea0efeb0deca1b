package dev.hindsight.trainer.env.drive.simulation;

/// Sine and cosine of float angles with the same bits on every machine and at every level of
/// compilation, by pure IEEE arithmetic. Hot loop: no allocation.
///
/// `Math.sin` may differ between processors in the last bit of a double, and `StrictMath.sin` takes
/// several times as long. The kernels are the minimax polynomials of fdlibm (Sun Microsystems,
/// 1993); their error is below that of rounding to float.
final class Trig {
  private static final double TWO_OVER_PI = 2 / Math.PI;

  /// pi/2 in two parts; the first has 33 bits, so that multiples of it are exact.
  private static final double HALF_PI_HIGH = 1.5707963267341256;

  private static final double HALF_PI_LOW = 6.077100506506192E-11;

  /// Adding and subtracting 1.5 * 2^52 rounds to the nearest whole number.
  private static final double ROUND = 0x1.8p52;

  /// Beyond this the reduction loses bits; headings that large do not occur in practice.
  private static final float LARGE = 1e5f;

  private static final double S1 = -0.16666666666666632;
  private static final double S2 = 0.00833333333332249;
  private static final double S3 = -0.0001984126982985795;
  private static final double S4 = 2.7557313707070068E-06;
  private static final double S5 = -2.5050760253406863E-08;
  private static final double S6 = 1.58969099521155E-10;

  private static final double C1 = 0.0416666666666666;
  private static final double C2 = -0.001388888888887411;
  private static final double C3 = 2.480158728947673E-05;
  private static final double C4 = -2.7557314351390663E-07;
  private static final double C5 = 2.087572321298175E-09;
  private static final double C6 = -1.1359647557788195E-11;

  private Trig() {}

  static float sin(float radians) {
    if (!(Math.abs(radians) < LARGE)) {
      return (float) StrictMath.sin(radians);
    }
    double turns = radians * TWO_OVER_PI + ROUND - ROUND;
    double rest = radians - turns * HALF_PI_HIGH - turns * HALF_PI_LOW;
    int quadrant = (int) turns & 3;
    double value = (quadrant & 1) == 0 ? sinKernel(rest) : cosKernel(rest);
    return (float) (quadrant < 2 ? value : -value);
  }

  static float cos(float radians) {
    if (!(Math.abs(radians) < LARGE)) {
      return (float) StrictMath.cos(radians);
    }
    double turns = radians * TWO_OVER_PI + ROUND - ROUND;
    double rest = radians - turns * HALF_PI_HIGH - turns * HALF_PI_LOW;
    int quadrant = ((int) turns + 1) & 3;
    double value = (quadrant & 1) == 0 ? sinKernel(rest) : cosKernel(rest);
    return (float) (quadrant < 2 ? value : -value);
  }

  /// Tangent of a steering angle: at most a quarter turn either way.
  static float tan(float radians) {
    // StrictMath.tan allocates beyond 45 degrees.
    boolean steep = Math.abs(radians) > Math.PI / 4;
    double rest = steep ? Math.abs(radians) - HALF_PI_HIGH - HALF_PI_LOW : radians;
    double tan = sinKernel(rest) / cosKernel(rest);
    return (float) (steep ? Math.copySign(1 / tan, radians) : tan);
  }

  private static double sinKernel(double x) {
    double z = x * x;
    double tail = S2 + z * (S3 + z * (S4 + z * (S5 + z * S6)));
    return x + z * x * (S1 + z * tail);
  }

  private static double cosKernel(double x) {
    double z = x * x;
    double tail = C1 + z * (C2 + z * (C3 + z * (C4 + z * (C5 + z * C6))));
    return 1 - z * 0.5 + z * z * tail;
  }
}
