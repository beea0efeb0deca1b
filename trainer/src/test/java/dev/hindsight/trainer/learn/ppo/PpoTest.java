package dev.hindsight.trainer.learn.ppo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.learn.ppo.PpoConfig.Refresh;
import dev.hindsight.trainer.learn.training.Trajectories;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PpoTest {
  private static final int WHOLE = 1_000_000;

  @ParameterizedTest
  @EnumSource(Refresh.class)
  void gradientsOfPartsAddUpToThoseOfTheStep(Refresh refresh) {
    assertArrayEquals(
        PpoCase.after(PpoCase.config(refresh, WHOLE), _ -> {}),
        PpoCase.after(PpoCase.config(refresh, PpoCase.TICKS), _ -> {}),
        2e-4f);
  }

  @ParameterizedTest
  @EnumSource(Refresh.class)
  void whatHappensInLimboTeachesNothingAtAll(Refresh refresh) {
    PpoConfig config = PpoCase.config(refresh, WHOLE);
    float[] expected = PpoCase.after(config, _ -> {});
    assertArrayEquals(expected, PpoCase.after(config, atLimbo(PpoTest::disturb)));
  }

  @ParameterizedTest
  @EnumSource
  void anyNumberOfThreadsLearnsTheSameBits(Refresh refresh) {
    float[] one = PpoCase.after(PpoCase.config(refresh, 1), _ -> {});
    for (int threads : new int[] {2, 3}) {
      assertArrayEquals(one, PpoCase.after(PpoCase.config(refresh, 1, threads), _ -> {}));
    }
  }

  @Test
  void limboTakenForLivingIsNoticed() {
    PpoConfig config = PpoCase.config(Refresh.UPDATE, WHOLE);
    float[] expected = PpoCase.after(config, _ -> {});
    float[] mutant =
        PpoCase.after(
            config,
            atLimbo((all, at) -> {
              disturb(all, at);
              all.removed[at] = 0;
            }));
    assertFalse(Arrays.equals(expected, mutant));
  }

  @Test
  void valuesAndRatiosAreLeftBehindButInLimbo() {
    try (PpoCase some = new PpoCase(PpoCase.config(Refresh.MINIBATCH, WHOLE))) {
      Trajectories all = some.ppo.trajectories();
      float[] before = all.value.clone();
      some.learn();
      boolean limbo = false;
      for (int at = 0; at < before.length; at++) {
        if (all.removed[at] != 0) {
          limbo = true;
          assertEquals(before[at], all.value[at]);
          assertEquals(1, all.ratio[at]);
        } else {
          assertNotEquals(before[at], all.value[at]);
          assertNotEquals(1, all.ratio[at]);
        }
      }
      assertTrue(limbo);
    }
  }

  @Test
  void computedOnceAnUpdateNothingIsLeftBehind() {
    try (PpoCase some = new PpoCase(PpoCase.config(Refresh.UPDATE, WHOLE))) {
      float[] before = some.ppo.trajectories().value.clone();
      some.learn();
      assertArrayEquals(before, some.ppo.trajectories().value);
    }
  }

  @Test
  void aTickLearnsWithItsOwnDiscount() {
    PpoConfig config = PpoCase.config(Refresh.UPDATE, WHOLE);
    float[] expected = PpoCase.after(config, _ -> {});
    assertFalse(Arrays.equals(expected, PpoCase.after(config, all -> all.discount[1] = 0.5f)));
  }

  @Test
  void aTickLearnsWithItsOwnWeightOfEntropy() {
    PpoConfig config = PpoCase.config(Refresh.UPDATE, WHOLE);
    float[] expected = PpoCase.after(config, _ -> {});
    assertFalse(Arrays.equals(expected, PpoCase.after(config, all -> all.entropyWeight[1] = 0.5f)));
  }

  @Test
  void theWeightOfEntropyIsThatOfTheUpdate() {
    PpoConfig config = PpoCase.config(Refresh.UPDATE, WHOLE);
    PpoConfig falling = PpoCase.with(config, new Schedule(Schedule.Shape.LINEAR, 0.5, 0.1, 10));
    for (long update : new long[] {0, 5, 10}) {
      double now = 0.5 - 0.04 * update;
      Schedule constant = new Schedule(Schedule.Shape.CONSTANT, now, now, 10);
      assertArrayEquals(
          learned(PpoCase.with(config, constant), update), learned(falling, update), 1e-6f);
    }
  }

  /// No weight moves, so the second pass over all rows measures what another update measures.
  @Test
  void valuesAreClippedAroundThoseOfTheStepBefore() {
    try (PpoCase once = new PpoCase(PpoCase.withMinibatches(1, Refresh.UPDATE));
        PpoCase refreshed = new PpoCase(PpoCase.withMinibatches(1, Refresh.MINIBATCH))) {
      double acting = valueLoss(once);
      double both = valueLoss(refreshed);
      double later = valueLoss(refreshed);
      assertTrue(Math.abs(acting - later) > 0.01 * acting, "there must be something to refresh");
      assertEquals((acting + later) / 2, both, 1e-5 * both);
    }
  }

  /// No weight moves, so only which rows a step has makes one pass measure something else than
  /// another: advantages are standardised within a step.
  @Test
  void everyPassOverAllRowsHasAnOrderOfItsOwn() {
    PpoConfig config = PpoCase.config(Refresh.UPDATE, WHOLE);
    double[] means = new double[2];
    for (int epochs = 1; epochs <= 2; epochs++) {
      try (PpoCase some = new PpoCase(PpoCase.withEpochs(config, epochs))) {
        means[epochs - 1] =
            some.ppo
                .update(0, 0, new SplittableRandom(5))
                .getOrDefault("losses/gradient_norm", Double.NaN);
      }
    }
    double apart = Math.abs(means[1] - means[0]);
    assertTrue(apart > 1e-3 * means[0], means[0] + " and " + means[1]);
  }

  private static double valueLoss(PpoCase some) {
    return some.ppo
        .update(0, 0, new SplittableRandom(5))
        .getOrDefault("losses/value_loss", Double.NaN);
  }

  @Test
  void gradientsBeyondTheLimitAreShortened() {
    double limit = 1e-3;
    PpoConfig config = PpoCase.with(PpoCase.withMinibatches(1, Refresh.UPDATE), limit);
    try (PpoCase some = new PpoCase(config)) {
      double length = some.learn().getOrDefault("losses/gradient_norm", Double.NaN);
      assertTrue(length > 10 * limit, "there must be something to shorten: " + length);
      double sum = 0;
      for (float number : some.ppo.adam().kept("").getFirst().values()) {
        sum += number * number;
      }
      double first = config.adam().first();
      // Two steps, each with a gradient as long as the limit.
      assertTrue(Math.sqrt(sum) <= (1 - first * first) * limit * 1.001);
      assertTrue(Math.sqrt(sum) > 0.5 * (1 - first * first) * limit);
    }
  }

  @Test
  void thePreferenceOfRowsIsTakenBackMoreFromUpdateToUpdate() {
    PpoConfig config = PpoCase.config(Refresh.UPDATE, WHOLE);
    float[] all = learned(PpoCase.with(config, new PpoConfig.Priority(0.8, 0.9)), 0);
    assertArrayEquals(
        all, learned(PpoCase.with(config, new PpoConfig.Priority(0.8, 0.5)), 10), 1e-6f);
    float[] none = learned(PpoCase.with(config, new PpoConfig.Priority(0.8, 0)), 0);
    assertFalse(Arrays.equals(all, none));
  }

  /// The weights after an update of some number.
  private static float[] learned(PpoConfig config, long update) {
    try (PpoCase some = new PpoCase(config)) {
      some.ppo.update(update, 0.01, new SplittableRandom(5));
      return some.weights.values();
    }
  }

  @Test
  void aLossThatIsNoNumberStopsBeforeTheWeightsChange() {
    try (PpoCase some = new PpoCase(PpoCase.config(Refresh.UPDATE, WHOLE))) {
      float[] before = some.weights.values();
      Arrays.fill(some.ppo.trajectories().reward, Float.NaN);
      Problem problem = assertThrows(Problem.class, some::learn);
      assertTrue(problem.getMessage().contains("update 1, pass 1, step "), problem.getMessage());
      assertArrayEquals(before, some.weights.values());
    }
  }

  /// With 10 steps for 5 rows, every second step has none.
  @ParameterizedTest
  @EnumSource(Refresh.class)
  void stepsWithoutRowsNeitherMoveTheWeightsNorCountInMeans(Refresh refresh) {
    try (PpoCase each = new PpoCase(PpoCase.withMinibatches(PpoCase.ROWS, refresh));
        PpoCase fewer = new PpoCase(PpoCase.withMinibatches(2 * PpoCase.ROWS, refresh))) {
      Map<String, Double> measured = each.learn();
      assertEquals(measured, fewer.learn());
      assertEquals(
          Math.log(PpoCase.ACTIONS), measured.getOrDefault("losses/entropy", Double.NaN), 0.01);
      assertArrayEquals(each.weights.values(), fewer.weights.values());
    }
  }

  @Test
  void agentsThatAreAllInLimboTeachNothing() {
    try (PpoCase some = new PpoCase(PpoCase.config(Refresh.UPDATE, Integer.MAX_VALUE))) {
      some.learn();
      float[] before = some.weights.values();
      Arrays.fill(some.ppo.trajectories().removed, (byte) 1);
      assertEquals(Map.of(), some.learn());
      assertArrayEquals(before, some.weights.values());
    }
  }

  @Test
  void theSameSeedLearnsTheSameBits() {
    PpoConfig config = PpoCase.config(Refresh.MINIBATCH, WHOLE);
    assertArrayEquals(PpoCase.after(config, _ -> {}), PpoCase.after(config, _ -> {}));
  }

  private interface Change {
    void at(Trajectories all, int index);
  }

  private static Consumer<Trajectories> atLimbo(Change change) {
    return all -> {
      for (int at = 0; at < all.removed.length; at++) {
        if (all.removed[at] != 0) {
          change.at(all, at);
        }
      }
    };
  }

  private static void disturb(Trajectories all, int at) {
    Random random = new Random(at);
    all.action[at] = random.nextInt(PpoCase.ACTIONS);
    all.logProb[at] = -9;
    all.value[at] = 40;
    all.reward[at] = -30;
    float[] seen = new float[PpoCase.NUMBERS];
    for (int d = 0; d < seen.length; d++) {
      seen[d] = (float) (50 * random.nextGaussian());
    }
    all.observation.put(at, seen, 0);
  }
}
