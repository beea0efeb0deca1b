package dev.hindsight.trainer.learn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.GradientCollector;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.learn.NetworkType.Memory;
import dev.hindsight.trainer.learn.net.ConvolutionalEncoder;
import dev.hindsight.trainer.learn.net.Encoder;
import dev.hindsight.trainer.learn.net.ExclusiveGradientCollector;
import dev.hindsight.trainer.learn.net.FeedForwardNetwork;
import dev.hindsight.trainer.learn.net.NamedWeights;
import dev.hindsight.trainer.learn.net.Parameter;
import dev.hindsight.trainer.learn.net.ParameterLayout;
import dev.hindsight.trainer.learn.net.WeightVector;
import dev.hindsight.trainer.observation.NumberType;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.observation.Quantity;
import dev.hindsight.trainer.parity.Nonlinearity;
import dev.hindsight.trainer.parity.ObservationSequence;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.parity.TrainingAndActingForms;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Tensor;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The encoder of planes against a plain computation, in both its forms, and its sizes.
class ConvolutionalEncoderTest {
  private static final int ACTIONS = 5;
  private static final int SIDE = 16;
  private static final List<Integer> CHANNELS = List.of(3, 4, 2);

  /// A direction in front of two planes, a measure behind.
  private static ObservationLayout layout(int side) {
    int cells = 2 * side * side;
    return new ObservationLayout(
        List.of(
            new Segment(
                "direction",
                0,
                List.of(1),
                List.of("direction"),
                List.of(Quantity.ranged("°", 30, -1, 2)),
                NumberType.I1),
            new Segment(
                "maps", 1, List.of(2, side, side), List.of("a", "b"), List.of(), NumberType.I1),
            new Segment("load", cells + 1, List.of(1), List.of("load"))));
  }

  private static float[] seen(int count, ObservationLayout layout) {
    Random random = new Random(5);
    float[] observation = new float[count * layout.size()];
    for (int i = 0; i < observation.length; i++) {
      observation[i] = random.nextInt(-3, 4);
    }
    for (int n = 0; n < count; n++) {
      observation[n * layout.size()] = n % 4 - 1;
    }
    return observation;
  }

  private static Map<String, Tensor> tensors(ParameterLayout layout) {
    float[] flat = layout.initial(7);
    Random random = new Random(9);
    for (int i = 0; i < flat.length; i++) {
      flat[i] += (float) (0.1 * random.nextGaussian());
    }
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    layout.split(flat).forEach(tensor -> tensors.put(tensor.name(), tensor));
    return tensors;
  }

  @Test
  void theEncodingIsThatOfThePlainComputation() {
    ObservationLayout layout = layout(SIDE);
    Encoder encoder = ConvolutionalEncoder.of(layout, CHANNELS, 6, 8);
    ParameterLayout parameters = new ParameterLayout(encoder.parameters());
    Map<String, Tensor> tensors = tensors(parameters);
    float[] observation = seen(4, layout);
    try (NDManager manager = TorchEngine.scope();
        WeightVector vector = new WeightVector(manager, parameters, parameters.gather(tensors))) {
      float[] encoded =
          encoder
              .learning(vector.weights())
              .encode(manager.create(observation, new Shape(4, layout.size())))
              .toFloatArray();
      for (int n = 0; n < 4; n++) {
        float[] one = Arrays.copyOfRange(observation, n * layout.size(), (n + 1) * layout.size());
        assertArrayEquals(
            plain(one, tensors), Arrays.copyOfRange(encoded, n * 8, (n + 1) * 8), 1e-4f);
      }
    }
  }

  private static float[] plain(float[] seen, Map<String, Tensor> tensors) {
    float[] planes = Arrays.copyOfRange(seen, 1, seen.length - 1);
    for (int i = 0; i < planes.length; i++) {
      planes[i] = Math.clamp(planes[i], -1, 1);
    }
    int side = SIDE;
    int[] kernels = {8, 4, 3};
    int[] strides = {4, 2, 1};
    int from = 2;
    for (int l = 0; l < 3; l++) {
      int to = CHANNELS.get(l);
      float[] weight = values(tensors, "policy.planes.conv." + l + ".weight");
      float[] bias = values(tensors, "policy.planes.conv." + l + ".bias");
      int half = side / strides[l];
      int padding = (kernels[l] - strides[l] + 1) / 2;
      float[] next = new float[to * half * half];
      for (int o = 0; o < to; o++) {
        for (int y = 0; y < half; y++) {
          for (int x = 0; x < half; x++) {
            double sum = bias[o];
            for (int i = 0; i < from; i++) {
              for (int ky = 0; ky < kernels[l]; ky++) {
                for (int kx = 0; kx < kernels[l]; kx++) {
                  int atY = y * strides[l] + ky - padding;
                  int atX = x * strides[l] + kx - padding;
                  if (atY >= 0 && atY < side && atX >= 0 && atX < side) {
                    sum +=
                        weight[((o * from + i) * kernels[l] + ky) * kernels[l] + kx]
                            * planes[(i * side + atY) * side + atX];
                  }
                }
              }
            }
            next[(o * half + y) * half + x] = (float) Math.max(0, sum);
          }
        }
      }
      planes = next;
      from = to;
      side = half;
    }
    float[] pictures = relu(linear(planes, "policy.planes.dense", tensors));
    float load = seen[seen.length - 1];
    float direction = seen[0];
    float[] numbers = {log(direction), log(load), 0, 0, 0, 0};
    numbers[2 + (int) direction + 1] = 1;
    float[] others = relu(linear(numbers, "policy.numbers", tensors));
    float[] both = Arrays.copyOf(pictures, pictures.length + others.length);
    System.arraycopy(others, 0, both, pictures.length, others.length);
    return linear(both, "policy.joined", tensors);
  }

