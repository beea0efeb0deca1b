package dev.hindsight.trainer.learn.ppo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.learn.ppo.PpoConfig.Refresh;
import dev.hindsight.trainer.learn.training.Trajectories;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Rows that older weights collected are learned from around the policy that the update begins
/// with.
class PolicyDriftTest {
  private static final int WHOLE = 1_000_000;
  private static final int[] NONE = {};
  private static final int[] ALL = IntStream.range(0, PpoCase.ROWS).toArray();

  /// log pi_begin - log pi_acted at every tick; e^0.3 is beyond the distance of the clip.
  private static final float MOVED = 0.3f;

  @Test
  void theWholeDistanceOfTheClipIsLeftWhenTheUpdateBegins() {
    try (PpoCase some = new PpoCase(PpoCase.config(Refresh.UPDATE, PpoCase.TICKS))) {
      some.ppo.begin(NONE, NONE);
      assertTrue(measured(some, "losses/clipfrac") > 0.1, "the test must have something to mend");

      some.ppo.begin(NONE, ALL);

      assertEquals(0, measured(some, "losses/clipfrac"));
      assertEquals(0, measured(some, "losses/approx_kl"), 1e-6);
      assertEquals(1, measured(some, "losses/importance"), 1e-5);
    }
  }

  /// The gradient is that of the policy's own actions, times how much likelier it is to take them.
  @Test
  void everyTickIsWeighedByHowLikelyThePolicyIsToActSo() {
    double own = gradient(0, NONE);
    assertTrue(own > 1e-3);
    assertEquals(own, gradient(0, ALL), 1e-5 * own);
    assertEquals(Math.exp(MOVED) * own, gradient(MOVED, ALL), 1e-4 * own);
    assertEquals(Math.exp(-MOVED) * own, gradient(-MOVED, ALL), 1e-4 * own);
    assertFalse(
        Math.abs(Math.exp(MOVED) * own - gradient(MOVED, NONE)) < 0.01 * own,
        "around the policy that acted, ticks are clipped");
  }

  @Test
  void whatVTraceHasWeighedIsNotWeighedAgain() {
    double own = gradient(0, NONE);
    try (PpoCase some = policyOnly(-MOVED)) {
      some.ppo.begin(ALL, ALL);
      // Without the ratios, the advantages are those of the policy's own actions.
      Arrays.fill(some.ppo.trajectories().ratio, 1);
      assertEquals(own, measured(some, "losses/gradient_norm"), 1e-4 * own);
    }
  }

  /// Advantages after a step weigh a tick by the policy that acted, not by the one clipped around.
  @Test
  void theRatiosLeftBehindAreThoseToThePolicyThatActed() {
    PpoConfig config = PpoCase.config(Refresh.MINIBATCH, WHOLE);
    try (PpoCase weighed = new PpoCase(config);
        PpoCase moved = new PpoCase(config)) {
      weighed.ppo.begin(ALL, NONE);
      moved.ppo.begin(NONE, ALL);
      moved.ppo.update(0, 0, new SplittableRandom(5));
      float[] ratios = weighed.ppo.trajectories().ratio;
      assertTrue(IntStream.range(0, ratios.length).anyMatch(at -> Math.abs(ratios[at] - 1) > 0.05));
      assertArrayEquals(ratios, moved.ppo.trajectories().ratio, 1e-5f);
    }
  }

  @Test
  void rowsOfThePresentPolicyLearnTheSameBits() {
    PpoConfig config = PpoCase.config(Refresh.MINIBATCH, WHOLE);
    try (PpoCase some = new PpoCase(config)) {
      some.ppo.begin(NONE, ALL);
      some.ppo.begin(NONE, NONE);
      some.learn();
      assertArrayEquals(PpoCase.after(config, _ -> {}), some.weights.values());
    }
  }

  @Test
  void onlyTheRowsThatAreOlderLearnOtherwise() {
    PpoConfig config = PpoCase.config(Refresh.UPDATE, WHOLE);
    try (PpoCase some = new PpoCase(config);
        PpoCase allRows = new PpoCase(config)) {
      some.ppo.begin(NONE, new int[] {2});
      some.learn();
      allRows.ppo.begin(NONE, ALL);
      allRows.learn();
      assertFalse(Arrays.equals(PpoCase.after(config, _ -> {}), some.weights.values()));
      assertFalse(Arrays.equals(allRows.weights.values(), some.weights.values()));
    }
  }

  @Test
  void limboTeachesNothingHereEither() {
    PpoConfig config = PpoCase.config(Refresh.MINIBATCH, WHOLE);
    try (PpoCase some = new PpoCase(config);
        PpoCase disturbed = new PpoCase(config)) {
      Trajectories all = disturbed.ppo.trajectories();
      for (int at = 0; at < all.removed.length; at++) {
        if (all.removed[at] != 0) {
          all.logProb[at] = -9;
        }
      }
      for (PpoCase one : new PpoCase[] {some, disturbed}) {
        one.ppo.begin(NONE, ALL);
        one.learn();
      }
      assertArrayEquals(some.weights.values(), disturbed.weights.values());
    }
  }

  /// What an update measures in which no weight moves.
  private static double measured(PpoCase some, String name) {
    return some.ppo.update(0, 0, new SplittableRandom(5)).getOrDefault(name, Double.NaN);
  }

  /// Length of the policy's gradient.
  ///
  /// @param moved log pi_begin - log pi_acted at every tick
  private static double gradient(float moved, int[] older) {
    try (PpoCase some = policyOnly(moved)) {
      some.ppo.begin(NONE, older);
      return measured(some, "losses/gradient_norm");
    }
  }

  /// The loss of the policy alone, of trajectories that a policy collected which was less likely to
  /// act so.
  private static PpoCase policyOnly(float moved) {
    PpoConfig usual = PpoCase.config(Refresh.UPDATE, WHOLE);
    Schedule nothing = new Schedule(Schedule.Shape.CONSTANT, 0, 0, 10);
    PpoCase some =
        new PpoCase(
            new PpoConfig(
                usual.updates(),
                usual.learningRate(),
                nothing,
                usual.gamma(),
                usual.discounting(),
                1,
                1,
                WHOLE,
                1,
                usual.clip(),
                0,
                usual.valueClip(),
                usual.gradientNorm(),
                usual.rewardClip(),
                usual.badUpdates(),
                usual.adam(),
                usual.priority(),
                usual.refresh()));
    some.ppo.begin(ALL, NONE);
    Trajectories all = some.ppo.trajectories();
    for (int at = 0; at < all.logProb.length; at++) {
      all.logProb[at] += (float) Math.log(all.ratio[at]) - moved;
      all.ratio[at] = 1;
    }
    return some;
  }
}
