package dev.hindsight.trainer.learn.sac;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.env.airspace.AirTrafficReference;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TanhGaussianTest {
  private static double[] doubles(JsonNode array) {
    double[] doubles = new double[array.size()];
    for (int i = 0; i < doubles.length; i++) {
      doubles[i] = array.get(i).doubleValue();
    }
    return doubles;
  }

  @Test
  void actionsAndDensitiesAreThoseOfTheReference() {
    JsonNode given = AirTrafficReference.file("sac_gat").get("tanh_gaussian");
    TanhGaussian head = new TanhGaussian(doubles(given.get("mu")), doubles(given.get("log_std")));
    double[] before = head.before(doubles(given.get("eps")));
    assertArrayEquals(doubles(given.get("pre_tanh")), before, 1e-9);
    double[] action = TanhGaussian.action(before);
    assertArrayEquals(doubles(given.get("action")), action, 1e-9);
    assertEquals(given.get("logp").doubleValue(), head.logDensity(before), 1e-4);
    JsonNode rescaled = given.get("rescaled_0_2");
    for (int i = 0; i < action.length; i++) {
      double number = TanhGaussian.rescaled(action[i], 0, 2);
      assertEquals(rescaled.get(i).doubleValue(), number, 1e-9);
      assertEquals(given.get("int_move").get(i).intValue(), (int) number);
    }
  }

  /// @return what the density of actions adds up to, with a share of the tanh's correction
  private static double integral(TanhGaussian head, double corrected) {
    int count = 200_000;
    double sum = 0;
    for (int i = 0; i < count; i++) {
      double action = -1 + (2.0 * i + 1) / count;
      double[] before = {0.5 * Math.log((1 + action) / (1 - action))};
      double missing = (1 - corrected) * Math.log(1 - action * action);
      sum += Math.exp(head.logDensity(before) + missing) * 2 / count;
    }
    return sum;
  }

  @ParameterizedTest
  @CsvSource({"0, -0.5", "0.3, -1", "-1.2, 0.2"})
  void theDensityOfActionsAddsUpToOneAndWithoutTheTanhsCorrectionDoesNot(
      double mean, double logDeviation) {
    TanhGaussian head = new TanhGaussian(new double[] {mean}, new double[] {logDeviation});
    assertEquals(1, integral(head, 1), 1e-3);
    assertTrue(Math.abs(integral(head, 0) - 1) > 0.05);
  }

  @Test
  void farOutItIsStillANumber() {
    TanhGaussian head = new TanhGaussian(new double[] {40}, new double[] {0});
    assertTrue(Double.isFinite(head.logDensity(new double[] {40})));
    assertEquals(
        head.logDensity(new double[] {40}),
        new TanhGaussian(new double[] {-40}, new double[] {0}).logDensity(new double[] {-40}),
        1e-9);
  }

  @Test
  void thoseAtTheEndOfARangeAreNeverDrawn() {
    SplittableRandom random = new SplittableRandom(3);
    TanhGaussian head = new TanhGaussian(new double[] {1}, new double[] {0});
    for (int i = 0; i < 10_000; i++) {
      double action = TanhGaussian.action(head.before(new double[] {random.nextGaussian()}))[0];
      assertEquals((int) TanhGaussian.rescaled(action, 0, 2), action < 0 ? 0 : 1);
    }
  }
}
