package dev.hindsight.trainer.learn.sac;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.env.airspace.AirTrafficReference;
import dev.hindsight.trainer.learn.net.TestTorch;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Compares with numbers from RLlib's formulas in another library. There an action is drawn, so the
/// expectation over actions is over that one.
class SacReferenceTest {
  private static final double NEAR = 1e-4;
  private static final double FAR = 1e-2;

  private final JsonNode all = AirTrafficReference.file("sac_gat");
  private final JsonNode given = all.get("sac_continuous");
  private final JsonNode result = given.get("result");
  private final double alpha = Math.exp(given.get("log_alpha").doubleValue());

  private static float[] floats(JsonNode array) {
    float[] floats = new float[array.size()];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = array.get(i).floatValue();
    }
    return floats;
  }

  private float[] given(String name) {
    return floats(given.get(name));
  }

  private NDArray column(NDManager manager, String name) {
    float[] values = given(name);
    return manager.create(values, new Shape(values.length, 1));
  }

  private NDArray softValue(NDManager manager, String logProb, String first, String second) {
    NDArray drawn = column(manager, logProb);
    return ActionDistribution.drawn(drawn, 1)
        .softValue(List.of(column(manager, first), column(manager, second)), alpha);
  }

  private float[] bootstrap(boolean[] stops) {
    float[] bootstrap = new float[stops.length];
    for (int i = 0; i < stops.length; i++) {
      bootstrap[i] = stops[i] ? 0 : given.get("gamma").floatValue();
    }
    return bootstrap;
  }

  private boolean[] terminated() {
    float[] flags = given("terminated");
    boolean[] terminated = new boolean[flags.length];
    for (int i = 0; i < flags.length; i++) {
      terminated[i] = flags[i] != 0;
    }
    return terminated;
  }

  private float[] targets(NDManager manager, boolean[] stops) {
    NDArray later = softValue(manager, "logp_next", "q1_target_next", "q2_target_next");
    return Sac.target(manager.create(given("reward")), manager.create(bootstrap(stops)), later)
        .toFloatArray();
  }

  @Test
  void targetsAreThoseOfTheReference() {
    try (NDManager manager = TestTorch.manager()) {
      assertArrayEquals(
          floats(result.get("target_q")), targets(manager, terminated()), (float) NEAR);
    }
  }

  @Test
  void aTerminatedStepThatIsExpectedToGoOnIsNoticedAndSoIsACutOneThatIsNot() {
    try (NDManager manager = TestTorch.manager()) {
      float[] expected = floats(result.get("target_q"));
      for (int i = 0; i < expected.length; i++) {
        boolean[] mutant = terminated();
        mutant[i] = !mutant[i];
        assertTrue(Math.abs(targets(manager, mutant)[i] - expected[i]) > FAR, "step " + i);
      }
    }
  }

  @Test
  void theCriticsLossesAreThoseOfTheReference() {
    try (NDManager manager = TestTorch.manager()) {
      NDArray target = manager.create(targets(manager, terminated()));
      NDArray weight = manager.create(given("is_weights"));
      NDArray first = manager.create(given("q_selected"));
      NDArray second = manager.create(given("q_twin_selected"));
      assertEquals(
          result.get("critic_loss").doubleValue(),
          Sac.criticLoss(first, target, weight, NDArray::mean).getFloat(),
          NEAR);
      assertEquals(
          result.get("critic_twin_loss").doubleValue(),
          Sac.criticLoss(second, target, weight, NDArray::mean).getFloat(),
          NEAR);
      float[] error = Sac.error(List.of(first, second), target).toFloatArray();
      assertArrayEquals(floats(result.get("td_error")), error, (float) NEAR);
      double unweighted =
          Sac.criticLoss(first, target, weight.onesLike(), NDArray::mean).getFloat();
      assertTrue(Math.abs(unweighted - result.get("critic_loss").doubleValue()) > FAR);
    }
  }

  @Test
  void theActorsLossIsThatOfTheReference() {
    try (NDManager manager = TestTorch.manager()) {
      NDArray value = softValue(manager, "logp_curr", "q1_curr", "q2_curr");
      assertEquals(
          result.get("actor_loss").doubleValue(),
          Sac.actorLoss(value, NDArray::mean).getFloat(),
          NEAR);
    }
  }

  @Test
  void theTemperaturesLossIsThatOfTheReferenceAndOfNoOtherSign() {
    float[] drawn = given("logp_curr");
    double mean = 0;
    for (float logProb : drawn) {
      mean += logProb / drawn.length;
    }
    double log = given.get("log_alpha").doubleValue();
    double target = given.get("target_entropy").doubleValue();
    double expected = result.get("alpha_loss").doubleValue();
    assertEquals(expected, Temperature.loss(log, mean, target), NEAR);
    assertTrue(Math.abs(Temperature.loss(log, mean, -target) - expected) > FAR);
  }

  @Test
  void theSlowerWeightsFollowAsInTheReferenceAndNotTheOtherWayRound() {
    JsonNode case1 = all.get("polyak");
    double tau = case1.get("tau").doubleValue();
    float[] expected = floats(case1.get("result"));
    assertArrayEquals(expected, followed(case1, tau), 1e-6f);
    float[] swapped = followed(case1, 1 - tau);
    assertTrue(Math.abs(swapped[0] - expected[0]) > FAR);
  }

  private static float[] followed(JsonNode test, double tau) {
    try (NDManager manager = TestTorch.manager()) {
      NDArray target = manager.create(floats(test.get("target")));
      Critic.follow(target, manager.create(floats(test.get("current"))), tau);
      return target.toFloatArray();
    }
  }
}
