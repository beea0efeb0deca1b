package dev.hindsight.trainer.env.airspace.flight;

import dev.hindsight.trainer.env.airspace.geo.AviationUnits;
import java.util.Arrays;

/// Airspeeds of every aircraft at its altitude. They are recomputed only if their inputs changed:
/// level flight at a steady speed computes no powers. The cache holds results of pure functions
/// with their arguments and is not part of the state: its values equal those of [Atmosphere] and
/// [FlightEnvelope] bit for bit. Hot: allocates nothing; one owner thread.
final class AirspeedCache {
  private final FlightEnvelope[] envelope;
  private final double[] slowImpact;
  private final double[] fastImpact;
  private final double[] turning;

  private final double[] altitude;
  private final double[] density;
  private final double[] pressure;
  private final double[] least;
  private final double[] most;
  private final double[] byMach;

  private final double[] commanded;
  private final double[] toldImpact;
  private final double[] commandedAltitude;
  private final double[] toldTrue;

  private final double[] flown;
  private final double[] flownAltitude;
  private final double[] calibrated;

  AirspeedCache(int count) {
    envelope = new FlightEnvelope[count];
    Arrays.fill(envelope, FlightEnvelope.NONE);
    slowImpact = unknown(count);
    fastImpact = unknown(count);
    turning = new double[count];
    Arrays.fill(turning, turning(FlightEnvelope.NONE));
    altitude = unknown(count);
    density = unknown(count);
    pressure = unknown(count);
    least = unknown(count);
    most = unknown(count);
    byMach = unknown(count);
    commanded = unknown(count);
    toldImpact = unknown(count);
    commandedAltitude = unknown(count);
    toldTrue = unknown(count);
    flown = unknown(count);
    flownAltitude = unknown(count);
    calibrated = unknown(count);
  }

  /// NaN, equal to nothing, so that the first lookup computes the value.
  private static double[] unknown(int count) {
    double[] numbers = new double[count];
    Arrays.fill(numbers, Double.NaN);
    return numbers;
  }

  /// Sets an aircraft's altitude and type; call it before the other methods.
  void at(int i, double metres, FlightEnvelope type) {
    boolean same = type.equals(envelope[i]);
    if (metres == altitude[i] && same) {
      return;
    }
    if (!same) {
      envelope[i] = type;
      turning[i] = turning(type);
      slowImpact[i] = Atmosphere.impact(type.slowest());
      fastImpact[i] = Atmosphere.impact(type.fastest());
    }
    altitude[i] = metres;
    density[i] = Atmosphere.density(metres);
    pressure[i] = density[i] * Atmosphere.GAS * Atmosphere.temperature(metres);
    if (!type.limitless()) {
      least[i] = Atmosphere.trueOfImpact(type.slowest(), slowImpact[i], density[i], pressure[i]);
      most[i] = Atmosphere.trueOfImpact(type.fastest(), fastImpact[i], density[i], pressure[i]);
      byMach[i] = Atmosphere.trueOfMach(type.mach(), metres);
    }
  }

  private static double turning(FlightEnvelope type) {
    return AviationUnits.GRAVITY * Math.tan(Math.toRadians(type.bank()));
  }

  /// Lateral acceleration in a turn, m/s².
  double turning(int i) {
    return turning[i];
  }

  /// True airspeed of the commanded speed, within the limits of the type.
  double commanded(int i, double speed) {
    double metres = altitude[i];
    if (speed != commanded[i]) {
      commanded[i] = speed;
      toldImpact[i] = Airspeed.isMach(speed) ? Double.NaN : Atmosphere.impact(speed);
      commandedAltitude[i] = Double.NaN;
    }
    if (metres != commandedAltitude[i]) {
      commandedAltitude[i] = metres;
      toldTrue[i] =
          Airspeed.isMach(speed)
              ? Atmosphere.trueOfMach(speed, metres)
              : Atmosphere.trueOfImpact(speed, toldImpact[i], density[i], pressure[i]);
    }
    return envelope[i].limitless()
        ? toldTrue[i]
        : Math.min(Math.clamp(toldTrue[i], least[i], most[i]), byMach[i]);
  }

  /// Calibrated airspeed of a true airspeed.
  double calibrated(int i, double speed) {
    if (speed != flown[i] || altitude[i] != flownAltitude[i]) {
      flown[i] = speed;
      flownAltitude[i] = altitude[i];
      calibrated[i] = Atmosphere.calibratedOfTrue(speed, density[i], pressure[i]);
    }
    return calibrated[i];
  }
}
