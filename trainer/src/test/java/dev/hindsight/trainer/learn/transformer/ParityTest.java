package dev.hindsight.trainer.learn.transformer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDScope;
import ai.djl.training.GradientCollector;
import dev.hindsight.trainer.learn.net.LogitsAndValues;
import dev.hindsight.trainer.learn.net.SegmentBatch;
import dev.hindsight.trainer.learn.net.SegmentForward;
import dev.hindsight.trainer.learn.net.TestTorch;
import java.util.Random;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/// The laws of the three forms, over random layouts of episodes and limbo; every known way to break
/// them is noticed.
class ParityTest {
  private static final double TOLERANCE = 1e-5;
  private static final int LAYOUTS = 60;
  private static final SmallTransformer SUBJECT = new SmallTransformer(1);

  @AfterAll
  static void close() {
    SUBJECT.close();
  }

  @Test
  void streamingAgreesWithTrainingAtEveryLiveTick() {
    assertTrue(
        worst((randomEpisodes, _) -> SUBJECT.streaming(randomEpisodes, randomEpisodes.terminal()))
            < TOLERANCE);
  }

  @Test
  void theWholeContextComputedAnewAgreesWithTrainingAtEveryLiveTick() {
    assertTrue(worst((randomEpisodes, _) -> SUBJECT.fullContext(randomEpisodes)) < TOLERANCE);
  }

  @Test
  void whatAnAgentSeesInLimboMattersToNoLiveTickAtAll() {
    assertEquals(
        0,
        worst(
            (randomEpisodes, random) -> SUBJECT.segments(randomEpisodes.disturbedInLimbo(random))));
  }

  @Test
  void whatAnAgentSeesInLimboMattersToNoLiveTickOfTheStreamAtAll() {
    Random random = new Random(4);
    for (int i = 0; i < LAYOUTS; i++) {
      RandomEpisodes randomEpisodes =
          RandomEpisodes.random(random, SmallTransformer.HORIZON, SmallTransformer.NUMBERS);
      assertEquals(
          0,
          SmallTransformer.difference(
              randomEpisodes,
              SUBJECT.streaming(randomEpisodes, randomEpisodes.terminal()),
              SUBJECT.streaming(
                  randomEpisodes.disturbedInLimbo(random), randomEpisodes.terminal())));
    }
  }

  @Test
  void noGradientReachesWhatWasSeenInLimbo() {
    Random random = new Random(5);
    for (int i = 0; i < LAYOUTS; i++) {
      RandomEpisodes randomEpisodes =
          RandomEpisodes.random(random, SmallTransformer.HORIZON, SmallTransformer.NUMBERS);
      float[] gradient = inputGradient(randomEpisodes);
      boolean some = false;
      for (int at = 0; at < randomEpisodes.removed().length; at++) {
        for (int d = 0; d < SmallTransformer.NUMBERS; d++) {
          float g = gradient[at * SmallTransformer.NUMBERS + d];
          some |= g != 0;
          if (!randomEpisodes.live(at)) {
            assertEquals(0f, g, 0f);
          }
        }
      }
      boolean anyLive = false;
      for (int at = 0; at < randomEpisodes.removed().length; at++) {
        anyLive |= randomEpisodes.live(at);
      }
      assertEquals(anyLive, some);
    }
  }

  /// Gradient of a sum over live ticks, the losses of the others weighted by zero as in training.
  private static float[] inputGradient(RandomEpisodes randomEpisodes) {
    try (NDScope scope = new NDScope();
        SegmentForward forward = SUBJECT.network.segments(SUBJECT.manager)) {
      scope.suppressNotUsedWarning();
      SegmentBatch batch = SUBJECT.batch(randomEpisodes);
      NDArray observation = batch.observation();
      observation.setRequiresGradient(true);
      try (GradientCollector collector = TestTorch.gradients()) {
        LogitsAndValues logitsAndValues = forward.run(SUBJECT.vector.weights(), batch);
        NDArray live =
            batch.removed().logicalNot().toType(ai.djl.ndarray.types.DataType.FLOAT32, false);
        NDArray each =
            logitsAndValues
                .logits()
                .square()
                .sum(new int[] {1})
                .add(logitsAndValues.values().square());
        collector.backward(each.mul(live.flatten()).sum());
      }
      return observation.getGradient().toFloatArray();
    }
  }

