package dev.hindsight.trainer.learn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.attention.Introspection;
import dev.hindsight.trainer.env.BuiltInEnvironments;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.drive.map.BuiltInMaps;
import dev.hindsight.trainer.learn.lstm.LstmNetwork;
import dev.hindsight.trainer.learn.net.FeedForwardNetwork;
import dev.hindsight.trainer.learn.net.LinearEncoder;
import dev.hindsight.trainer.learn.net.Network;
import dev.hindsight.trainer.learn.net.ParameterLayout;
import dev.hindsight.trainer.learn.transformer.TransformerNetwork;
import dev.hindsight.trainer.learn.transformer.TransformerSpec;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.policy.PolicyType;
import dev.hindsight.trainer.policy.Tensor;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What every policy of the list promises. A new architecture adds an example of its weights here.
class PolicyContractTest {
  private static final Map<String, Checkpoint> EXAMPLES =
      Map.of(
          "drive-lstm", RandomWeights.of(DriveLstmSpec.raw(7, 91), 1),
          "transformer", trained(transformer()),
          "lstm", trained(new LstmNetwork(new LinearEncoder(inputs(), 8), 91)),
          "mlp", trained(new FeedForwardNetwork(new LinearEncoder(inputs(), 8), 91)),
          "drive-scripted", Checkpoint.none());

  static List<PolicyType> types() {
    return BuiltInPolicies.all();
  }

  @Test
  void idsAreUniqueAndNamesToo() {
    Set<String> ids = new HashSet<>(types().stream().map(PolicyType::id).toList());
    assertEquals(types().size(), ids.size());
    assertEquals(BuiltInPolicies.names().size(), new HashSet<>(BuiltInPolicies.names()).size());
    assertEquals(EXAMPLES.keySet(), ids);
  }

  @ParameterizedTest
  @MethodSource("types")
  void itFitsItsOwnWeightsAndNoOthers(PolicyType type) {
    for (Map.Entry<String, Checkpoint> example : EXAMPLES.entrySet()) {
      assertEquals(
          example.getKey().equals(type.id()),
          type.misfits(example.getValue()).count() == 0,
          example.getKey());
    }
    Checkpoint foreign =
        new Checkpoint("x", "", Map.of("x", new Tensor("x", new int[0], new float[1])), Map.of());
    assertTrue(type.misfits(foreign).count() > 0);
  }

  @ParameterizedTest
  @MethodSource("types")
  void whoeverHasAttentionCanBeLookedInto(PolicyType type) {
    Environment environment = environment();
    Checkpoint example = EXAMPLES.getOrDefault(type.id(), Checkpoint.none());
    Optional<Introspection> opened = type.introspect(example, environment.shape());
    assertEquals(type.id().equals("transformer"), opened.isPresent());
    opened.ifPresent(network -> {
      assertTrue(network.layers() > 0 && network.heads() > 0 && network.horizon() > 0);
      network.close();
    });
  }

  @ParameterizedTest
  @MethodSource("types")
  void afterAResetItThinksAsAtFirst(PolicyType type) {
    Environment environment = environment();
    PolicyOutput output = new PolicyOutput(environment.shape());
    try (Policy policy = policy(type, environment)) {
      policy.act(environment.buffer(), output);
      float[] first = output.logits.clone();
      policy.act(environment.buffer(), output);
      policy.reset();
      policy.act(environment.buffer(), output);
      assertArrayEquals(first, output.logits);
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void everyLogitIsANumber(PolicyType type) {
    Environment environment = environment();
    PolicyOutput output = new PolicyOutput(environment.shape());
    Arrays.fill(output.logits, Float.NaN);
    try (Policy policy = policy(type, environment)) {
      policy.act(environment.buffer(), output);
    }
    for (float logit : output.logits) {
      assertTrue(Float.isFinite(logit));
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void closingTwiceIsAllowed(PolicyType type) {
    Policy policy = policy(type, environment());
    policy.close();
    policy.close();
  }

  private static Policy policy(PolicyType type, Environment environment) {
    return example(type, environment.shape());
  }

  /// A policy of any kind, with weights of its kind.
  static Policy example(PolicyType type, EnvironmentShape shape) {
    return type.open(Optional.ofNullable(EXAMPLES.get(type.id())).orElseThrow(), shape);
  }

  /// Of the environment the examples are for.
  static EnvironmentShape shape() {
    return environment().shape();
  }

  /// In a random observation, makes the kinds of road segments ones that there are.
  static void makeKindsWhole(EnvironmentShape shape, float[] observation) {
    var roads = shape.observation().segments().getLast();
    int size = shape.observation().size();
    for (int at = 0; at < observation.length; at += size) {
      for (int row = 0; row < roads.rows(); row++) {
        int kind = at + roads.offset() + row * roads.features() + roads.features() - 1;
        observation[kind] = Math.round((observation[kind] + 0.5f) * 2);
      }
    }
  }

  private static Network transformer() {
    return new TransformerNetwork(
        new LinearEncoder(inputs(), 8), new TransformerSpec(8, 2, 2, 16, 91), 91);
  }

  private static Checkpoint trained(Network network) {
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    ParameterLayout layout = network.parameters();
    layout.split(layout.initial(1)).forEach(tensor -> tensors.put(tensor.name(), tensor));
    return new Checkpoint("example", "", tensors, Map.of());
  }

  private static int inputs() {
    return environment().shape().observation().size();
  }

  private static Environment environment() {
    EnvironmentType drive = BuiltInEnvironments.named("drive");
    Path map = BuiltInMaps.resolve(BuiltInMaps.names().getFirst());
    return drive.prepare(drive.settings().defaults(), Optional.of(map)).create(0);
  }
}
