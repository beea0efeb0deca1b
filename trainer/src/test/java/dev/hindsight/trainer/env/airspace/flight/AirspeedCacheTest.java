package dev.hindsight.trainer.env.airspace.flight;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Cached values must equal newly computed ones, to the bit, whatever was computed before.
class AirspeedCacheTest {
  private static final double[] ALTITUDES = {0, 9144, 9448.8, 11500};
  private static final double[] TOLD = {0.78, 60, 120, 145.5, 200};
  private static final double[] FLOWN = {100, 190, 231.25};

  @Test
  void keptSpeedsAreThoseOfTheAtmosphereAndTheTypeToTheBit() {
    SplittableRandom random = new SplittableRandom(3);
    FlightEnvelope[] types = {
      FlightEnvelopes.of("A320"), FlightEnvelope.NONE, FlightEnvelopes.of("B738")
    };
    AirspeedCache airspeedCache = new AirspeedCache(1);
    for (int k = 0; k < 2000; k++) {
      FlightEnvelope type = types[random.nextInt(types.length)];
      double altitude = ALTITUDES[random.nextInt(ALTITUDES.length)];
      double told = TOLD[random.nextInt(TOLD.length)];
      double flown = FLOWN[random.nextInt(FLOWN.length)];
      airspeedCache.at(0, altitude, type);
      assertEquals(
          type.speed(Airspeed.trueSpeed(told, altitude), altitude),
          airspeedCache.commanded(0, told),
          0.0);
      assertEquals(
          Atmosphere.calibratedOfTrue(flown, altitude), airspeedCache.calibrated(0, flown), 0.0);
    }
  }
}