  @Test
  void anAgentsNeighboursInTheBatchDoNotMatter() {
    RandomEpisodes randomEpisodes =
        RandomEpisodes.random(new Random(77), SmallTransformer.HORIZON, SmallTransformer.NUMBERS);
    RandomEpisodes first =
        new RandomEpisodes(
            1,
            randomEpisodes.ticks(),
            randomEpisodes.numbers(),
            java.util.Arrays.copyOf(randomEpisodes.terminal(), randomEpisodes.ticks()),
            java.util.Arrays.copyOf(randomEpisodes.removed(), randomEpisodes.ticks()),
            java.util.Arrays.copyOf(
                randomEpisodes.observation(), randomEpisodes.ticks() * randomEpisodes.numbers()));
    float[][] together = SUBJECT.streaming(randomEpisodes, randomEpisodes.terminal());
    assertTrue(
        SmallTransformer.difference(
                first,
                java.util.Arrays.copyOf(together, randomEpisodes.ticks()),
                SUBJECT.streaming(first, first.terminal()))
            < TOLERANCE);
  }

  @Test
  void anEpisodeLongerThanTheHorizonBeginsAnewInBothFormsThatAct() {
    Random random = new Random(9);
    int ticks = 2 * SmallTransformer.HORIZON + 5;
    float[] observation = new float[ticks * SmallTransformer.NUMBERS];
    for (int i = 0; i < observation.length; i++) {
      observation[i] = (float) random.nextGaussian();
    }
    RandomEpisodes randomEpisodes =
        new RandomEpisodes(
            1, ticks, SmallTransformer.NUMBERS, new byte[ticks], new byte[ticks], observation);
    assertTrue(
        SmallTransformer.difference(
                randomEpisodes,
                SUBJECT.streaming(randomEpisodes, randomEpisodes.terminal()),
                SUBJECT.fullContext(randomEpisodes))
            < TOLERANCE);
  }

  @Test
  void beginningAgainForgetsEverything() {
    RandomEpisodes randomEpisodes =
        RandomEpisodes.random(new Random(3), SmallTransformer.HORIZON, SmallTransformer.NUMBERS);
    try (var actor = SUBJECT.network.actor(SUBJECT.vector, randomEpisodes.rows())) {
      float[][] first = SUBJECT.ticks(actor, randomEpisodes, randomEpisodes.terminal());
      actor.reset();
      assertArrayEquals(first, SUBJECT.ticks(actor, randomEpisodes, randomEpisodes.terminal()));
    }
  }

  @Test
  void positionsCountedBySlotAreNoticed() {
    assertNoticed((randomEpisodes, _) -> {
      SegmentBatch right = SUBJECT.batch(randomEpisodes);
      NDArray bySlot =
          SUBJECT
              .manager
              .arange(randomEpisodes.ticks())
              .toType(ai.djl.ndarray.types.DataType.INT64, false)
              .reshape(1, randomEpisodes.ticks())
              .broadcast(randomEpisodes.rows(), randomEpisodes.ticks());
      return SUBJECT.segments(
          new SegmentBatch(
              right.rows(),
              right.ticks(),
              right.observation(),
              bySlot,
              right.episode(),
              right.removed()));
    });
  }

  @Test
  void limboLeftOpenInTrainingIsNoticed() {
    assertNoticed((randomEpisodes, _) ->
        SUBJECT.segments(
            randomEpisodes.with(
                randomEpisodes.terminal(), new byte[randomEpisodes.removed().length])));
  }

  @Test
  void episodesThatSeeEachOtherInTrainingAreNoticed() {
    assertNoticed((randomEpisodes, _) ->
        SUBJECT.segments(
            randomEpisodes.with(
                new byte[randomEpisodes.terminal().length], randomEpisodes.removed())));
  }

  @Test
  void memoryKeptOverTerminalsIsNoticed() {
    assertNoticed((randomEpisodes, _) ->
        SUBJECT.streaming(randomEpisodes, new byte[randomEpisodes.terminal().length]));
  }

  @Test
  void memoryWipedAtTruncationsIsNoticed() {
    assertNoticed((randomEpisodes, random) -> {
      byte[] wipe = randomEpisodes.terminal().clone();
      wipe[random.nextInt(wipe.length)] = 1;
      return SUBJECT.streaming(randomEpisodes, wipe);
    });
  }

  private static void assertNoticed(BiFunction<RandomEpisodes, Random, float[][]> mutant) {
    assertTrue(worst(mutant) > 1e-3);
  }

  /// The largest difference from training over all layouts.
  private static double worst(BiFunction<RandomEpisodes, Random, float[][]> form) {
    Random random = new Random(2);
    double largest = 0;
    for (int i = 0; i < LAYOUTS; i++) {
      RandomEpisodes randomEpisodes =
          RandomEpisodes.random(random, SmallTransformer.HORIZON, SmallTransformer.NUMBERS);
      largest =
          Math.max(
              largest,
              SmallTransformer.difference(
                  randomEpisodes,
                  SUBJECT.segments(randomEpisodes),
                  form.apply(randomEpisodes, random)));
    }
    return largest;
  }
}
