package dev.hindsight.trainer.learn.lstm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.GradientCollector;
import dev.hindsight.trainer.learn.net.CriticNetwork.WeightUse;
import dev.hindsight.trainer.learn.net.CriticOnly;
import dev.hindsight.trainer.learn.net.LinearEncoder;
import dev.hindsight.trainer.learn.net.NamedWeights;
import dev.hindsight.trainer.learn.net.NetworkActor;
import dev.hindsight.trainer.learn.net.ParameterLayout;
import dev.hindsight.trainer.learn.net.RecurrentMemory;
import dev.hindsight.trainer.learn.net.ReplayedTicks;
import dev.hindsight.trainer.learn.net.SegmentBatch;
import dev.hindsight.trainer.learn.net.TestTorch;
import dev.hindsight.trainer.learn.net.WeightVector;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// What a burn-in and a stored state do to actors and critics with an LSTM: one sequence of 7
/// ticks, the last 4 of which are learned from.
class LstmSequenceTest {
  private static final int TICKS = 7;
  private static final int BURN_IN = 3;
  private static final int NUMBERS = 5;
  private static final int WIDTH = 8;
  private static final LinearEncoder ENCODER = new LinearEncoder(NUMBERS, WIDTH);
  private static final LstmNetwork ACTOR = new LstmNetwork(ENCODER, 4);
  private static final LstmCriticNetwork CRITIC =
      new LstmCriticNetwork(ENCODER, CriticOnly.NONE, 2, 1, List.of());

  /// What is computed at the chosen ticks.
  @FunctionalInterface
  private interface Outputs {
    NDArray of(NamedWeights weights, SegmentBatch batch);
  }

  /// The policy's logits and values are linear in the same hidden state.
  private static NDArray acting(NamedWeights weights, SegmentBatch batch) {
    return ACTOR.segments(batch.observation().getManager()).run(weights, batch).values();
  }

  private static NDArray values(NamedWeights weights, SegmentBatch batch) {
    NDArray action = batch.observation().getManager().ones(new Shape(TICKS - BURN_IN, 2));
    return CRITIC.values(weights, batch, action, WeightUse.LEARNING);
  }

