package dev.hindsight.trainer.learn.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.GradientCollector;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The folded encoder against the layers it is made of, one after the other.
class SetEncoderTest {
  private static final int COUNT = 700;
  private static final int ROWS = 31;
  private static final int FEATURES = 7;

  @ParameterizedTest
  @ValueSource(ints = {0, 3})
  void theEncodingIsThatOfTheLayersOneAfterTheOther(int kinds) {
    try (RandomSets some = new RandomSets(kinds)) {
      NamedWeights namedWeights = some.vector.weights();
      float[] expected = some.plain(namedWeights).toFloatArray();
      assertArrayEquals(
          expected, some.encoder.fold(namedWeights).encode(some.set).toFloatArray(), 2e-5f);
      assertArrayEquals(
          expected, some.encoder.fold(namedWeights).encodeToLearn(some.set).toFloatArray(), 2e-5f);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3})
  void gradientsAreThoseOfTheLayersOneAfterTheOther(int kinds) {
    try (RandomSets some = new RandomSets(kinds)) {
      float[] expected = some.gradient(some::plain);
      float[] folded =
          some.gradient(namedWeights -> some.encoder.fold(namedWeights).encodeToLearn(some.set));
      double largest = 0;
      for (float g : expected) {
        largest = Math.max(largest, Math.abs(g));
      }
      assertArrayEquals(expected, folded, (float) (1e-4 * largest));
    }
  }

  @Test
  void rowsOfZerosAreEncodedLikeAnyOther() {
    try (RandomSets some = new RandomSets(3)) {
      some.set.muli(0);
      NamedWeights namedWeights = some.vector.weights();
      assertArrayEquals(
          some.plain(namedWeights).toFloatArray(),
          some.encoder.fold(namedWeights).encode(some.set).toFloatArray(),
          2e-5f);
    }
  }

  @Test
  void itsParametersAreNamedAsInTheReference() {
    assertEquals(
        java.util.List.of(
            "e.0.weight", "e.0.bias", "e.1.weight", "e.1.bias", "e.2.weight", "e.2.bias"),
        new SetEncoder("e", 1, 7, 7, 4).parameters().stream().map(Parameter::name).toList());
  }

  /// Random weights and rows, the last number of each a kind where there are any.
  private static final class RandomSets implements AutoCloseable {
    private final NDManager manager = TestTorch.manager();
    private final SetEncoder encoder;
    private final WeightVector vector;
    private final NDArray set;

    private RandomSets(int kinds) {
      encoder = new SetEncoder("e", ROWS, FEATURES, kinds, 16);
      ParameterLayout layout = new ParameterLayout(encoder.parameters());
      Random random = new Random(kinds);
      float[] values = layout.initial(1);
      for (int i = 0; i < values.length; i++) {
        values[i] += (float) (0.2 * random.nextGaussian());
      }
      vector = new WeightVector(manager, layout, values);
      float[] rows = new float[COUNT * ROWS * FEATURES];
      for (int i = 0; i < rows.length; i++) {
        boolean kind = kinds > 0 && i % FEATURES == FEATURES - 1;
        rows[i] = kind ? random.nextInt(kinds) : (float) random.nextGaussian();
      }
      set = manager.create(rows, new Shape(COUNT, ROWS, FEATURES));
    }

    private NDArray plain(NamedWeights namedWeights) {
      NDArray extended = encoder.extended(set);
      NDArray rows = extended.split(new long[] {encoder.inputs()}, 2).get(0);
      NDArray first = Layers.norm(Layers.linear(rows, namedWeights, "e.0"), namedWeights, "e.1");
      return Layers.linear(first, namedWeights, "e.2").max(new int[] {1});
    }

    private float[] gradient(java.util.function.Function<NamedWeights, NDArray> encode) {
      try (GradientCollector collector = TestTorch.gradients()) {
        NDArray weighed =
            encode.apply(vector.weights()).mul(manager.arange(16f).reshape(1, 16).add(1));
        collector.backward(weighed.square().mean());
      }
      NDArray gradient = vector.flat().getGradient();
      float[] values = gradient.toFloatArray();
      gradient.subi(gradient.duplicate());
      return values;
    }

    @Override
    public void close() {
      manager.close();
    }
  }
}
