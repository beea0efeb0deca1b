package dev.hindsight.trainer.env.airspace.flight;

import dev.hindsight.trainer.env.airspace.geo.AviationUnits;
import dev.hindsight.trainer.env.airspace.geo.Bearings;

/// One step of all aircraft. Hot: allocates nothing.
///
/// The order is the reference simulator's and matters: commands, speed, heading (with the new
/// speed), vertical speed, position (longitude with the new latitude).
public final class FlightDynamics {
  /// Vertical speed in m/s without a command: 1500 ft/min.
  public static final double USUAL_VERTICAL = 1500 * AviationUnits.FOOT_PER_MINUTE;

  /// Change of vertical speed per second, and the difference that triggers it: 300 ft/min.
  private static final double VERTICAL_STEP = 300 * AviationUnits.FOOT_PER_MINUTE;

  private static final double SLOW = 0.01;

  private FlightDynamics() {}

  /// @param dt seconds
  public static void step(AirTraffic airTraffic, double dt) {
    for (int i = 0; i < airTraffic.count; i++) {
      if (airTraffic.absent[i] == 0) {
        step(airTraffic, i, dt);
      }
    }
  }

  /// Carries all aircraft with the wind.
  ///
  /// @param east speed of the air, m/s
  /// @param north m/s
  /// @param dt seconds
  public static void drift(AirTraffic t, double east, double north, double dt) {
    for (int i = 0; i < t.count; i++) {
      if (t.absent[i] == 0) {
        carry(t, i, east, north, dt);
      }
    }
  }

  private static void step(AirTraffic t, int i, double dt) {
    FlightEnvelope flightEnvelope = t.envelopes[i];
    AirspeedCache airspeedCache = t.speeds;
    airspeedCache.at(i, t.altitude[i], flightEnvelope);
    double target = Math.min(t.commandedAltitude[i], flightEnvelope.ceiling());
    double vertical =
        Math.abs(t.commandedVertical[i]) > 0.1 ? Math.abs(t.commandedVertical[i]) : USUAL_VERTICAL;
    accelerate(
        t, i, dt, airspeedCache.commanded(i, t.commandedSpeed[i]), flightEnvelope.acceleration());
    turn(t, i, dt, airspeedCache.turning(i));
    climb(t, i, dt, target, Math.min(vertical, flightEnvelope.vertical()));
    move(t, i, dt);
  }

  private static void accelerate(
      AirTraffic t, int i, double dt, double speed, double acceleration) {
    double change = speed - t.trueSpeed[i];
    double most = Math.abs(dt * acceleration);
    t.trueSpeed[i] =
        Math.abs(change) > most ? t.trueSpeed[i] + Math.signum(change) * acceleration * dt : speed;
    t.calibrated[i] = t.speeds.calibrated(i, t.trueSpeed[i]);
  }

  private static void turn(AirTraffic t, int i, double dt, double across) {
    double rate = Math.toDegrees(across / Math.max(t.trueSpeed[i], SLOW));
    double change = Bearings.half(t.commandedHeading[i] - t.heading[i]);
    t.heading[i] =
        Bearings.full(
            Math.abs(change) > Math.abs(dt * rate)
                ? t.heading[i] + dt * rate * Math.signum(change)
                : t.commandedHeading[i]);
  }

  private static void climb(AirTraffic t, int i, double dt, double target, double vertical) {
    double change = target - t.altitude[i];
    double near = Math.max(Math.abs(dt * vertical), Math.abs(dt * t.verticalSpeed[i]));
    boolean underWay = Math.abs(change) > 1.05 * near;
    double wanted = underWay ? Math.signum(change) * vertical : 0;
    double more = wanted - t.verticalSpeed[i];
    t.verticalSpeed[i] =
        Math.abs(more) > VERTICAL_STEP
            ? t.verticalSpeed[i] + Math.signum(more) * VERTICAL_STEP * dt
            : wanted;
    // The reference rounds to a micrometre on the way, but arrives exactly.
    t.altitude[i] =
        underWay ? Math.rint((t.altitude[i] + t.verticalSpeed[i] * dt) * 1e6) / 1e6 : target;
  }

  private static void move(AirTraffic t, int i, double dt) {
    double heading = Math.toRadians(t.heading[i]);
    double north = t.trueSpeed[i] * Math.cos(heading);
    double east = t.trueSpeed[i] * Math.sin(heading);
    carry(t, i, east, north, dt);
  }

  private static void carry(AirTraffic t, int i, double east, double north, double dt) {
    t.latitude[i] += Math.toDegrees(dt * north / AviationUnits.EARTH_RADIUS);
    double scale = Math.cos(Math.toRadians(t.latitude[i]));
    t.longitude[i] += Math.toDegrees(dt * east / scale / AviationUnits.EARTH_RADIUS);
  }
}
