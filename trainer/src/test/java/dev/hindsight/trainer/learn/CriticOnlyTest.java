package dev.hindsight.trainer.learn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.training.GradientCollector;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.attention.Introspection;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.attention.QueryAblation;
import dev.hindsight.trainer.attention.QueryRecomputation;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.learn.NetworkType.Memory;
import dev.hindsight.trainer.learn.graph.RandomNeighbours;
import dev.hindsight.trainer.learn.net.ExclusiveGradientCollector;
import dev.hindsight.trainer.learn.net.LogitsAndValues;
import dev.hindsight.trainer.learn.net.Network;
import dev.hindsight.trainer.learn.net.SegmentBatch;
import dev.hindsight.trainer.learn.net.SegmentForward;
import dev.hindsight.trainer.learn.net.WeightVector;
import dev.hindsight.trainer.learn.ppo.PpoType;
import dev.hindsight.trainer.learn.training.Architecture;
import dev.hindsight.trainer.observation.Audience;
import dev.hindsight.trainer.observation.NumberType;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.parity.Nonlinearity;
import dev.hindsight.trainer.parity.ObservationSequence;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.parity.TrainingAndActingForms;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.rollout.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What only the critic may see changes values and no logit, in every network that can separate the
/// two, where it learns and where it acts.
class CriticOnlyTest {
  private static final int SIDE = 8;
  private static final int SEEN = 2 * SIDE * SIDE + 3;
  private static final int HIDDEN = 4;
  private static final int NUMBERS = SEEN + HIDDEN;
  private static final int ACTIONS = 5;
  private static final int TICKS = 6;

  /// Planes and three numbers for both, four numbers for the critic.
  private static EnvironmentShape shape(Audience audience) {
    return new EnvironmentShape(
        1, layout(audience), DriveShapes.joint(ACTIONS), 0.1, 1, TICKS, List.of());
  }

  private static ObservationLayout layout(Audience audience) {
    return new ObservationLayout(
        List.of(
            new Segment("maps", 0, List.of(2, SIDE, SIDE), List.of("a", "b")),
            new Segment("own", SEEN - 3, List.of(3), List.of("x", "y", "z")),
            hidden(SEEN, audience)));
  }

  private static Segment hidden(int offset, Audience audience) {
    return new Segment(
        "hidden",
        offset,
        List.of(HIDDEN),
        List.of("p", "q", "r", "s"),
        List.of(),
        NumberType.F4,
        audience);
  }

  /// The same with numbers for the critic alone.
  private static EnvironmentShape withHidden(EnvironmentShape shape) {
    List<Segment> segments = new ArrayList<>(shape.observation().segments());
    segments.add(hidden(shape.observation().size(), Audience.CRITIC));
    return new EnvironmentShape(
        shape.agents(), new ObservationLayout(segments), shape.actions(), 1, 1, TICKS, List.of());
  }

  private static Network network(String policy, EnvironmentShape shape, String... more) {
    Map<String, String> typed =
        new LinkedHashMap<>(
            Map.of(
                "policy", policy,
                "input_size", "8",
                "hidden_size", "8",
                "feed_forward", "8",
                "channels", "2,2,2"));
    for (int i = 0; i < more.length; i += 2) {
      typed.put(more[i], more[i + 1]);
    }
    return Architecture.of(new PpoType().settings().parse(typed, "test"), shape, TICKS);
  }

  private static float[] weights(Network network) {
    float[] flat = network.parameters().initial(7);
    Random random = new Random(9);
    for (int i = 0; i < flat.length; i++) {
      flat[i] += (float) (0.2 * random.nextGaussian());
    }
    return flat;
  }

  private static Checkpoint untrained(Network network) {
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    network
        .parameters()
        .split(weights(network))
        .forEach(tensor -> tensors.put(tensor.name(), tensor));
    return new Checkpoint("untrained", "", tensors, Map.of());
  }

  private static float[] seen() {
    Random random = new Random(3);
    float[] observation = new float[TICKS * NUMBERS];
    for (int i = 0; i < observation.length; i++) {
      observation[i] = (float) random.nextGaussian();
    }
    return observation;
  }

  /// The numbers for the critic differ at one tick.
  private static float[] disturbed(int tick) {
    float[] other = seen();
    for (int i = 0; i < HIDDEN; i++) {
      other[tick * NUMBERS + SEEN + i] += 1;
    }
    return other;
  }

  private static ObservationSequence sequence(float[] observation) {
    return new ObservationSequence(
        0, observation, new EpisodeFlags(new byte[TICKS], new byte[TICKS], new byte[TICKS]));
  }

  /// The largest absolute gradient of an output over the numbers of all ticks that only the critic
  /// sees, and over those that both see.
  private static float[] gradients(Network network, Function<LogitsAndValues, NDArray> output) {
    try (NDManager manager = TorchEngine.scope();
        WeightVector vector = new WeightVector(manager, network.parameters(), weights(network));
        SegmentForward forward = network.segments(manager);
        GradientCollector collector = ExclusiveGradientCollector.begin(manager.getEngine())) {
      SegmentBatch batch =
          SegmentBatch.of(manager, 1, TICKS, seen(), new byte[TICKS], new byte[TICKS]);
      batch.observation().setRequiresGradient(true);
      NDArray result = output.apply(forward.run(vector.weights(), batch));
      collector.backward(result.square().sum());
      float[] gradient = batch.observation().getGradient().toFloatArray();
      float[] largest = new float[2];
      for (int i = 0; i < gradient.length; i++) {
        int of = i % NUMBERS < SEEN ? 1 : 0;
        largest[of] = Math.max(largest[of], Math.abs(gradient[i]));
      }
      return largest;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"mlp", "lstm", "transformer"})
  void noGradientLeadsFromTheLogitsToWhatOnlyTheCriticSees(String policy) {
    for (String encoder : List.of("linear", "convolutional")) {
      Network network = network(policy, shape(Audience.CRITIC), "encoder", encoder);
      float[] logits = gradients(network, LogitsAndValues::logits);
      assertEquals(0, logits[0], encoder);
      assertNotEquals(0, logits[1], encoder);
      float[] values = gradients(network, LogitsAndValues::values);
      assertNotEquals(0, values[0], encoder);
      assertNotEquals(0, values[1], encoder);
    }
  }

