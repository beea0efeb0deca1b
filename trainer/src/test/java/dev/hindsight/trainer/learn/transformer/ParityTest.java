package dev.hindsight.trainer.learn.transformer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDScope;
import ai.djl.training.GradientCollector;
import dev.hindsight.trainer.learn.net.Heads;
import dev.hindsight.trainer.learn.net.SegmentBatch;
import dev.hindsight.trainer.learn.net.SegmentForward;
import dev.hindsight.trainer.learn.net.Torch;
import java.util.Random;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/// The laws of the three forms, over random layouts of episodes and limbo; and that each way to
/// break them which was ever seen is noticed.
class ParityTest {
  private static final double TOLERANCE = 1e-5;
  private static final int LAYOUTS = 60;
  private static final Subject SUBJECT = new Subject(1);

  @AfterAll
  static void close() {
    SUBJECT.close();
  }

  @Test
  void streamingAgreesWithTrainingAtEveryLiveTick() {
    assertTrue(worst((layout, _) -> SUBJECT.streaming(layout, layout.terminal())) < TOLERANCE);
  }

  @Test
  void theWholeContextComputedAnewAgreesWithTrainingAtEveryLiveTick() {
    assertTrue(worst((layout, _) -> SUBJECT.fullContext(layout)) < TOLERANCE);
  }

  @Test
  void whatAnAgentSeesInLimboMattersToNoLiveTickAtAll() {
    assertEquals(0, worst((layout, random) -> SUBJECT.segments(layout.disturbedInLimbo(random))));
  }

  @Test
  void whatAnAgentSeesInLimboMattersToNoLiveTickOfTheStreamAtAll() {
    Random random = new Random(4);
    for (int i = 0; i < LAYOUTS; i++) {
      Layout layout = Layout.random(random, Subject.HORIZON, Subject.NUMBERS);
      assertEquals(
          0,
          Subject.difference(
              layout,
              SUBJECT.streaming(layout, layout.terminal()),
              SUBJECT.streaming(layout.disturbedInLimbo(random), layout.terminal())));
    }
  }

  @Test
  void noGradientReachesWhatWasSeenInLimbo() {
    Random random = new Random(5);
    for (int i = 0; i < LAYOUTS; i++) {
      Layout layout = Layout.random(random, Subject.HORIZON, Subject.NUMBERS);
      float[] gradient = inputGradient(layout);
      boolean some = false;
      for (int at = 0; at < layout.removed().length; at++) {
        for (int d = 0; d < Subject.NUMBERS; d++) {
          float g = gradient[at * Subject.NUMBERS + d];
          some |= g != 0;
          if (!layout.live(at)) {
            assertEquals(0f, g, 0f);
          }
        }
      }
      boolean anyLive = false;
      for (int at = 0; at < layout.removed().length; at++) {
        anyLive |= layout.live(at);
      }
      assertEquals(anyLive, some);
    }
  }

  /// Gradient of a sum over live ticks, the losses of the others weighted by zero as in training.
  private static float[] inputGradient(Layout layout) {
    try (NDScope scope = new NDScope();
        SegmentForward forward = SUBJECT.network.segments(SUBJECT.manager)) {
      scope.suppressNotUsedWarning();
      SegmentBatch batch = SUBJECT.batch(layout);
      NDArray observation = batch.observation();
      observation.setRequiresGradient(true);
      try (GradientCollector collector = Torch.gradients()) {
        Heads heads = forward.run(SUBJECT.vector.weights(), batch);
        NDArray live =
            batch.removed().logicalNot().toType(ai.djl.ndarray.types.DataType.FLOAT32, false);
        NDArray each = heads.logits().square().sum(new int[] {1}).add(heads.values().square());
        collector.backward(each.mul(live.flatten()).sum());
      }
      return observation.getGradient().toFloatArray();
    }
  }

