package dev.hindsight.trainer.learn;

import static dev.hindsight.trainer.text.TrainerText.wording;
import static java.util.stream.Collectors.joining;

import dev.hindsight.trainer.NamedFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.EdgeIntrospection;
import dev.hindsight.trainer.attention.Introspection;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.airspace.baseline.MvpType;
import dev.hindsight.trainer.env.airspace.baseline.StraightType;
import dev.hindsight.trainer.env.drive.driver.ScriptedDriverType;
import dev.hindsight.trainer.learn.NetworkType.Memory;
import dev.hindsight.trainer.learn.foreign.ForeignType;
import dev.hindsight.trainer.learn.net.GroupActors;
import dev.hindsight.trainer.parity.Arithmetic;
import dev.hindsight.trainer.parity.TrainingAndActingForms;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.policy.PolicyType;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.policy.TensorMismatches;
import dev.hindsight.trainer.policy.program.ProgramFormat;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunVersions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The list of policies.
public final class BuiltInPolicies {
  private static final List<ForeignType> FOREIGN =
      Stream.of(ProgramFormat.values())
          .map(format -> new ForeignType(format, TorchEngine::scope))
          .toList();

  private BuiltInPolicies() {}

  /// All types: architectures of checkpoints, and policies without a checkpoint.
  public static List<PolicyType> all() {
    List<PolicyType> all =
        new ArrayList<>(
            List.of(
                new DriveLstmType(),
                new NetworkType(Memory.TRANSFORMER),
                new NetworkType(Memory.LSTM),
                new NetworkType(Memory.MLP),
                new GraphType(),
                new GroupNetworkType(GroupActors.Form.OWN, Memory.MLP),
                new GroupNetworkType(GroupActors.Form.JOINT, Memory.MLP),
                new GroupNetworkType(GroupActors.Form.OWN, Memory.LSTM),
                new GroupNetworkType(GroupActors.Form.JOINT, Memory.LSTM),
                new GroupNetworkType(GroupActors.Form.OWN, Memory.TRANSFORMER),
                new GroupNetworkType(GroupActors.Form.JOINT, Memory.TRANSFORMER)));
    all.addAll(rules());
    all.addAll(FOREIGN);
    return List.copyOf(all);
  }

  private static List<PolicyType> rules() {
    List<PolicyType> rules = new ArrayList<>(ScriptedDriverType.all());
    rules.addAll(List.of(new MvpType(), new StraightType()));
    return rules;
  }

  /// Whether policies of a type follow rules that the program has, without weights.
  ///
  /// @param id of the type
  public static boolean followsRules(String id) {
    return rules().stream().anyMatch(type -> type.id().equals(id));
  }

  /// Whether a policy may have a memory: false only for policies of this list without one.
  ///
  /// @param id of the policy, as recordings name it
  public static boolean mayRemember(String id) {
    return all().stream().noneMatch(type -> type.id().equals(id) && !type.remembers());
  }

  /// The names that users may give instead of a checkpoint file: `scripted`, `darkroom-5x5`.
  public static List<String> names() {
    List<String> names = new ArrayList<>(withoutWeights().map(BuiltInPolicies::name).toList());
    ShippedPolicies.all().forEach(shippedPolicy -> names.add(shippedPolicy.name()));
    return names;
  }

  /// The names of policies that can act in an environment with any settings, the default first.
  public static List<String> names(String environment) {
    return withoutWeights()
        .filter(type -> type.environment().map(environment::equals).orElse(true))
        .map(BuiltInPolicies::name)
        .toList();
  }

  /// The names of policies that were trained in an environment and need their training settings.
  public static List<String> trained(String environment) {
    return ShippedPolicies.names(environment);
  }

  /// All names that a form offers for an environment: [#names(String)], then [#trained].
  public static List<String> offered(String environment) {
    return Stream.concat(names(environment).stream(), trained(environment).stream()).toList();
  }

  /// Reads a checkpoint, or finds a policy without one.
  ///
  /// @param nameOrPath one of [#names()] or its id, or else a checkpoint file
  /// @throws Problem if there is neither, or if no architecture fits the file
  public static ResolvedPolicy find(String nameOrPath) {
    return withoutWeights()
        .filter(type -> name(type).equals(nameOrPath) || type.id().equals(nameOrPath))
        .findFirst()
        .map(type -> new ResolvedPolicy(type, Checkpoint.none()))
        .orElseGet(() -> {
          Checkpoint checkpoint = Checkpoints.read(file(nameOrPath)).weights();
          return new ResolvedPolicy(recognise(checkpoint), checkpoint);
        });
  }

  /// Finds a policy and opens it.
  ///
  /// @param nameOrPath as in [#find]
  /// @throws Problem as [#find], or if the policy does not fit the environment
  public static OpenedPolicy open(String nameOrPath, EnvironmentShape shape) {
    return find(nameOrPath).open(shape);
  }

  /// Opens a checkpoint to compute its attention; empty for policies without attention.
  ///
  /// @throws Problem as [#open]
  public static Optional<Introspection> introspect(Path file, EnvironmentShape shape) {
    Checkpoint checkpoint = Checkpoints.read(file).weights();
    return recognise(checkpoint).introspect(checkpoint, shape);
  }

