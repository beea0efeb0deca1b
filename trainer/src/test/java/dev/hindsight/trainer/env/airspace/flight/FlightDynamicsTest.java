package dev.hindsight.trainer.env.airspace.flight;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FlightDynamicsTest {
  private static AirTraffic one(FlightEnvelope flightEnvelope) {
    AirTraffic airTraffic = new AirTraffic(1);
    airTraffic.put(0, flightEnvelope, 52, 4, 90, 10000, 150);
    return airTraffic;
  }

  private static void fly(AirTraffic airTraffic, int steps) {
    for (int t = 0; t < steps; t++) {
      FlightDynamics.step(airTraffic, 1);
    }
  }

  @ParameterizedTest
  @CsvSource({"91, 1", "89, -1", "269.9, 1", "270, -1", "270.1, -1", "0, -1", "450.5, 1"})
  void turnsGoTheShortWayRoundAndHalfATurnToTheLeft(double told, int side) {
    AirTraffic airTraffic = one(FlightEnvelope.NONE);
    airTraffic.commandedHeading[0] = told;
    FlightDynamics.step(airTraffic, 0.1);

    assertEquals(side, Math.signum(airTraffic.heading[0] - 90));
  }

  @Test
  void anAltitudeIsReachedExactlyAndKept() {
    AirTraffic airTraffic = one(FlightEnvelope.NONE);
    airTraffic.tellAltitude(0, 9700.123);
    fly(airTraffic, 200);

    assertEquals(9700.123, airTraffic.altitude[0]);
    assertEquals(0, airTraffic.verticalSpeed[0]);
  }

  @Test
  void aVerticalSpeedThatLeadsAwayIsForgotten() {
    AirTraffic airTraffic = one(FlightEnvelope.NONE);
    airTraffic.commandedVertical[0] = 5;
    airTraffic.tellAltitude(0, 9000);

    assertEquals(0, airTraffic.commandedVertical[0]);
  }

  @Test
  void aMachNumberIsHeldInTheClimb() {
    AirTraffic airTraffic = one(FlightEnvelope.NONE);
    airTraffic.commandedSpeed[0] = 0.78;
    airTraffic.tellAltitude(0, 11500);
    fly(airTraffic, 600);

    assertEquals(Atmosphere.trueOfMach(0.78, 11500), airTraffic.trueSpeed[0], 1e-9);
  }

  @Test
  void nobodyLeavesItsEnvelope() {
    FlightEnvelope a320 = FlightEnvelopes.of("A320");
    AirTraffic airTraffic = one(a320);
    airTraffic.commandedSpeed[0] = 400;
    airTraffic.commandedVertical[0] = 50;
    airTraffic.tellAltitude(0, 20000);
    for (int t = 0; t < 400; t++) {
      FlightDynamics.step(airTraffic, 1);
      double mach = Atmosphere.machOfTrue(airTraffic.trueSpeed[0], airTraffic.altitude[0]);
      assertTrue(mach < a320.mach() + 0.01, "Mach " + mach);
      assertTrue(airTraffic.altitude[0] <= a320.ceiling(), "altitude " + airTraffic.altitude[0]);
      assertTrue(airTraffic.verticalSpeed[0] <= a320.vertical() + 1.6);
    }
    assertEquals(a320.ceiling(), airTraffic.altitude[0]);
  }

  @Test
  void whoIsNotThereDoesNotMove() {
    AirTraffic airTraffic = one(FlightEnvelope.NONE);
    airTraffic.absent[0] = 1;
    fly(airTraffic, 10);

    assertEquals(4, airTraffic.longitude[0]);
  }
}
