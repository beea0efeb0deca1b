package dev.hindsight.trainer.learn.ppo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.trainer.SharedData;
import dev.hindsight.trainer.advantage.Advantage;
import dev.hindsight.trainer.advantage.Discounting;
import dev.hindsight.trainer.advantage.Discounting.EndRule;
import dev.hindsight.trainer.advantage.Discounting.LimboEndRule;
import dev.hindsight.trainer.advantage.Discounting.TimeoutRule;
import dev.hindsight.trainer.learn.training.Trajectories;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdvantageTest {
  private static final double LAMBDA = 0.8;
  private static final float DISCOUNT = 0.9f;

  private static Discounting discounting(EndRule trialEnds, LimboEndRule limboEndRule) {
    return new Discounting(LAMBDA, EndRule.CUT, trialEnds, limboEndRule, 1, 1);
  }

  private static float[] fill(Trajectories all, Discounting discounting) {
    float[] advantage = new float[all.rows * all.ticks];
    Advantage law = new Advantage(discounting);
    for (int row = 0; row < all.rows; row++) {
      law.fill(all.steps, all.at(row, 0), all.used, all.tail[row], all.discount, advantage);
    }
    return advantage;
  }

  @ParameterizedTest
  @EnumSource(EndRule.class)
  void theSumOverAllLaterErrorsAgrees(EndRule trialEnds) {
    Random random = new Random(1);
    for (int i = 0; i < 300; i++) {
      Trajectories all = TestTrajectories.random(random, 2, 1 + random.nextInt(30));
      LimboEndRule limboEndRule = random.nextBoolean() ? LimboEndRule.SKIP : LimboEndRule.CUT;
      TimeoutRule timeouts = random.nextBoolean() ? TimeoutRule.BOOTSTRAP : TimeoutRule.END;
      Discounting discounting =
          new Discounting(LAMBDA, EndRule.CUT, trialEnds, timeouts, limboEndRule, 1.5, 0.7);
      assertArrayEquals(
          PlainAdvantage.of(all, discounting), fill(all, discounting), 1e-4f, "layout " + i);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gate_timeout_then_task",
        "gate_no_leak_across_reset",
        "seed_hparams_mixed",
        "seed_hparams_no_done"
      })
  void theReferenceValuesWithTimeLimitsAreMet(String name) throws IOException {
    JsonNode golden =
        new ObjectMapper().readTree(SharedData.require("golden/terra_ppo.json").toFile()).get(name);
    int ticks = golden.get("reward").size();
    Trajectories all = TestTrajectories.plain(1, ticks);
    float[] expected = new float[ticks];
    for (int t = 0; t < ticks; t++) {
      all.reward[t] = golden.get("reward").get(t).floatValue();
      all.value[t] = golden.get("value").get(t).floatValue();
      all.terminal[t] = (byte) (golden.get("task_done").get(t).asBoolean() ? 1 : 0);
      all.ended[t] = (byte) (golden.get("done").get(t).asBoolean() ? 1 : 0);
      if (golden.get("timeout_done").get(t).asBoolean()) {
        all.truncation[t] = 1;
        all.timeoutValue[t] = golden.get("bootstrap_value").get(t).floatValue();
      }
      expected[t] = golden.get("advantages").get(t).floatValue();
      float target = golden.get("targets").get(t).floatValue();
      assertEquals(target, expected[t] + all.value[t], 1e-4f, "the target is A + V");
    }
    all.tail[0] = golden.get("last_val").floatValue();
    java.util.Arrays.fill(all.discount, golden.get("gamma").floatValue());
    Discounting discounting =
        new Discounting(
            golden.get("gae_lambda").doubleValue(),
            EndRule.CUT,
            // What a trial's end does is another matter.
            EndRule.ACROSS,
            LimboEndRule.SKIP,
            1,
            1);
    assertArrayEquals(expected, fill(all, discounting), 1e-4f);
  }

  /// Four ticks, of which the second ends an episode at its time limit.
  private static Trajectories limited() {
    Trajectories all = TestTrajectories.plain(1, 4);
    all.truncation[1] = 1;
    all.ended[1] = 1;
    all.timeoutValue[1] = 5;
    all.tail[0] = 0;
    return all;
  }

  @ParameterizedTest
  @EnumSource(EndRule.class)
  void aTimeLimitBootstrapsFromTheFinalObservationAndNotFromTheOneAfterTheReset(EndRule trialEnds) {
    Trajectories all = limited();
    all.value[2] = 70;
    float[] advantage = fill(all, discounting(trialEnds, LimboEndRule.SKIP));
    assertEquals(DISCOUNT * 5, advantage[1], 1e-6);
  }

  /// Gamma 0.9, lambda 0.8, rewards of 1, values of 0.5; the final observation is worth 5, which
  /// does not count. A target is A + V: the tick before the limit is worth its reward, 1; the one
  /// before it 1 + 0.9 * 0.5 + 0.9 * 0.8 * (1 - 0.5) = 1.81.
  @ParameterizedTest
  @EnumSource(EndRule.class)
  void aTimeLimitThatIsLearnedAsAnEndIsWorthItsRewardAlone(EndRule trialEnds) {
    Trajectories all = limited();
    java.util.Arrays.fill(all.reward, 1);
    java.util.Arrays.fill(all.value, 0.5f);
    Discounting ending =
        new Discounting(LAMBDA, EndRule.CUT, trialEnds, TimeoutRule.END, LimboEndRule.SKIP, 1, 1);
    float[] advantage = fill(all, ending);
    assertEquals(1, advantage[1] + all.value[1], 1e-6);
    assertEquals(1.81, advantage[0] + all.value[0], 1e-6);
    all.timeoutValue[1] = Float.NaN;
    assertArrayEquals(advantage, fill(all, ending), "its value need not be known");
  }

  @ParameterizedTest
  @EnumSource(EndRule.class)
  void noTraceRunsThroughTheResetAfterATimeLimit(EndRule trialEnds) {
    Trajectories all = limited();
    float[] before = fill(all, discounting(trialEnds, LimboEndRule.SKIP));
    all.reward[2] = 7;
    all.value[2] = 3;
    all.removed[3] = 1;
    all.terminal[3] = 1;
    float[] after = fill(all, discounting(trialEnds, LimboEndRule.CUT));
    assertEquals(before[0], after[0]);
    assertEquals(before[1], after[1]);
  }

  @Test
  void aTimeLimitWhoseFinalValueIsUnknownIsNotLearnedFrom() {
    Trajectories all = limited();
    all.timeoutValue[1] = Float.NaN;
    all.value[2] = 70;
    assertEquals(0, fill(all, discounting(EndRule.BOOT, LimboEndRule.SKIP))[1]);
  }

  @ParameterizedTest
  @EnumSource(EndRule.class)
  void aTrueEndNeverBootstraps(EndRule trialEnds) {
    Trajectories all = limited();
    all.terminal[1] = 1;
    all.value[1] = 0.5f;
    all.value[2] = 70;
    assertEquals(-0.5f, fill(all, discounting(trialEnds, LimboEndRule.SKIP))[1]);
  }

  @Test
  void acrossATrialsEndLaterRewardComesBack() {
    Trajectories all = twoTrials();
    assertEquals(
        Math.pow(DISCOUNT * LAMBDA, 3),
        fill(all, discounting(EndRule.ACROSS, LimboEndRule.SKIP))[0],
        1e-6);
  }

  @Test
  void bootingATrialsEndTakesTheNextValueAndNoMore() {
    Trajectories all = twoTrials();
    all.value[2] = 0.5f;
    float[] advantage = fill(all, discounting(EndRule.BOOT, LimboEndRule.SKIP));
    assertEquals(DISCOUNT * 0.5, advantage[1], 1e-6);
    assertEquals(DISCOUNT * LAMBDA * DISCOUNT * 0.5, advantage[0], 1e-6);
  }

  @Test
  void cuttingATrialsEndLetsNothingThrough() {
    Trajectories all = twoTrials();
    all.value[2] = 0.5f;
    assertArrayEquals(
        new float[] {0, 0},
        java.util.Arrays.copyOf(fill(all, discounting(EndRule.CUT, LimboEndRule.SKIP)), 2));
  }

  /// Two trials of two ticks; the last action pays 1; all values are 0.
  private static Trajectories twoTrials() {
    Trajectories all = TestTrajectories.plain(1, 4);
    all.truncation[1] = 1;
    all.truncation[3] = 1;
    all.terminal[3] = 1;
    all.reward[3] = 1;
    return all;
  }

  @ParameterizedTest
  @EnumSource(EndRule.class)
  void nothingCrossesTheEndOfAnEpisode(EndRule trialEnds) {
    Trajectories all = TestTrajectories.plain(1, 4);
    all.terminal[1] = 1;
    all.truncation[1] = 1;
    float[] before = fill(all, discounting(trialEnds, LimboEndRule.SKIP));
    all.reward[2] = 7;
    all.value[2] = 3;
    float[] after = fill(all, discounting(trialEnds, LimboEndRule.SKIP));
    assertEquals(before[0], after[0]);
    assertEquals(before[1], after[1]);
    assertNotEquals(before[2], after[2]);
  }

  @Test
  void aSwitchedOffTerminalLetsRewardThrough() {
    Trajectories all = TestTrajectories.plain(1, 4);
    all.terminal[1] = 1;
    all.tail[0] = 0;
    all.reward[2] = 1;
    Discounting off =
        new Discounting(LAMBDA, EndRule.ACROSS, EndRule.ACROSS, LimboEndRule.SKIP, 1, 1);
    assertEquals(DISCOUNT * LAMBDA, fill(all, off)[1], 1e-6);
  }

  @Test
  void limboIsSkippedAndHasNoAdvantage() {
    Trajectories all = TestTrajectories.plain(1, 5);
    all.removed[1] = 1;
    all.removed[2] = 1;
    all.value[1] = 9;
    all.reward[2] = 9;
    all.value[3] = 0.5f;
    all.tail[0] = 0;
    float[] advantage = fill(all, discounting(EndRule.ACROSS, LimboEndRule.SKIP));
    assertEquals(0, advantage[1]);
    assertEquals(0, advantage[2]);
    assertEquals(DISCOUNT * 0.5 + DISCOUNT * LAMBDA * advantage[3], advantage[0], 1e-6);
  }

  @ParameterizedTest
  @EnumSource(LimboEndRule.class)
  void aSkippedTickIsNoLimboAndItsTimeLimitIsBootstrapped(LimboEndRule limbo) {
    Trajectories all = TestTrajectories.plain(1, 4);
    all.reward[0] = 1;
    all.reward[2] = 2;
    all.value[2] = 3;
    for (int skipped : new int[] {1, 3}) {
      all.removed[skipped] = 1;
      all.skipped[skipped] = 1;
    }
    all.ended[3] = 1;
    all.truncation[3] = 1;
    all.timeoutValue[3] = 10;
    Discounting rules = discounting(EndRule.CUT, limbo);
    double last = 2 + DISCOUNT * 10 - 3;
    double first = 1 + DISCOUNT * 3 + DISCOUNT * LAMBDA * last;
    assertArrayEquals(
        new float[] {(float) first, 0, (float) last, 0}, fill(all, rules), 1e-5f, "known");
    all.timeoutValue[3] = Float.NaN;
    assertArrayEquals(
        new float[] {1 + DISCOUNT * 3, 0, 0, 0}, fill(all, rules), 1e-5f, "not known");
  }

  @Test
  void whereLimboCutsNothingComesThroughIt() {
    Trajectories all = TestTrajectories.plain(1, 5);
    all.removed[1] = 1;
    all.value[2] = 0.5f;
    all.tail[0] = 0;
    assertEquals(0, fill(all, discounting(EndRule.ACROSS, LimboEndRule.CUT))[0]);
  }

  @Test
  void aTrialThatEndsWhileInLimboCutsWhatIsOnItsTwoSides() {
    Trajectories all = TestTrajectories.plain(1, 5);
    all.removed[1] = 1;
    all.truncation[1] = 1;
    all.value[2] = 0.5f;
    all.tail[0] = 0;
    assertEquals(0, fill(all, discounting(EndRule.CUT, LimboEndRule.SKIP))[0]);
    assertNotEquals(0, fill(all, discounting(EndRule.BOOT, LimboEndRule.SKIP))[0]);
  }

  @Test
  void ratiosAreClippedInErrorAndTraceApart() {
    Trajectories all = TestTrajectories.plain(1, 3);
    all.ratio[0] = 5;
    all.reward[0] = 1;
    all.reward[1] = 1;
    all.tail[0] = 0;
    Discounting clipped =
        new Discounting(LAMBDA, EndRule.CUT, EndRule.ACROSS, LimboEndRule.SKIP, 3, 2);
    assertEquals(3 + DISCOUNT * LAMBDA * 2, fill(all, clipped)[0], 1e-5);
  }

  @Test
  void whereNothingIsKnownOfWhatComesAfterTheRowTheLastTickHasNoAdvantage() {
    Trajectories all = TestTrajectories.plain(1, 3);
    all.reward[2] = 5;
    float[] advantage = fill(all, discounting(EndRule.ACROSS, LimboEndRule.SKIP));
    assertEquals(0, advantage[2]);
    all.tail[0] = 0;
    assertEquals(5, fill(all, discounting(EndRule.ACROSS, LimboEndRule.SKIP))[2]);
  }
}
