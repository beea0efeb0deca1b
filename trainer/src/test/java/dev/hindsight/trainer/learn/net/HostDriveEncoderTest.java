package dev.hindsight.trainer.learn.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.GradientCollector;
import java.util.Random;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Sets encoded in Java's memory against the same in PyTorch's, which another test holds against
/// the layers themselves.
class HostDriveEncoderTest {
  private static final int EGO = 5;
  private static final int PARTNERS = 8;
  private static final int ROADS = 20;
  private static final int FEATURES = 7;
  private static final int NUMBERS = EGO + (PARTNERS + ROADS) * FEATURES;
  private static final int COUNT = 40;

  private static final DriveEncoder ENCODER =
      new DriveEncoder(
          NUMBERS,
          EGO,
          new SetEncoder("policy.partner_encoder", PARTNERS, FEATURES, 0, 16),
          EGO,
          new SetEncoder("policy.road_encoder", ROADS, FEATURES, 7, 16),
          EGO + PARTNERS * FEATURES,
          8);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void encodingsAgreeInBothWays(long seed) {
    try (NDManager manager = TestTorch.manager();
        WeightVector vector = vector(manager, seed)) {
      NDArray seen = manager.create(observation(seed), new Shape(COUNT, NUMBERS));
      NamedWeights namedWeights = vector.weights();
      float[] expected = ENCODER.learningOnDevice(namedWeights).encode(seen).toFloatArray();
      assertArrayEquals(expected, ENCODER.acting(namedWeights).encode(seen).toFloatArray(), 1e-5f);
      assertArrayEquals(
          expected, ENCODER.learning(namedWeights).encode(seen).toFloatArray(), 1e-5f);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void gradientsAgreeInBothWays(long seed) {
    float[] expected = gradient(seed, (_, namedWeights) -> ENCODER.learningOnDevice(namedWeights));
    float[] actual = gradient(seed, (_, namedWeights) -> ENCODER.learning(namedWeights));
    assertArrayEquals(expected, actual, (float) (1e-4 * largest(expected)));
  }

  @Test
  void gradientsWithoutTheirRemainderAreNoticed() {
    float[] expected = gradient(1, (_, namedWeights) -> ENCODER.learningOnDevice(namedWeights));
    float[] without = gradient(1, (vector, _) -> ENCODER.learning(vector.weights()));
    double difference = 0;
    for (int i = 0; i < expected.length; i++) {
      difference = Math.max(difference, Math.abs(expected[i] - without[i]));
    }
    assertTrue(difference > 1e-2 * largest(expected));
  }

  @Test
  void roadsOfNoKnownKindAreEncodedAlikeToo() {
    try (NDManager manager = TestTorch.manager();
        WeightVector vector = vector(manager, 4)) {
      float[] observation = observation(4);
      for (int i = EGO + PARTNERS * FEATURES + 6; i < observation.length; i += NUMBERS) {
        observation[i] = 9;
      }
      NDArray seen = manager.create(observation, new Shape(COUNT, NUMBERS));
      NamedWeights namedWeights = vector.weights();
      assertArrayEquals(
          ENCODER.learningOnDevice(namedWeights).encode(seen).toFloatArray(),
          ENCODER.acting(namedWeights).encode(seen).toFloatArray(),
          1e-5f);
    }
  }

  private static float[] gradient(
      long seed, BiFunction<WeightVector, NamedWeights, Encoder.Encoding> learning) {
    try (NDManager manager = TestTorch.manager();
        NDScope scope = new NDScope();
        WeightVector vector = vector(manager, seed)) {
      scope.suppressNotUsedWarning();
      NDArray seen = manager.create(observation(seed), new Shape(COUNT, NUMBERS));
      NDArray direction = manager.create(noise(new Random(9), COUNT * 8), new Shape(COUNT, 8));
      try (GradientCollector collector = TestTorch.gradients()) {
        NamedWeights namedWeights = vector.weights();
        NDArray encoded = learning.apply(vector, namedWeights).encode(seen);
        namedWeights.backward(collector, encoded.mul(direction).sum());
      }
      return vector.flat().getGradient().toFloatArray();
    }
  }

  /// Sets that are full, partly empty, and empty.
  private static float[] observation(long seed) {
    Random random = new Random(seed);
    float[] observation = noise(random, COUNT * NUMBERS);
    for (int i = 0; i < COUNT; i++) {
      empty(observation, i * NUMBERS + EGO, PARTNERS, random.nextInt(PARTNERS + 1));
      int roads = i * NUMBERS + EGO + PARTNERS * FEATURES;
      for (int row = 0; row < ROADS; row++) {
        observation[roads + row * FEATURES + 6] = random.nextInt(7);
      }
      empty(observation, roads, ROADS, random.nextInt(ROADS + 1));
    }
    return observation;
  }

  private static void empty(float[] observation, int from, int rows, int full) {
    java.util.Arrays.fill(observation, from + full * FEATURES, from + rows * FEATURES, 0);
  }

  private static WeightVector vector(NDManager manager, long seed) {
    ParameterLayout layout = new ParameterLayout(ENCODER.parameters());
    float[] values = layout.initial(seed);
    float[] noise = noise(new Random(seed), values.length);
    for (int i = 0; i < values.length; i++) {
      values[i] += 0.3f * noise[i];
    }
    return new WeightVector(manager, layout, values);
  }

  private static float[] noise(Random random, int length) {
    float[] noise = new float[length];
    for (int i = 0; i < length; i++) {
      noise[i] = (float) random.nextGaussian();
    }
    return noise;
  }

  private static double largest(float[] values) {
    double largest = 0;
    for (float value : values) {
      largest = Math.max(largest, Math.abs(value));
    }
    return largest;
  }
}
