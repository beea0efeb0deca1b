package dev.hindsight.trainer.env.airspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.airspace.geo.AviationUnits;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrafficGeneratorTest {
  @ParameterizedTest
  @ValueSource(strings = {"random50", "crossing"})
  void aircraftBeginInTheSectorAndApart(String generator) {
    double spacing = 6 * 1852;
    for (long seed = 0; seed < 10; seed++) {
      Environment environment = TestAirspaces.of(seed, "generator=" + generator);
      ByteBuffer row = ByteBuffer.allocate(50 * 12).order(ByteOrder.LITTLE_ENDIAN);
      environment.writeState(0, row);
      for (int a = 0; a < 50; a++) {
        double x = row.getFloat(12 * a);
        double y = row.getFloat(12 * a + 4);
        assertTrue(Math.hypot(x, y) <= 56.4 * 1852, "outside");
        for (int b = 0; b < a; b++) {
          double apart = Math.hypot(x - row.getFloat(12 * b), y - row.getFloat(12 * b + 4));
          assertTrue(apart > 0.8 * spacing, generator + " " + a + " and " + b + ": " + apart);
        }
      }
    }
  }

  @Test
  void straightFlightLeadsEverybodyToItsExit() {
    for (String generator : new String[] {"random50", "crossing"}) {
      Environment environment = TestAirspaces.of(4, "generator=" + generator);
      while (environment.buffer().trialEnded[0] == 0) {
        environment.step(TestAirspaces.neutral(environment));
      }
      assertEquals(50, environment.totals().get("goals"), generator);
      assertTrue(
          environment.totals().getOrDefault("losses", 0.0) > 5,
          "too easy: " + environment.totals());
    }
  }

  @Test
  void whoFliesALevelAboveAnotherIsOutOfItsZoneHoweverItsAltitudeCameAbout() {
    double zone = 1000 * AviationUnits.FOOT;
    assertEquals(0, overlapping(AirspaceConfig.LEVEL, zone));
    assertTrue(overlapping(1000 * AviationUnits.FOOT, zone) > 100, "feet alone are not enough");
  }

  /// Of neighbours among levels that are counted from the lowest, climbed to and descended to.
  private static int overlapping(double level, double zone) {
    int overlapping = 0;
    for (int lowest = 0; lowest < 400; lowest++) {
      double climbed = lowest * AviationUnits.FLIGHT_LEVEL;
      for (int k = 0; k < 8; k++) {
        double counted = lowest * AviationUnits.FLIGHT_LEVEL + level * k;
        double above = lowest * AviationUnits.FLIGHT_LEVEL + level * (k + 1);
        overlapping += above - counted < zone ? 1 : 0;
        overlapping += climbed + level - counted < zone ? 1 : 0;
        overlapping += above - (climbed + level - level) < zone ? 1 : 0;
        climbed += level;
      }
    }
    return overlapping;
  }

  @Test
  void whatHasNoRoomIsRefused() {
    assertThrows(Problem.class, () -> TestAirspaces.factory("radius=12", "aircraft=40"));
    assertThrows(
        Problem.class,
        () -> TestAirspaces.factory("generator=crossing", "radius=12", "aircraft=64"));
    assertThrows(Problem.class, () -> TestAirspaces.factory("dt=2", "decision_seconds=5"));
    assertThrows(Problem.class, () -> TestAirspaces.factory("generator=file"));
  }
}