  @Test
  void anAgentsNeighboursInTheBatchDoNotMatter() {
    Layout layout = Layout.random(new Random(77), Subject.HORIZON, Subject.NUMBERS);
    Layout first =
        new Layout(
            1,
            layout.ticks(),
            layout.numbers(),
            java.util.Arrays.copyOf(layout.terminal(), layout.ticks()),
            java.util.Arrays.copyOf(layout.removed(), layout.ticks()),
            java.util.Arrays.copyOf(layout.observation(), layout.ticks() * layout.numbers()));
    float[][] together = SUBJECT.streaming(layout, layout.terminal());
    assertTrue(
        Subject.difference(
                first,
                java.util.Arrays.copyOf(together, layout.ticks()),
                SUBJECT.streaming(first, first.terminal()))
            < TOLERANCE);
  }

  @Test
  void anEpisodeLongerThanTheHorizonBeginsAnewInBothFormsThatAct() {
    Random random = new Random(9);
    int ticks = 2 * Subject.HORIZON + 5;
    float[] observation = new float[ticks * Subject.NUMBERS];
    for (int i = 0; i < observation.length; i++) {
      observation[i] = (float) random.nextGaussian();
    }
    Layout layout =
        new Layout(1, ticks, Subject.NUMBERS, new byte[ticks], new byte[ticks], observation);
    assertTrue(
        Subject.difference(
                layout, SUBJECT.streaming(layout, layout.terminal()), SUBJECT.fullContext(layout))
            < TOLERANCE);
  }

  @Test
  void beginningAgainForgetsEverything() {
    Layout layout = Layout.random(new Random(3), Subject.HORIZON, Subject.NUMBERS);
    try (var actor = SUBJECT.network.actor(SUBJECT.vector, layout.rows())) {
      float[][] first = SUBJECT.ticks(actor, layout, layout.terminal());
      actor.begin();
      assertArrayEquals(first, SUBJECT.ticks(actor, layout, layout.terminal()));
    }
  }

  @Test
  void positionsCountedBySlotAreNoticed() {
    assertNoticed((layout, _) -> {
      SegmentBatch right = SUBJECT.batch(layout);
      NDArray bySlot =
          SUBJECT
              .manager
              .arange(layout.ticks())
              .toType(ai.djl.ndarray.types.DataType.INT64, false)
              .reshape(1, layout.ticks())
              .broadcast(layout.rows(), layout.ticks());
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
    assertNoticed((layout, _) ->
        SUBJECT.segments(layout.with(layout.terminal(), new byte[layout.removed().length])));
  }

  @Test
  void episodesThatSeeEachOtherInTrainingAreNoticed() {
    assertNoticed((layout, _) ->
        SUBJECT.segments(layout.with(new byte[layout.terminal().length], layout.removed())));
  }

  @Test
  void memoryKeptOverTerminalsIsNoticed() {
    assertNoticed((layout, _) -> SUBJECT.streaming(layout, new byte[layout.terminal().length]));
  }

  @Test
  void memoryWipedAtTruncationsIsNoticed() {
    assertNoticed((layout, random) -> {
      byte[] wipe = layout.terminal().clone();
      wipe[random.nextInt(wipe.length)] = 1;
      return SUBJECT.streaming(layout, wipe);
    });
  }

  private static void assertNoticed(BiFunction<Layout, Random, float[][]> mutant) {
    assertTrue(worst(mutant) > 1e-3);
  }

  /// The largest difference from training over all layouts.
  private static double worst(BiFunction<Layout, Random, float[][]> form) {
    Random random = new Random(2);
    double largest = 0;
    for (int i = 0; i < LAYOUTS; i++) {
      Layout layout = Layout.random(random, Subject.HORIZON, Subject.NUMBERS);
      largest =
          Math.max(
              largest,
              Subject.difference(layout, SUBJECT.segments(layout), form.apply(layout, random)));
    }
    return largest;
  }
}
