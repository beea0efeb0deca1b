package dev.hindsight.trainer.learn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.ndarray.NDManager;
import ai.djl.training.GradientCollector;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.env.excavation.observation.ExcavationSegments;
import dev.hindsight.trainer.learn.NetworkType.Memory;
import dev.hindsight.trainer.learn.algorithm.BuiltInAlgorithms;
import dev.hindsight.trainer.learn.net.ExclusiveGradientCollector;
import dev.hindsight.trainer.learn.net.LogitsAndValues;
import dev.hindsight.trainer.learn.net.NamedWeights;
import dev.hindsight.trainer.learn.net.Network;
import dev.hindsight.trainer.learn.net.SegmentBatch;
import dev.hindsight.trainer.learn.net.SegmentForward;
import dev.hindsight.trainer.learn.net.WeightVector;
import dev.hindsight.trainer.learn.ppo.PpoType;
import dev.hindsight.trainer.learn.training.Architecture;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.parity.Nonlinearity;
import dev.hindsight.trainer.parity.ObservationSequence;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.parity.TrainingAndActingForms;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import dev.hindsight.trainer.run.session.TrainingSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The reference's two encoders of an excavation: their sizes, both their forms, and learning.
class ExcavationEncoderTest {
  private static final int TICKS = 6;

  private static EnvironmentFactory factory(int size) {
    EnvironmentType type = BuiltInEnvironments.named("excavation");
    return type.prepare(
        type.settings()
            .parse(
                Map.of("size", Integer.toString(size), "sites", "2", "critic_only", "true"),
                "test"),
        Optional.empty());
  }

  private static Network network(EnvironmentShape shape, String... settings) {
    Map<String, String> typed =
        new LinkedHashMap<>(
            Map.of("policy", "mlp", "hidden_size", "16", "feed_forward", "16", "num_layers", "1"));
    for (int i = 0; i < settings.length; i += 2) {
      typed.put(settings[i], settings[i + 1]);
    }
    return Architecture.of(new PpoType().settings().parse(typed, "test"), shape, TICKS);
  }

  /// Sums the parameters that are there to be trained; nothing here knows the number.
  @ParameterizedTest
  @CsvSource({
    "atari, layers, base, 64, 480137",
    "atari, layers, base, 32, 283017",
    "resnet_delayed, trunks, base, 64, 537689",
    "resnet_delayed, trunks, medium, 64, 951081",
    "resnet_delayed, trunks, large, 64, 3157145",
    "resnet_delayed, trunks, medium_deep, 64, 2135385",
    "resnet_delayed, trunks, large_deep, 64, 9958521"
  })
  void parametersAreAsManyAsTheReferences(
      String encoder, String actorCritic, String networkSize, int size, int expected) {
    // Without trunks the reference's critic has no numbers of its own.
    EnvironmentShape shape = factory(size).shape();
    EnvironmentShape seen = actorCritic.equals("layers") ? withoutCriticOnly(shape) : shape;
    Network network =
        network(seen, "encoder", encoder, "actor_critic", actorCritic, "network_size", networkSize);
    assertEquals(expected, network.parameters().length());
  }

  private static EnvironmentShape withoutCriticOnly(EnvironmentShape shape) {
    return new EnvironmentShape(
        1, shape.observation().forActor(), shape.actions(), 1, 1, TICKS, List.of());
  }

  @Test
  void theReferencesPresetTrainsTheReferencesNetwork() {
    TrainingSpec spec =
        TrainingSpec.of(
            new TrainingRequest(
                "excavation",
                Optional.of("ring-64-reference"),
                List.of(),
                Map.of("env.sites", "2"),
                7,
                TrainingTask.Device.CPU,
                Optional.empty()),
            BuiltInAlgorithms.named("ppo"));
    EnvironmentShape shape = spec.task().factories().getFirst().shape();
    assertEquals(537_689, Architecture.of(spec.task().settings(), shape, 32).parameters().length());
  }

  /// What an excavator sees that digs and moves at random.
  private static float[] seen(EnvironmentFactory factory) {
    Environment environment = factory.create(3);
    Actions actions = new Actions(environment.shape());
    int size = environment.shape().observation().size();
    float[] all = new float[TICKS * size];
    int[] script = {6, 5, 6, 6, 0, 3};
    for (int t = 0; t < TICKS; t++) {
      System.arraycopy(environment.buffer().observation, 0, all, t * size, size);
      actions.joint[0] = script[t];
      environment.step(actions);
    }
    return all;
  }

  private static Checkpoint untrained(Network network) {
    float[] flat = network.parameters().initial(7);
    Random random = new Random(9);
    for (int i = 0; i < flat.length; i++) {
      flat[i] += (float) (0.02 * random.nextGaussian());
    }
    return checkpoint(network.parameters().split(flat));
  }

  private static Checkpoint checkpoint(List<Tensor> weights) {
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    weights.forEach(tensor -> tensors.put(tensor.name(), tensor));
    return new Checkpoint("untrained", "", tensors, Map.of());
  }

