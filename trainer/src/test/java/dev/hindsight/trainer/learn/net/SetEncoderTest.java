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
    try (Case some = new Case(kinds)) {
      Weights weights = some.vector.weights();
      float[] expected = some.plain(weights).toFloatArray();
      assertArrayEquals(
          expected, some.encoder.fold(weights).encode(some.set).toFloatArray(), 2e-5f);
      assertArrayEquals(
          expected, some.encoder.fold(weights).encodeToLearn(some.set).toFloatArray(), 2e-5f);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3})
  void gradientsAreThoseOfTheLayersOneAfterTheOther(int kinds) {
    try (Case some = new Case(kinds)) {
      float[] expected = some.gradient(some::plain);
      float[] folded = some.gradient(weights -> some.encoder.fold(weights).encodeToLearn(some.set));
      double largest = 0;
      for (float g : expected) {
        largest = Math.max(largest, Math.abs(g));
      }
      assertArrayEquals(expected, folded, (float) (1e-4 * largest));
    }
  }

  @Test
  void rowsOfZerosAreEncodedLikeAnyOther() {
    try (Case some = new Case(3)) {
      some.set.muli(0);
      Weights weights = some.vector.weights();
      assertArrayEquals(
          some.plain(weights).toFloatArray(),
          some.encoder.fold(weights).encode(some.set).toFloatArray(),
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
  private static final class Case implements AutoCloseable {
    private final NDManager manager = Torch.manager();
    private final SetEncoder encoder;
    private final WeightVector vector;
    private final NDArray set;

    private Case(int kinds) {
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

    private NDArray plain(Weights weights) {
      NDArray extended = encoder.extended(set);
      NDArray rows = extended.split(new long[] {encoder.inputs()}, 2).get(0);
      NDArray first = Layers.norm(Layers.linear(rows, weights, "e.0"), weights, "e.1");
      return Layers.linear(first, weights, "e.2").max(new int[] {1});
    }

    private float[] gradient(java.util.function.Function<Weights, NDArray> encode) {
      try (GradientCollector collector = Torch.gradients()) {
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
