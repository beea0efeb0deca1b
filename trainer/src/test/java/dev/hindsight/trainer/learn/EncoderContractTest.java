package dev.hindsight.trainer.learn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.learn.net.Encoder;
import dev.hindsight.trainer.learn.net.EncoderKind;
import dev.hindsight.trainer.learn.net.FirstLayer;
import dev.hindsight.trainer.learn.net.NetworkSize;
import dev.hindsight.trainer.learn.net.Parameter;
import dev.hindsight.trainer.learn.net.ParameterLayout;
import dev.hindsight.trainer.learn.net.WeightVector;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Tensor;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The contract of every encoder in the list. A new one adds an example of what it reads here.
class EncoderContractTest {
  private static final int WIDTH = 8;
  private static final int ROWS = 3;

  private static final Map<String, ObservationLayout> EXAMPLES =
      Map.of(
          "sets", DriveShapes.of(1, 7, 4, 8, DriveShapes.joint(5)).observation(),
          "convolutional", planes(),
          "atari", excavation(),
          "resnet_delayed", excavation(),
          "linear", new ObservationLayout(List.of(new Segment("seen", 0, List.of(6), List.of()))));

  private static ObservationLayout planes() {
    return new ObservationLayout(
        List.of(
            new Segment("maps", 0, List.of(2, 8, 8), List.of("a", "b")),
            new Segment("own", 128, List.of(2), List.of("x", "y"))));
  }

  private static ObservationLayout excavation() {
    EnvironmentType type = BuiltInEnvironments.named("excavation");
    return type.prepare(type.settings().parse(Map.of("sites", "1"), "test"), Optional.empty())
        .shape()
        .observation();
  }

  static List<EncoderKind> kinds() {
    return EncoderKind.ALL;
  }

  private static ObservationLayout example(EncoderKind kind) {
    return Optional.ofNullable(EXAMPLES.get(kind.id())).orElseThrow();
  }

  private static Encoder encoder(EncoderKind kind) {
    return kind.of(
        example(kind),
        new EncoderKind.Sizes(
            4, WIDTH, List.of(2, 2, 2), NetworkSize.BASE, EncoderKind.Sizes.Ending.JOINED));
  }

  private static Checkpoint untrained(Encoder encoder) {
    ParameterLayout layout = new ParameterLayout(encoder.parameters());
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    layout.split(layout.initial(3)).forEach(tensor -> tensors.put(tensor.name(), tensor));
    return new Checkpoint("untrained", "", tensors, Map.of());
  }

  private static float[] seen(int numbers) {
    Random random = new Random(5);
    float[] observation = new float[ROWS * numbers];
    for (int i = 0; i < observation.length; i++) {
      observation[i] = random.nextInt(2);
    }
    return observation;
  }

  @Test
  void idsAreUniqueAndEachHasAnExample() {
    Set<String> ids = kinds().stream().map(EncoderKind::id).collect(Collectors.toSet());
    assertEquals(kinds().size(), ids.size());
    assertEquals(EXAMPLES.keySet(), new HashSet<>(ids));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void itsWeightsAreRecognisedAndTellItsSizes(EncoderKind kind) {
    assertTrue(kind.fits(example(kind)));
    Encoder encoder = encoder(kind);
    assertEquals(WIDTH, encoder.width());
    assertEquals(example(kind).size(), encoder.inputs());
    Checkpoint weights = untrained(encoder);
    assertEquals(kind, EncoderKind.of(weights));
    for (EncoderKind other : kinds()) {
      assertEquals(other.equals(kind), other.wrote(weights), other.id());
    }
    assertEquals(encoder.parameters(), kind.shaped(weights).parameters());
    assertEquals(WIDTH, kind.shaped(weights).width());
    assertEquals(encoder.parameters(), kind.of(weights, example(kind)).parameters());
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void bothFormsEncodeTheSameAndARowDoesNotDependOnOthers(EncoderKind kind) {
    Encoder encoder = encoder(kind);
    ParameterLayout layout = new ParameterLayout(encoder.parameters());
    float[] observation = seen(encoder.inputs());
    try (NDManager manager = TorchEngine.scope();
        WeightVector vector = new WeightVector(manager, layout, layout.initial(3))) {
      NDArray rows = manager.create(observation, new Shape(ROWS, encoder.inputs()));
      NDArray learned = encoder.learning(vector.weights()).encode(rows);
      assertEquals(new Shape(ROWS, WIDTH), learned.getShape());
      float[] acted = encoder.acting(vector.weights()).encode(rows).toFloatArray();
      assertArrayEquals(learned.toFloatArray(), acted, 1e-5f);
      float[] alone = encoder.acting(vector.weights()).encode(rows.get("1:2")).toFloatArray();
      for (int i = 0; i < WIDTH; i++) {
        assertEquals(acted[WIDTH + i], alone[i], 1e-5f);
      }
      assertNotEquals(acted[0], acted[WIDTH]);
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void firstLayersReadTheObservationWithItsParameters(EncoderKind kind) {
    Encoder encoder = encoder(kind);
    Set<String> names =
        encoder.parameters().stream().map(Parameter::name).collect(Collectors.toSet());
    for (FirstLayer layer : encoder.firstLayers()) {
      assertTrue(names.containsAll(List.of(layer.weight(), layer.bias())), layer.name());
      int last = layer.from() + (layer.rows() - 1) * layer.stride() + layer.columns();
      assertTrue(last <= encoder.inputs(), layer.name());
    }
  }

  @Test
  void onlyTheLinearOneReadsEverything() {
    ObservationLayout bare =
        new ObservationLayout(List.of(new Segment("seen", 0, List.of(6), List.of())));
    for (EncoderKind kind : kinds()) {
      assertEquals(kind.id().equals("linear"), kind.fits(bare), kind.id());
      assertFalse(kind.id().isBlank());
    }
  }
}