  @ParameterizedTest
  @CsvSource({
    "atari, MLP, layers",
    "atari, MLP, linear",
    "atari, LSTM, linear",
    "resnet_delayed, MLP, trunks",
    "resnet_delayed, TRANSFORMER, linear"
  })
  void bothFormsAgreeAndACheckpointOpens(String encoder, Memory memory, String actorCritic) {
    EnvironmentFactory factory = factory(32);
    NetworkType type = new NetworkType(memory);
    Checkpoint checkpoint =
        untrained(
            network(
                factory.shape(),
                "policy",
                type.id(),
                "encoder",
                encoder,
                "actor_critic",
                actorCritic));
    assertEquals(type, BuiltInPolicies.recognise(checkpoint));
    ObservationSequence sequence =
        new ObservationSequence(
            0, seen(factory), new EpisodeFlags(new byte[TICKS], new byte[TICKS], new byte[TICKS]));
    try (TrainingAndActingForms forms =
        type.forms(checkpoint, factory.shape(), Nonlinearity.AS_TRAINED).orElseThrow()) {
      Outputs learned = forms.learned(sequence, MemoryRules.RIGHT);
      Outputs acted = forms.acted(sequence, MemoryRules.RIGHT);
      assertTrue(learned.from(acted, sequence.passage()).size() < 1e-4);
      assertNotEquals(learned.values()[0], learned.values()[1]);
    }
    assertThrows(Problem.class, () -> type.open(checkpoint, factory(40).shape()));
  }

  @ParameterizedTest
  @CsvSource({"atari, layers", "resnet_delayed, trunks"})
  void everyParameterHasAGradient(String encoder, String actorCritic) {
    EnvironmentFactory factory = factory(32);
    Network network = network(factory.shape(), "encoder", encoder, "actor_critic", actorCritic);
    Checkpoint checkpoint = untrained(network);
    try (NDManager manager = TorchEngine.scope();
        WeightVector vector =
            new WeightVector(
                manager, network.parameters(), network.parameters().gather(checkpoint.tensors()));
        SegmentForward forward = network.segments(manager);
        GradientCollector collector = ExclusiveGradientCollector.begin(manager.getEngine())) {
      NamedWeights weights = vector.weights();
      SegmentBatch batch =
          SegmentBatch.of(manager, 1, TICKS, seen(factory), new byte[TICKS], new byte[TICKS]);
      LogitsAndValues outputs = forward.run(weights, batch);
      weights.backward(
          collector, outputs.logits().square().sum().add(outputs.values().square().sum()));
      float[] gradient = vector.flat().getGradient().toFloatArray();
      network
          .parameters()
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

  @ParameterizedTest
  @ValueSource(strings = {"atari", "resnet_delayed"})
  void theActorReadsItsSegmentsAndNoOthers(String encoder) {
    EnvironmentFactory factory = factory(32);
    Checkpoint checkpoint =
        untrained(network(factory.shape(), "encoder", encoder, "actor_critic", "trunks"));
    int size = factory.shape().observation().size();
    float[] seen = Arrays.copyOf(seen(factory), size);
    try (Policy policy = new NetworkType(Memory.MLP).open(checkpoint, factory.shape())) {
      float[] before = logits(policy, factory.shape(), seen);
      List<String> read = new ArrayList<>();
      for (Segment segment : factory.shape().observation().segments()) {
        float[] other = seen.clone();
        for (int i = 0; i < segment.length(); i++) {
          other[segment.offset() + i] = other[segment.offset() + i] == 0 ? 1 : 0;
        }
        if (!Arrays.equals(before, logits(policy, factory.shape(), other))) {
          read.add(segment.name());
        }
      }
      assertEquals(
          List.of(
              ExcavationSegments.AGENTS,
              ExcavationSegments.AGENT_ACTIVE,
              ExcavationSegments.LOCAL_MAPS,
              ExcavationSegments.MAPS,
              ExcavationSegments.PREVIOUS_ACTIONS),
          read);
      float[] ghost = seen.clone();
      Arrays.fill(ghost, 8, 16, 1);
      assertArrayEquals(
          before, logits(policy, factory.shape(), ghost), "an agent that is not there");
    }
  }

  private static float[] logits(Policy policy, EnvironmentShape shape, float[] seen) {
    StepBuffer buffer = new StepBuffer(shape);
    System.arraycopy(seen, 0, buffer.observation, 0, seen.length);
    PolicyOutput output = new PolicyOutput(shape);
    policy.reset();
    policy.act(buffer, output);
    return output.logits;
  }

  @ParameterizedTest
  @CsvSource({"atari, layers", "resnet_delayed, trunks"})
  void ppoTrainsIt(String encoder, String actorCritic) {
    PpoType type = new PpoType();
    Map<String, String> settings =
        new LinkedHashMap<>(
            Map.of(
                "policy", "mlp",
                "encoder", encoder,
                "actor_critic", actorCritic,
                "rows", "segments",
                "num_envs", "2",
                "bptt_horizon", "4",
                "minibatches", "1",
                "update_epochs", "1",
                "updates", "2"));
    settings.put("reward_clip", "0");
    TrainingTask task =
        new TrainingTask(
            List.of(factory(32)),
            type.settings().parse(settings, "test"),
            5,
            TrainingTask.Device.CPU);
    try (Algorithm algorithm = type.open(task)) {
      Map<String, Tensor> before = checkpoint(algorithm.weights()).tensors();
      Map<String, Double> metrics = algorithm.update().metrics();
      assertEquals(1, metrics.getOrDefault("losses/importance", Double.NaN), 1e-4);
      Checkpoint after = checkpoint(algorithm.weights());
      int moved = 0;
      for (Tensor tensor : after.tensors().values()) {
        moved +=
            Arrays.equals(
                    tensor.values(),
                    Optional.ofNullable(before.get(tensor.name())).orElseThrow().values())
                ? 0
                : 1;
      }
      assertEquals(after.tensors().size(), moved);
      try (Policy policy =
          BuiltInPolicies.recognise(after).open(after, task.factories().getFirst().shape())) {
        assertEquals(0, policy.patchableLayers());
      }
    }
  }
}
