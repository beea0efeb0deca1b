package dev.hindsight.trainer.learn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.ActionBound;
import dev.hindsight.trainer.attention.Introspection;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.NeighbourTable;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.env.drive.map.BuiltInMaps;
import dev.hindsight.trainer.learn.graph.GraphNetwork;
import dev.hindsight.trainer.learn.graph.GraphSpec;
import dev.hindsight.trainer.learn.graph.RandomNeighbours;
import dev.hindsight.trainer.learn.lstm.LstmNetwork;
import dev.hindsight.trainer.learn.net.ActorCriticHeads;
import dev.hindsight.trainer.learn.net.CriticOnly;
import dev.hindsight.trainer.learn.net.FeedForwardNetwork;
import dev.hindsight.trainer.learn.net.GroupActors;
import dev.hindsight.trainer.learn.net.LinearEncoder;
import dev.hindsight.trainer.learn.net.Network;
import dev.hindsight.trainer.learn.net.ParameterLayout;
import dev.hindsight.trainer.learn.transformer.TransformerNetwork;
import dev.hindsight.trainer.learn.transformer.TransformerSpec;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.policy.PolicyType;
import dev.hindsight.trainer.policy.Tensor;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The contract of every policy in the list. A new architecture adds an example of its weights
/// here.
class PolicyContractTest {
  private static final Map<String, Checkpoint> EXAMPLES =
      Map.ofEntries(
          Map.entry("drive-lstm", RandomWeights.of(DriveLstmSpec.raw(7, 91), 1)),
          Map.entry("transformer", trained(transformer())),
          Map.entry("lstm", trained(new LstmNetwork(new LinearEncoder(inputs(), 8), 91))),
          Map.entry("mlp", trained(new FeedForwardNetwork(new LinearEncoder(inputs(), 8), 91))),
          Map.entry("graph", trained(graph())),
          Map.entry("mlp-members", grouped(GroupActors.Form.OWN, NetworkType.Memory.MLP)),
          Map.entry("mlp-joint", grouped(GroupActors.Form.JOINT, NetworkType.Memory.MLP)),
          Map.entry("lstm-members", grouped(GroupActors.Form.OWN, NetworkType.Memory.LSTM)),
          Map.entry("lstm-joint", grouped(GroupActors.Form.JOINT, NetworkType.Memory.LSTM)),
          Map.entry(
              "transformer-members", grouped(GroupActors.Form.OWN, NetworkType.Memory.TRANSFORMER)),
          Map.entry(
              "transformer-joint", grouped(GroupActors.Form.JOINT, NetworkType.Memory.TRANSFORMER)),
          Map.entry("torchscript", foreign("drive.pt")),
          Map.entry("onnx", foreign("drive.onnx")),
          Map.entry("drive-scripted", Checkpoint.none()),
          Map.entry("drive-scripted:timid", Checkpoint.none()),
          Map.entry("drive-scripted:bold", Checkpoint.none()),
          Map.entry("drive-scripted:left", Checkpoint.none()),
          Map.entry("drive-scripted:right", Checkpoint.none()),
          Map.entry("drive-scripted:early-left", Checkpoint.none()),
          Map.entry("drive-scripted:early-right", Checkpoint.none()),
          Map.entry("airspace-mvp", Checkpoint.none()),
          Map.entry("airspace-straight", Checkpoint.none()));

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
      Checkpoint own = EXAMPLES.getOrDefault(type.id(), Checkpoint.none());
      boolean weightless = isEmpty(own) && isEmpty(example.getValue());
      assertEquals(
          weightless || example.getKey().equals(type.id()),
          type.mismatches(example.getValue()).count() == 0,
          example.getKey());
    }
    Checkpoint foreign =
        new Checkpoint("x", "", Map.of("x", new Tensor("x", new int[0], new float[1])), Map.of());
    assertTrue(type.mismatches(foreign).count() > 0);
  }

  private static boolean isEmpty(Checkpoint checkpoint) {
    return checkpoint.tensors().isEmpty() && checkpoint.program().isEmpty();
  }

  @ParameterizedTest
  @MethodSource("types")
  void whoeverHasAttentionCanBeLookedInto(PolicyType type) {
    Checkpoint example = EXAMPLES.getOrDefault(type.id(), Checkpoint.none());
    Optional<Introspection> opened = type.introspect(example, shape(type));
    assertEquals(type.id().equals("transformer"), opened.isPresent());
    opened.ifPresent(network -> {
      assertTrue(network.layers() > 0 && network.heads() > 0 && network.horizon() > 0);
      network.close();
    });
  }

  @ParameterizedTest
  @MethodSource("types")
  void afterAResetItThinksAsAtFirst(PolicyType type) {
    StepBuffer seen = seen(type);
    PolicyOutput output = new PolicyOutput(shape(type));
    try (Policy policy = example(type, shape(type))) {
      policy.act(seen, output);
      float[] first = output.logits.clone();
      policy.act(seen, output);
      policy.reset();
      policy.act(seen, output);
      assertArrayEquals(first, output.logits);
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void everyLogitIsANumber(PolicyType type) {
    PolicyOutput output = new PolicyOutput(shape(type));
    Arrays.fill(output.logits, Float.NaN);
    try (Policy policy = example(type, shape(type))) {
      policy.act(seen(type), output);
    }
    for (float logit : output.logits) {
      assertTrue(Float.isFinite(logit));
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void itSaysHowNumbersAreBoundedWhateverWasSaidBefore(PolicyType type) {
    PolicyOutput output = new PolicyOutput(shape(type));
    Arrays.fill(output.squashed, (byte) 7);
    try (Policy policy = example(type, shape(type))) {
      policy.act(seen(type), output);
    }
    byte bounded = (byte) (actsForGroups(type) ? 1 : 0);
    for (byte squashed : output.squashed) {
      assertEquals(bounded, squashed);
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void closingTwiceIsAllowed(PolicyType type) {
    Policy policy = example(type, shape(type));
    policy.close();
    policy.close();
  }

  /// A policy of any kind, with weights of its kind.
  static Policy example(PolicyType type, EnvironmentShape shape) {
    return type.open(Optional.ofNullable(EXAMPLES.get(type.id())).orElseThrow(), shape);
  }

  /// Of the environment the example of a kind is for.
  static EnvironmentShape shape(PolicyType type) {
    return type.id().equals("graph") ? RandomNeighbours.shape(8, 3) : environment(type).shape();
  }

  private static StepBuffer seen(PolicyType type) {
    if (!type.id().equals("graph")) {
      return environment(type).buffer();
    }
    float[] observation = RandomNeighbours.random(8, 3, new Random(1)).observation();
    StepBuffer seen = new StepBuffer(8, observation.length / 8);
    System.arraycopy(observation, 0, seen.observation, 0, observation.length);
    return seen;
  }

  /// In a random observation, makes the kinds of road segments ones that there are, and names
  /// neighbours there are.
  static void makeKindsWhole(EnvironmentShape shape, float[] observation) {
    Optional<NeighbourTable> graph = NeighbourTable.of(shape.observation());
    if (graph.isPresent()) {
      nameNeighbours(graph.get(), shape, observation);
      return;
    }
    var roads = shape.observation().segments().getLast();
    int size = shape.observation().size();
    for (int at = 0; at < observation.length; at += size) {
      for (int row = 0; row < roads.rows(); row++) {
        int kind = at + roads.offset() + row * roads.features() + roads.features() - 1;
        observation[kind] = Math.round((observation[kind] + 0.5f) * 2);
      }
    }
  }

  private static void nameNeighbours(
      NeighbourTable graph, EnvironmentShape shape, float[] observation) {
    for (int at = 0; at < observation.length; at += shape.observation().size()) {
      for (int row = 0; row < graph.rows(); row++) {
        int slot = at + graph.slotAt(row);
        observation[slot] =
            Math.floorMod(Math.round(1000 * observation[slot]), shape.agents() + 1) - 1;
      }
    }
  }

  /// A policy of another program; `make.py` beside it made it.
  private static Checkpoint foreign(String name) {
    URL file =
        Objects.requireNonNull(
            Checkpoint.class.getResource("/dev/hindsight/trainer/policy/program/" + name));
    return Checkpoints.read(Path.of(URI.create(file.toString())));
  }

  private static Network graph() {
    return new GraphNetwork(
        RandomNeighbours.input(3), GraphSpec.of(8, 2, 2, 16), RandomNeighbours.ACTIONS, 8);
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

  /// Weights for the agents of spread, which are one group, with numbers that a tanh bounds.
  private static Checkpoint grouped(GroupActors.Form form, NetworkType.Memory memory) {
    EnvironmentShape shape = spread().shape();
    int members = shape.groups().getFirst().members().size();
    int times = form == GroupActors.Form.JOINT ? members : 1;
    ActorCriticHeads heads =
        new ActorCriticHeads(
            8,
            times * new PolicyOutput(shape).width,
            CriticOnly.NONE,
            new ActorCriticHeads.Sizes(List.of(), List.of(8), List.of()),
            ActionBound.TANH);
    LinearEncoder encoder = new LinearEncoder(times * shape.observation().size(), 8);
    ParameterLayout layout =
        switch (memory) {
          case LSTM -> new LstmNetwork(encoder, heads).parameters();
          case TRANSFORMER ->
              new TransformerNetwork(encoder, new TransformerSpec(8, 2, 2, 16, 91), heads)
                  .parameters();
          case MLP ->
              new FeedForwardNetwork(encoder, heads, FeedForwardNetwork.Shaping.BY_ACTOR)
                  .parameters();
        };
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    for (int which = 0; which < (form == GroupActors.Form.OWN ? members : 1); which++) {
      for (Tensor tensor : layout.split(layout.initial(which))) {
        String name = form.prefix(which) + tensor.name();
        tensors.put(name, new Tensor(name, tensor.shape(), tensor.values()));
      }
    }
    return new Checkpoint("example", "", tensors, Map.of());
  }

  private static int inputs() {
    return environment().shape().observation().size();
  }

  private static boolean actsForGroups(PolicyType type) {
    return type.id().endsWith("-members") || type.id().endsWith("-joint");
  }

  private static Environment environment(PolicyType type) {
    if (actsForGroups(type)) {
      return spread();
    }
    if (type.environment().equals(Optional.of("airspace"))) {
      EnvironmentType airspace = BuiltInEnvironments.named("airspace");
      return airspace.prepare(airspace.settings().defaults(), Optional.empty()).create(0);
    }
    return environment();
  }

  private static Environment spread() {
    EnvironmentType spread = BuiltInEnvironments.named("spread");
    return spread.prepare(spread.settings().defaults(), Optional.empty()).create(0);
  }

  private static Environment environment() {
    EnvironmentType drive = BuiltInEnvironments.named("drive");
    Path map = BuiltInMaps.resolve(BuiltInMaps.names().getFirst());
    return drive.prepare(drive.settings().defaults(), Optional.of(map)).create(0);
  }
}