  /// Opens a checkpoint to compute the attention of its agents on each other; empty for other
  /// policies.
  ///
  /// @param arithmetic [Arithmetic#PLAIN] for the unchanged network
  /// @throws Problem as [#open]
  public static Optional<EdgeIntrospection> edges(
      Path file, EnvironmentShape shape, Arithmetic arithmetic) {
    Checkpoint weights = computed(Checkpoints.read(file).weights(), arithmetic);
    return recognise(weights).edges(weights, shape, arithmetic.nonlinearity());
  }

  /// Opens a checkpoint in both its forms, for one agent; empty for policies that do not learn.
  ///
  /// @param arithmetic of the weights, and of the form used to learn
  /// @throws Problem as [#open]
  public static Optional<TrainingAndActingForms> forms(
      Path file, EnvironmentShape shape, Arithmetic arithmetic) {
    Checkpoint weights = computed(Checkpoints.read(file).weights(), arithmetic);
    return recognise(weights).forms(weights, shape, arithmetic.nonlinearity());
  }

  /// A program of another tool has no weights of its own, and stays as it is.
  private static Checkpoint computed(Checkpoint checkpoint, Arithmetic arithmetic) {
    if (checkpoint.program().isPresent()) {
      return checkpoint;
    }
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    checkpoint
        .tensors()
        .forEach((name, tensor) -> tensors.put(name, computed(name, tensor, arithmetic)));
    return new Checkpoint(checkpoint.name(), checkpoint.sha256(), tensors, checkpoint.metadata());
  }

  private static Tensor computed(String name, Tensor tensor, Arithmetic arithmetic) {
    float[] values = tensor.values().clone();
    long first = (long) name.hashCode() << Integer.SIZE;
    for (int i = 0; i < values.length; i++) {
      values[i] = arithmetic.weight(values[i], first + i);
    }
    return new Tensor(tensor.name(), tensor.shape(), values);
  }

  /// The kind of a policy that another program saved with its code; empty for weights.
  public static Optional<ForeignType> foreign(Checkpoint checkpoint) {
    return FOREIGN.stream().filter(type -> type.mismatches(checkpoint).count() == 0).findFirst();
  }

  /// The architecture of a checkpoint.
  ///
  /// @throws Problem naming the tensors that do not fit the most similar architecture
  public static PolicyType recognise(Checkpoint checkpoint) {
    Optional<ForeignType> foreign = foreign(checkpoint);
    if (foreign.isPresent()) {
      return foreign.get();
    }
    List<PolicyType> architectures =
        all().stream().filter(type -> !fitsNothing(type) && !FOREIGN.contains(type)).toList();
    PolicyType closest =
        architectures.stream()
            .min(Comparator.comparingInt(type -> type.mismatches(checkpoint).count()))
            .orElseThrow();
    TensorMismatches tensorMismatches = closest.mismatches(checkpoint);
    if (tensorMismatches.count() > 0) {
      throw new Problem(
          wording(
              "BuiltInPolicies.it_fits_no_architecture_the_closest",
              closest.id(),
              tensorMismatches.summary()),
          checkpoint.name(),
          wording(
              "BuiltInPolicies.open_weights_of",
              architectures.stream().map(PolicyType::id).collect(joining(", "))));
    }
    return closest;
  }

  private static Stream<PolicyType> withoutWeights() {
    return all().stream().filter(BuiltInPolicies::fitsNothing);
  }

  /// A policy without weights fits a checkpoint without tensors.
  private static boolean fitsNothing(PolicyType type) {
    return type.mismatches(Checkpoint.none()).count() == 0;
  }

  /// An id without its environment: `scripted` for `drive-scripted`.
  private static String name(PolicyType type) {
    return type.id().substring(type.id().indexOf('-') + 1);
  }

  /// The absolute path of a user's checkpoint file; empty for a shipped policy, or one without a
  /// file.
  ///
  /// @param nameOrPath as in [#find]
  /// @throws Problem if there is neither
  public static String path(String nameOrPath) {
    return names().contains(nameOrPath)
            || withoutWeights().anyMatch(type -> type.id().equals(nameOrPath))
        ? ""
        : file(nameOrPath).toAbsolutePath().normalize().toString();
  }

  /// The checkpoint file for a user's input.
  ///
  /// @param nameOrPath the name of a shipped policy, a file, or a run and its version as in
  ///   [RunVersions#find]
  /// @throws Problem if there is none
  public static Path file(String nameOrPath) {
    Optional<Path> shipped = ShippedPolicies.file(nameOrPath);
    if (shipped.isPresent()) {
      return shipped.get();
    }
    return NamedFile.regular(nameOrPath)
        .or(() -> RunVersions.find(RunLedger.ofUser(), nameOrPath))
        .orElseThrow(() ->
            new Problem(
                wording("BuiltInPolicies.there_is_no_such_checkpoint"),
                nameOrPath,
                wording(
                    "BuiltInPolicies.give_a_pt_bin_or_safetensors", String.join(", ", names()))));
  }
}