  private static float log(float x) {
    return (float) (Math.signum(x) * Math.log1p(Math.abs(x)));
  }

  private static float[] relu(float[] x) {
    for (int i = 0; i < x.length; i++) {
      x[i] = Math.max(0, x[i]);
    }
    return x;
  }

  private static float[] values(Map<String, Tensor> tensors, String name) {
    return Objects.requireNonNull(tensors.get(name), name).values();
  }

  private static float[] linear(float[] x, String name, Map<String, Tensor> tensors) {
    float[] weight = values(tensors, name + ".weight");
    float[] y = values(tensors, name + ".bias").clone();
    assertEquals(weight.length, y.length * x.length);
    for (int o = 0; o < y.length; o++) {
      for (int i = 0; i < x.length; i++) {
        y[o] += weight[o * x.length + i] * x[i];
      }
    }
    return y;
  }

  @Test
  void whatIsRecordedIsWhatWasTrained() {
    ObservationLayout layout = layout(SIDE);
    EnvironmentShape shape =
        new EnvironmentShape(1, layout, DriveShapes.joint(ACTIONS), 0.1, 2, 20, List.of());
    FeedForwardNetwork network =
        new FeedForwardNetwork(ConvolutionalEncoder.of(layout, CHANNELS, 6, 8), ACTIONS);
    Checkpoint checkpoint =
        new Checkpoint("untrained", "", tensors(network.parameters()), Map.of());
    NetworkType type = new NetworkType(Memory.MLP);
    assertEquals(0, type.mismatches(checkpoint).count());
    int ticks = 40;
    ObservationSequence sequence =
        new ObservationSequence(
            0,
            seen(ticks, layout),
            new EpisodeFlags(new byte[ticks], new byte[ticks], new byte[ticks]));
    try (TrainingAndActingForms forms =
        type.forms(checkpoint, shape, Nonlinearity.AS_TRAINED).orElseThrow()) {
      Outputs learned = forms.learned(sequence, MemoryRules.RIGHT);
      Outputs acted = forms.acted(sequence, MemoryRules.RIGHT);
      assertTrue(learned.from(acted, sequence.passage()).size() < 1e-5);
    }
  }

  @Test
  void weightsForMapsOfAnotherSizeAreRefused() {
    FeedForwardNetwork network =
        new FeedForwardNetwork(ConvolutionalEncoder.of(layout(SIDE), CHANNELS, 6, 8), ACTIONS);
    Checkpoint checkpoint =
        new Checkpoint("untrained", "", tensors(network.parameters()), Map.of());
    EnvironmentShape larger =
        new EnvironmentShape(1, layout(32), DriveShapes.joint(ACTIONS), 0.1, 2, 20, List.of());
    assertThrows(Problem.class, () -> new NetworkType(Memory.MLP).open(checkpoint, larger));
  }

  @Test
  void everyParameterHasAGradient() {
    ObservationLayout layout = layout(SIDE);
    Encoder encoder = ConvolutionalEncoder.of(layout, CHANNELS, 6, 8);
    ParameterLayout parameters = new ParameterLayout(encoder.parameters());
    try (NDManager manager = TorchEngine.scope();
        WeightVector vector =
            new WeightVector(manager, parameters, parameters.gather(tensors(parameters)));
        GradientCollector collector = ExclusiveGradientCollector.begin(manager.getEngine())) {
      NamedWeights weights = vector.weights();
      weights.backward(
          collector,
          encoder
              .learning(weights)
              .encode(manager.create(seen(8, layout), new Shape(8, layout.size())))
              .square()
              .sum());
      float[] gradient = vector.flat().getGradient().toFloatArray();
      parameters
          .split(gradient)
          .forEach(tensor -> {
            double sum = 0;
            for (float g : tensor.values()) {
              assertTrue(Float.isFinite(g), tensor.name());
              sum += Math.abs(g);
            }
            assertNotEquals(0, sum, tensor.name());
          });
    }
  }

  @Test
  void theConvolutionsHaveTheReferencesSizes() {
    Map<String, Integer> lengths = new HashMap<>();
    for (Parameter parameter :
        ConvolutionalEncoder.of(layout(64), List.of(16, 32, 32), 128, 32).parameters()) {
      lengths.put(parameter.name(), parameter.length());
    }
    assertEquals(16 * 2 * 64, lengths.get("policy.planes.conv.0.weight"));
    assertEquals(32 * 16 * 16, lengths.get("policy.planes.conv.1.weight"));
    assertEquals(32 * 32 * 9, lengths.get("policy.planes.conv.2.weight"));
    assertEquals(2048 * 128, lengths.get("policy.planes.dense.weight"));
  }

  @Test
  void smallPlanesAndObservationsWithoutPlanesDoNotFit() {
    assertTrue(ConvolutionalEncoder.fits(layout(8)));
    assertFalse(ConvolutionalEncoder.fits(layout(7)));
    assertFalse(
        ConvolutionalEncoder.fits(
            new ObservationLayout(List.of(new Segment("seen", 0, List.of(4), List.of())))));
  }
}