  private static float[] observations() {
    float[] numbers = new float[TICKS * NUMBERS];
    Random random = new Random(3);
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = (float) random.nextGaussian();
    }
    return numbers;
  }

  /// @param first tick of its episode with which it begins
  private static SegmentBatch batch(
      NDManager manager, NDArray observation, int burnIn, int first, Optional<NDArray> memory) {
    int ticks = Math.toIntExact(observation.getShape().get(0));
    long[] position = new long[ticks];
    Arrays.setAll(position, t -> first + t);
    long[] chosen = new long[TICKS - BURN_IN];
    Arrays.setAll(chosen, k -> ticks - chosen.length + k);
    Shape row = new Shape(1, ticks);
    return new SegmentBatch(
            1,
            ticks,
            observation,
            manager.create(position, row),
            manager.zeros(row, DataType.INT32),
            manager.zeros(row, DataType.BOOLEAN))
        .with(new ReplayedTicks(manager.create(chosen), burnIn, memory));
  }

  /// The gradient of the sum of squares of the outputs.
  ///
  /// @param observations of observations, otherwise of weights
  private static float[] gradient(
      Outputs outputs, ParameterLayout layout, int burnIn, boolean observations) {
    try (NDManager manager = TestTorch.manager();
        WeightVector weights = new WeightVector(manager, layout, layout.initial(4));
        NDArray seen = manager.create(observations(), new Shape(TICKS, NUMBERS))) {
      seen.setRequiresGradient(true);
      try (GradientCollector collector = TestTorch.gradients()) {
        SegmentBatch batch = batch(manager, seen, burnIn, 9, Optional.empty());
        collector.backward(outputs.of(weights.weights(), batch).square().sum());
        return (observations ? seen : weights.flat()).getGradient().toFloatArray();
      }
    }
  }

  private static void checkBurnIn(Outputs outputs, ParameterLayout layout) {
    float[] warmed = gradient(outputs, layout, BURN_IN, true);
    float[] learned = gradient(outputs, layout, 0, true);
    for (int i = 0; i < TICKS * NUMBERS; i++) {
      boolean burnIn = i < BURN_IN * NUMBERS;
      assertEquals(burnIn, warmed[i] == 0, "gradient of number " + i);
      assertTrue(learned[i] != 0, "a tick that is learned from has a gradient");
    }
  }

  @Test
  void noGradientFlowsBackIntoTheBurnIn() {
    checkBurnIn(LstmSequenceTest::acting, ACTOR.parameters());
    checkBurnIn(LstmSequenceTest::values, CRITIC.parameters());
  }

  @Test
  void weightsLearnAsIfTheMemoryAfterTheBurnInWereGiven() {
    float[] state = new float[2 * WIDTH];
    float[] seen = observations();
    try (NDManager manager = TestTorch.manager();
        WeightVector weights =
            new WeightVector(manager, ACTOR.parameters(), ACTOR.parameters().initial(4))) {
      try (NetworkActor actor = ACTOR.actor(weights, 1)) {
        for (int t = 0; t < BURN_IN; t++) {
          float[] tick = Arrays.copyOfRange(seen, t * NUMBERS, (t + 1) * NUMBERS);
          actor.act(tick, new byte[1], new float[4], new float[1]);
        }
        actor.copyState(state);
      }
      float[] rest = Arrays.copyOfRange(seen, BURN_IN * NUMBERS, seen.length);
      NDArray memory = manager.create(state, new Shape(1, 2L * WIDTH));
      float[] given;
      try (GradientCollector collector = TestTorch.gradients()) {
        NDArray observation = manager.create(rest, new Shape(TICKS - BURN_IN, NUMBERS));
        SegmentBatch batch = batch(manager, observation, 0, 9, Optional.of(memory));
        collector.backward(acting(weights.weights(), batch).square().sum());
        given = weights.flat().getGradient().toFloatArray();
      }
      float[] warmed = gradient(LstmSequenceTest::acting, ACTOR.parameters(), BURN_IN, false);
      assertArrayEquals(given, warmed, 1e-6f);
      float[] through = gradient(LstmSequenceTest::acting, ACTOR.parameters(), 0, false);
      double largest = 0;
      for (int i = 0; i < given.length; i++) {
        largest = Math.max(largest, Math.abs(given[i] - through[i]));
      }
      assertTrue(largest > 1e-4, "with gradients through the burn-in it would differ: " + largest);
    }
  }

  private static float[] outputs(float[] seen, int first) {
    try (NDManager manager = TestTorch.manager();
        WeightVector weights =
            new WeightVector(manager, ACTOR.parameters(), ACTOR.parameters().initial(4))) {
      NDArray observation = manager.create(seen, new Shape(TICKS, NUMBERS));
      return acting(
              weights.weights(), batch(manager, observation, BURN_IN, first, Optional.empty()))
          .toFloatArray();
    }
  }

  @Test
  void theBurnInChangesTheMemoryUnlessTheEpisodeBeginsBehindIt() {
    float[] seen = observations();
    float[] other = seen.clone();
    other[2] += 1;
    assertFalse(Arrays.equals(outputs(seen, 9), outputs(other, 9)));
    assertArrayEquals(outputs(seen, -BURN_IN), outputs(other, -BURN_IN));
  }

  @Test
  void aCopiedStateIsTheMemoryToTheBitAndZeroForWhoForgets() {
    try (NDManager manager = TestTorch.manager();
        WeightVector weights =
            new WeightVector(manager, ACTOR.parameters(), ACTOR.parameters().initial(4));
        NetworkActor actor = ACTOR.actor(weights, 2)) {
      float[] seen = Arrays.copyOf(observations(), 2 * NUMBERS);
      float[] state = new float[4 * WIDTH];
      actor.act(seen, new byte[2], new float[8], new float[2]);
      actor.copyState(state);
      RecurrentMemory memory = (RecurrentMemory) actor.memory();
      for (int agent = 0; agent < 2; agent++) {
        for (int i = 0; i < WIDTH; i++) {
          assertEquals(memory.hidden()[agent * WIDTH + i], state[2 * agent * WIDTH + i]);
          assertEquals(memory.cell()[agent * WIDTH + i], state[(2 * agent + 1) * WIDTH + i]);
        }
      }
      actor.endEpisode(1);
      actor.copyState(state);
      assertTrue(state[0] != 0);
      assertArrayEquals(new float[2 * WIDTH], Arrays.copyOfRange(state, 2 * WIDTH, 4 * WIDTH));
    }
  }
}
