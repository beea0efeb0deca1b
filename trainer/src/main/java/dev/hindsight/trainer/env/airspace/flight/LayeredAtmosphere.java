package dev.hindsight.trainer.env.airspace.flight;

/// The reference simulator's other atmosphere, layer by layer up to 87 km. The reference uses it
/// outside its step, for the airspeed of a placed intruder. It differs from [Atmosphere] by parts
/// in ten thousand, which shows in the speeds of such intruders.
public final class LayeredAtmosphere {
  private static final double[] FLOOR = {0, 11000, 20000, 32000, 47000, 51000, 71000, 86852};
  private static final double[] PRESSURE = {
    101325, 22631.7009099, 5474.71768857, 867.974468302, 110.898214043, 66.939, 3.9564
  };
  private static final double[] TEMPERATURE = {
    288.15, 216.65, 216.65, 228.65, 270.65, 270.65, 214.65
  };

  /// Temperature change with altitude, K/m.
  private static final double[] LAPSE = {-0.0065, 0, 0.001, 0.0028, 0, -0.0028, -0.002};

  private LayeredAtmosphere() {}

  /// Calibrated airspeed of a true airspeed.
  public static double calibratedOfTrue(double tas, double altitude) {
    double height = Math.clamp(altitude, 0.0, FLOOR[FLOOR.length - 1]);
    int layer = 0;
    while (height > FLOOR[layer + 1] && layer < FLOOR.length - 2) {
      layer++;
    }
    double above = height - FLOOR[layer];
    double lapse = LAPSE[layer];
    double temperature = TEMPERATURE[layer] + lapse * above;
    double gravity = dev.hindsight.trainer.env.airspace.geo.AviationUnits.GRAVITY;
    double pressure =
        PRESSURE[layer]
            * (lapse == 0
                ? Math.exp(-gravity / (Atmosphere.GAS * temperature) * above)
                : Math.pow(temperature / TEMPERATURE[layer], -gravity / (lapse * Atmosphere.GAS)));
    double density = pressure / (Atmosphere.GAS * temperature);
    return Atmosphere.calibratedOfTrue(tas, density, pressure);
  }
}
