package dev.hindsight.trainer.env.drive.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TrigTest {
  @Test
  void sineAndCosineAreWithinOneUnitInTheLastPlace() {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 200_000; i++) {
      float angle = (float) random.nextDouble(-50, 50);
      assertClose(StrictMath.sin(angle), Trig.sin(angle), angle);
      assertClose(StrictMath.cos(angle), Trig.cos(angle), angle);
    }
  }

  @Test
  void allQuadrantsAndTheirBordersAreRight() {
    for (int quarter = -40; quarter <= 40; quarter++) {
      float angle = (float) (quarter * Math.PI / 2);
      assertClose(StrictMath.sin(angle), Trig.sin(angle), angle);
      assertClose(StrictMath.cos(angle), Trig.cos(angle), angle);
    }
  }

  @Test
  void tangentsOfSteeringAnglesAreWithinOneUnitInTheLastPlace() {
    for (float angle = -1.5f; angle <= 1.5f; angle += 0.0007f) {
      assertClose(StrictMath.tan(angle), Trig.tan(angle), angle);
    }
  }

  @Test
  void hugeAnglesFallBackToTheExactReduction() {
    assertEquals((float) StrictMath.sin(3e7f), Trig.sin(3e7f));
    assertEquals((float) StrictMath.cos(-3e7f), Trig.cos(-3e7f));
    assertTrue(Float.isNaN(Trig.sin(Float.POSITIVE_INFINITY)));
  }

  @Test
  void wrappingBringsAnglesBackToHalfATurn() {
    assertEquals(-3, Angles.wrap((float) (2 * Math.PI - 3)), 1e-6);
    assertEquals(3, Angles.wrap((float) (3 - 20 * Math.PI)), 1e-5);
    assertEquals(1, Angles.wrap((float) (1 + 2e4 * Math.PI)), 1e-2);
  }

  private static void assertClose(double exact, float value, float angle) {
    assertEquals(exact, value, Math.max(1e-9, Math.ulp((float) exact)), () -> "at " + angle);
  }
}
