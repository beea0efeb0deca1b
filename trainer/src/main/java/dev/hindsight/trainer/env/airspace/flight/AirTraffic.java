package dev.hindsight.trainer.env.airspace.flight;

import dev.hindsight.trainer.SplitMix64;
import dev.hindsight.trainer.env.StateParts;
import dev.hindsight.trainer.env.StateStream;
import java.util.Arrays;
import java.util.List;

/// The state of all aircraft, one column per quantity. Hot: one owner thread; only the constructor
/// allocates. Degrees, metres, m/s. Knows no wind: ground speed is true airspeed and track is
/// heading.
public final class AirTraffic {
  /// Names of its parts, for [#digestPart].
  public static final List<String> PARTS =
      StateParts.named(
          "latitude",
          "longitude",
          "altitude",
          "heading",
          "vertical speed",
          "true airspeed",
          "calibrated airspeed",
          "told heading",
          "told speed",
          "told altitude",
          "told vertical speed",
          "absent");

  /// Number of aircraft.
  public final int count;

  /// Degrees, north positive.
  public final double[] latitude;

  /// Degrees, east positive.
  public final double[] longitude;

  /// Metres.
  public final double[] altitude;

  /// Degrees clockwise from north.
  public final double[] heading;

  /// m/s, positive up.
  public final double[] verticalSpeed;

  /// m/s.
  public final double[] trueSpeed;

  /// m/s, at the altitude at the start of the last step.
  public final double[] calibrated;

  /// Commanded heading, degrees.
  public final double[] commandedHeading;

  /// Commanded speed: calibrated airspeed in m/s, or a Mach number.
  public final double[] commandedSpeed;

  /// Commanded altitude, metres.
  public final double[] commandedAltitude;

  /// Commanded vertical speed, m/s; within 0.1 of 0 there is no command, and the usual one is
  /// flown.
  public final double[] commandedVertical;

  /// 1 if the aircraft is not present: it does not move and no other sees it.
  public final byte[] absent;

  /// The envelope of each.
  final FlightEnvelope[] envelopes;

  /// Cached airspeeds, as long as they stay the same.
  final AirspeedCache speeds;

  /// All arrays that change, in a fixed order.
  private final double[][] columns;

  /// Allocates for a number of aircraft that are yet to be placed.
  public AirTraffic(int count) {
    this.count = count;
    latitude = new double[count];
    longitude = new double[count];
    altitude = new double[count];
    heading = new double[count];
    verticalSpeed = new double[count];
    trueSpeed = new double[count];
    calibrated = new double[count];
    commandedHeading = new double[count];
    commandedSpeed = new double[count];
    commandedAltitude = new double[count];
    commandedVertical = new double[count];
    absent = new byte[count];
    envelopes = new FlightEnvelope[count];
    Arrays.fill(envelopes, FlightEnvelope.NONE);
    speeds = new AirspeedCache(count);
    columns =
        new double[][] {
          latitude,
          longitude,
          altitude,
          heading,
          verticalSpeed,
          trueSpeed,
          calibrated,
          commandedHeading,
          commandedSpeed,
          commandedAltitude,
          commandedVertical
        };
  }

  /// The envelope of an aircraft.
  public FlightEnvelope envelope(int i) {
    return envelopes[i];
  }

  /// Puts an aircraft into level flight and commands it to continue like that.
  ///
  /// @param speed calibrated airspeed in m/s, or a Mach number
  public void put(
      int i,
      FlightEnvelope flightEnvelope,
      double lat,
      double lon,
      double hdg,
      double alt,
      double speed) {
    envelopes[i] = flightEnvelope;
    latitude[i] = lat;
    longitude[i] = lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon;
    heading[i] = hdg;
    altitude[i] = alt;
    verticalSpeed[i] = 0;
    trueSpeed[i] = Airspeed.trueSpeed(speed, alt);
    calibrated[i] = Airspeed.isMach(speed) ? Atmosphere.calibratedOfTrue(trueSpeed[i], alt) : speed;
    commandedHeading[i] = hdg;
    commandedSpeed[i] = calibrated[i];
    commandedAltitude[i] = alt;
    commandedVertical[i] = 0;
    absent[i] = 0;
  }

  /// Commands a new altitude. Cancels an earlier commanded vertical speed that leads away from it.
  public void tellAltitude(int i, double metres) {
    commandedAltitude[i] = metres;
    if (commandedVertical[i] * (metres - altitude[i]) < 0
        && Math.abs(commandedVertical[i]) > 0.01) {
      commandedVertical[i] = 0;
    }
  }

  /// Becomes a copy of another of the same size.
  public void set(AirTraffic other) {
    for (int c = 0; c < columns.length; c++) {
      System.arraycopy(other.columns[c], 0, columns[c], 0, count);
    }
    System.arraycopy(other.absent, 0, absent, 0, count);
    System.arraycopy(other.envelopes, 0, envelopes, 0, count);
  }

  /// Its fields, for a stored state.
  public void transfer(StateStream stream) {
    for (double[] column : columns) {
      stream.numbers(column);
    }
    stream.numbers(absent);
    for (int i = 0; i < count; i++) {
      envelopes[i] = FlightEnvelope.transferred(stream, envelopes[i]);
    }
  }

  /// Makes one aircraft a copy of the same one in other traffic.
  public void set(int i, AirTraffic other) {
    for (int c = 0; c < columns.length; c++) {
      columns[c][i] = other.columns[c][i];
    }
    absent[i] = other.absent[i];
    envelopes[i] = other.envelopes[i];
  }

  /// A digest of one of [#PARTS]. Allocates nothing.
  ///
  /// @param part index into them
  public long digestPart(int part) {
    long mixed = 1;
    for (int i = 0; i < count; i++) {
      long value = part < columns.length ? Double.doubleToLongBits(columns[part][i]) : absent[i];
      mixed = SplitMix64.mix(mixed ^ value);
    }
    return mixed;
  }

  /// Mixes all mutable state into a digest. Allocates nothing.
  public long digest(long digest) {
    long mixed = digest;
    for (double[] column : columns) {
      for (int i = 0; i < count; i++) {
        mixed = SplitMix64.mix(mixed ^ Double.doubleToLongBits(column[i]));
      }
    }
    for (int i = 0; i < count; i++) {
      mixed = SplitMix64.mix(mixed ^ absent[i]);
    }
    return mixed;
  }
}