  @Test
  void criticOnlyFeaturesThatReachTheActorAreFoundByTheGradient() {
    Network leaks = network("mlp", shape(Audience.ALL), "encoder", "linear");
    assertNotEquals(0, gradients(leaks, LogitsAndValues::logits)[0]);
  }

  @ParameterizedTest
  @ValueSource(strings = {"MLP", "LSTM", "TRANSFORMER"})
  void bothFormsAgreeAndTheLogitsKeepTheirBits(Memory memory) {
    NetworkType type = new NetworkType(memory);
    for (String encoder : List.of("linear", "convolutional")) {
      EnvironmentShape shape = shape(Audience.CRITIC);
      Checkpoint checkpoint = untrained(network(type.id(), shape, "encoder", encoder));
      assertEquals(0, type.mismatches(checkpoint).count());
      try (TrainingAndActingForms forms =
          type.forms(checkpoint, shape, Nonlinearity.AS_TRAINED).orElseThrow()) {
        Outputs learned = forms.learned(sequence(seen()), MemoryRules.RIGHT);
        Outputs acted = forms.acted(sequence(seen()), MemoryRules.RIGHT);
        assertTrue(learned.from(acted, sequence(seen()).passage()).size() < 1e-4);
        int tick = 2;
        sameButOneValue(learned, forms.learned(sequence(disturbed(tick)), MemoryRules.RIGHT), tick);
        sameButOneValue(acted, forms.acted(sequence(disturbed(tick)), MemoryRules.RIGHT), tick);
      }
    }
  }

  /// It reaches the value of its tick only: it is in no memory.
  private static void sameButOneValue(Outputs before, Outputs after, int tick) {
    assertArrayEquals(before.logits(), after.logits());
    for (int t = 0; t < TICKS; t++) {
      assertEquals(t == tick, before.values()[t] != after.values()[t], "tick " + t);
    }
  }

  @Test
  void attentionAndItsRecomputationSeeTheSameValues() {
    EnvironmentShape shape = shape(Audience.CRITIC);
    Checkpoint checkpoint = untrained(network("transformer", shape, "encoder", "linear"));
    NetworkType type = new NetworkType(Memory.TRANSFORMER);
    EpisodeFlags flags = sequence(seen()).passage();
    Span all = new Span(0, TICKS);
    try (Introspection introspection = type.introspect(checkpoint, shape).orElseThrow();
        TrainingAndActingForms forms =
            type.forms(checkpoint, shape, Nonlinearity.AS_TRAINED).orElseThrow();
        QueryRecomputation recall = introspection.recall(all, seen(), flags, MemoryRules.RIGHT)) {
      Outputs learned = forms.learned(sequence(seen()), MemoryRules.RIGHT);
      assertArrayEquals(
          learned.values(),
          introspection.look(all, seen(), flags, MemoryRules.RIGHT).values(),
          1e-5f);
      for (int query = 0; query < TICKS; query++) {
        assertEquals(
            learned.values()[query],
            recall.recompute(query, List.of(QueryAblation.NONE)).values()[0],
            1e-5f);
      }
    }
  }

  @Test
  void weightsForAnotherAudienceAreRefused() {
    for (Audience trained : Audience.values()) {
      Audience shown = trained == Audience.ALL ? Audience.CRITIC : Audience.ALL;
      Checkpoint checkpoint = untrained(network("mlp", shape(trained), "encoder", "linear"));
      assertThrows(Problem.class, () -> new NetworkType(Memory.MLP).open(checkpoint, shape(shown)));
    }
  }

  @Test
  void aGraphPolicyWhichCannotSeparateThemIsRefused() {
    EnvironmentShape marked = withHidden(RandomNeighbours.shape(8, 3));
    Problem problem = assertThrows(Problem.class, () -> network("graph", marked));
    assertTrue(problem.getMessage().contains("only the critic"), problem.getMessage());
  }

  @Test
  void driversWithAnLstmWhichCannotSeparateThemAreRefused() {
    EnvironmentShape marked = withHidden(DriveShapes.of(1, 7, 31, 128, DriveShapes.joint(91)));
    assertThrows(Problem.class, () -> network("lstm", marked));
    assertTrue(network("mlp", marked).parameters().length() > 0);
  }

  @Test
  void theActorSeesTheNumbersBeforeThoseOfTheCritic() {
    assertEquals(SEEN, layout(Audience.CRITIC).forActor().size());
    assertEquals(NUMBERS, layout(Audience.ALL).forActor().size());
    assertFalse(layout(Audience.ALL).segments().getLast().criticOnly());
    assertThrows(
        IllegalArgumentException.class,
        () ->
            new ObservationLayout(
                Arrays.asList(
                    hidden(0, Audience.CRITIC),
                    new Segment("seen", HIDDEN, List.of(1), List.of()))));
  }
}
