package dev.hindsight.trainer.outcome;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.StepFigure;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.record.SampleRecordings;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.task.Cancellation;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Parts of the reward are those that a recording declares, and must add up to the reward.
class RewardBreakdownTest {
  private static final int TICKS = 300;

  private static StepFigure part(String name) {
    return StepFigure.rewardPart("reward_" + name, "");
  }

  /// A deterministic number of a tick, of either sign, often 0.
  private static float paid(int seed, int tick) {
    Random random = new Random(seed * 7919L + tick);
    return random.nextInt(3) == 0 ? random.nextFloat() - 0.5f : 0;
  }

  /// Two parts, one that is never paid, one column that explains without being a part.
  private static MemoryRollout recording() {
    return new MemoryRollout("planted", 2, TICKS, 1)
        .with(part("toll").spec(), (t, a) -> paid(1 + a, t), 2)
        .with(part("prize").spec(), (t, a) -> paid(10 + a, t), 2)
        .with(part("never").spec(), (_, _) -> 0, 2)
        .with(
            new StepFigure("reward_prize_detail", "1", "").spec(), (t, a) -> paid(10 + a, t) / 2, 2)
        .with("reward", Dtype.F4, (t, a) -> paid(1 + a, t) + paid(10 + a, t), 2);
  }

  private static RewardBreakdown read(Rollout rollout, int agent) {
    return RewardBreakdown.of(rollout, agent, new Cancellation());
  }

  @Test
  void onlyDeclaredColumnsAreParts() {
    RewardBreakdown read = read(recording(), 1);
    assertEquals(List.of("toll", "prize", "never"), read.names());
    assertTrue(read.paid(0));
    assertFalse(read.paid(2));
    assertEquals(0, read.value(2, 5));
    assertEquals(paid(2, 7), read.value(0, 7));
    assertEquals(TICKS, read.ticks());
  }

  @Test
  void sumsOfAnyTicksAreThoseOfALoop() {
    RewardBreakdown read = read(recording(), 0);
    for (int from = 0; from < TICKS; from += 37) {
      for (int to = from; to <= TICKS; to += 29) {
        double sum = 0;
        for (int t = from; t < to; t++) {
          sum += paid(10, t);
        }
        assertEquals(sum, read.sum(1, from, to), 1e-9);
      }
    }
    assertEquals(0, read.sum(2, 0, TICKS));
  }

  @Test
  void theTickToShowIsTheOneWithTheLargestParts() {
    RewardBreakdown read = read(recording(), 0);
    for (int from = 0; from < TICKS; from += 23) {
      for (int to = from + 1; to <= TICKS; to += 31) {
        int best = from;
        for (int t = from; t < to; t++) {
          best = size(t) > size(best) ? t : best;
        }
        assertEquals(best, read.largestIn(from, to), from + " to " + to);
      }
    }
  }

  private static float size(int tick) {
    return (float) ((double) Math.abs(paid(1, tick)) + Math.abs(paid(10, tick)));
  }

  @Test
  void aPlantedDifferenceIsFoundAtItsTick() {
    assertTrue(read(recording(), 0).agreement().holds());
    MemoryRollout wrong =
        recording()
            .with(
                "reward",
                Dtype.F4,
                (t, a) -> paid(1 + a, t) + paid(10 + a, t) + (t == 200 && a == 1 ? 0.01 : 0),
                2);
    RewardBreakdown.Agreement found = read(wrong, 1).agreement();
    assertEquals(1, found.differing());
    assertEquals(200, found.first());
    assertEquals(0.01, found.gap(), 1e-6);
    assertTrue(read(wrong, 0).agreement().holds(), "the other agent's add up");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 63, 64, 65, 100, 128, 129, 192})
  void aGrownRecordingIsReadOn(int before) {
    MemoryRollout growing = recording();
    growing.comeTo(before);
    assertEquals(before, read(growing, 0).ticks());
    growing.comeTo(TICKS);
    RewardBreakdown grown = read(growing, 0);
    RewardBreakdown whole = read(recording(), 0);
    assertEquals(TICKS, grown.ticks());
    assertEquals(whole.agreement(), grown.agreement());
    for (int t = 0; t < TICKS; t++) {
      assertEquals(whole.sum(0, 0, t), grown.sum(0, 0, t));
      assertEquals(whole.largestIn(0, t + 1), grown.largestIn(0, t + 1));
      assertEquals(whole.reward(t), grown.reward(t));
    }
  }

  @Test
  void theEnvironmentsThatDeclarePartsPayTheirSum(@TempDir Path folder) {
    for (String name : List.of("excavation", "airspace")) {
      Path file = SampleRecordings.of(BuiltInEnvironments.named(name), folder, 150);
      try (Rollout rollout = Rollouts.open(file)) {
        assertTrue(RewardParts.areIn(rollout.manifest()), name);
        RewardBreakdown read = read(rollout, 0);
        assertEquals(0, read.agreement().differing(), name + " " + read.agreement());
        assertTrue(read.paid(0) || read.paid(1), name);
      }
    }
  }
}
