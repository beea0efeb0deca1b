package dev.hindsight.trainer.env.airspace.flight;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DynamicsTest {
  private static Traffic one(Envelope envelope) {
    Traffic traffic = new Traffic(1);
    traffic.put(0, envelope, 52, 4, 90, 10000, 150);
    return traffic;
  }

  private static void fly(Traffic traffic, int steps) {
    for (int t = 0; t < steps; t++) {
      Dynamics.step(traffic, 1);
    }
  }

  @ParameterizedTest
  @CsvSource({"91, 1", "89, -1", "269.9, 1", "270, -1", "270.1, -1", "0, -1", "450.5, 1"})
  void turnsGoTheShortWayRoundAndHalfATurnToTheLeft(double told, int side) {
    Traffic traffic = one(Envelope.NONE);
    traffic.toldHeading[0] = told;
    Dynamics.step(traffic, 0.1);

    assertEquals(side, Math.signum(traffic.heading[0] - 90));
  }

  @Test
  void anAltitudeIsReachedExactlyAndKept() {
    Traffic traffic = one(Envelope.NONE);
    traffic.tellAltitude(0, 9700.123);
    fly(traffic, 200);

    assertEquals(9700.123, traffic.altitude[0]);
    assertEquals(0, traffic.verticalSpeed[0]);
  }

  @Test
  void aVerticalSpeedThatLeadsAwayIsForgotten() {
    Traffic traffic = one(Envelope.NONE);
    traffic.toldVertical[0] = 5;
    traffic.tellAltitude(0, 9000);

    assertEquals(0, traffic.toldVertical[0]);
  }

  @Test
  void aMachNumberIsHeldInTheClimb() {
    Traffic traffic = one(Envelope.NONE);
    traffic.toldSpeed[0] = 0.78;
    traffic.tellAltitude(0, 11500);
    fly(traffic, 600);

    assertEquals(Atmosphere.trueOfMach(0.78, 11500), traffic.trueSpeed[0], 1e-9);
  }

  @Test
  void nobodyLeavesItsEnvelope() {
    Envelope a320 = Envelopes.of("A320");
    Traffic traffic = one(a320);
    traffic.toldSpeed[0] = 400;
    traffic.toldVertical[0] = 50;
    traffic.tellAltitude(0, 20000);
    for (int t = 0; t < 400; t++) {
      Dynamics.step(traffic, 1);
      double mach = Atmosphere.machOfTrue(traffic.trueSpeed[0], traffic.altitude[0]);
      assertTrue(mach < a320.mach() + 0.01, "Mach " + mach);
      assertTrue(traffic.altitude[0] <= a320.ceiling(), "altitude " + traffic.altitude[0]);
      assertTrue(traffic.verticalSpeed[0] <= a320.vertical() + 1.6);
    }
    assertEquals(a320.ceiling(), traffic.altitude[0]);
  }

  @Test
  void whoIsNotThereDoesNotMove() {
    Traffic traffic = one(Envelope.NONE);
    traffic.absent[0] = 1;
    fly(traffic, 10);

    assertEquals(4, traffic.longitude[0]);
  }
}
