package dev.hindsight.inspector.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hindsight.trainer.SharedData;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.branch.Branch;
import dev.hindsight.trainer.branch.BranchRecorder;
import dev.hindsight.trainer.branch.Branches;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.ForcedAction;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.Settings;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.env.drive.map.BuiltInMaps;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.OpenedPolicy;
import dev.hindsight.trainer.learn.RecordedPolicySource;
import dev.hindsight.trainer.learn.net.Network;
import dev.hindsight.trainer.learn.training.Architecture;
import dev.hindsight.trainer.outcome.Limbo;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.record.RecordingRequest;
import dev.hindsight.trainer.record.RecordingRequest.Until;
import dev.hindsight.trainer.record.RolloutRecorder;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/// Makes the recordings of this benchmark, each in its own folder. Checkpoints of untrained
/// networks lie beside them, where audits search.
///
/// @param folder for everything; must exist
record BenchRecorder(Path folder) {
  private static final String UNTRAINED = "untrained ";
  private static final String SHARED = "shared:";
  private static final String ACTOR = "policy.actor.weight";

  /// A policy that differs from its checkpoint: plants faults in acting.
  @FunctionalInterface
  interface Impostor {
    /// No fault.
    Impostor NONE = (policy, _) -> policy;

    /// @param policy the correct one; closed by the recorder
    Policy of(Policy policy, EnvironmentShape shape);
  }

  /// Records according to a specification.
  ///
  /// @param name of the file, without its extension
  Path record(RecordingSpec recordingSpec, String name) throws IOException {
    return record(recordingSpec, name, Impostor.NONE);
  }

  /// The same, with an impostor acting under the checkpoint's name.
  Path record(RecordingSpec recordingSpec, String name, Impostor impostor) throws IOException {
    Path file = folder.resolve(name + ".rollout");
    EnvironmentType type = BuiltInEnvironments.named(recordingSpec.environment());
    Optional<Path> scenario = scenario(recordingSpec, name);
    Map<String, String> settings = new LinkedHashMap<>(recordingSpec.settings());
    String policy =
        recordingSpec.policy().startsWith(SHARED)
            ? beside(SharedData.require(recordingSpec.policy().substring(SHARED.length())))
                .toString()
            : recordingSpec.policy();
    if (!policy.isEmpty() && !policy.startsWith(UNTRAINED)) {
      BuiltInPolicies.find(policy)
          .origin()
          .ifPresent(from ->
              from.settings(type.id(), recordingSpec.settings()).forEach(settings::putIfAbsent));
    }
    EnvironmentFactory factory = type.prepare(type.settings().parse(settings, "bench"), scenario);
    EnvironmentShape shape = factory.shape();
    int episode = shape.trials() * Math.max(1, shape.trialTimeoutTicks());
    Optional<OpenedPolicy> opened =
        policy.isEmpty()
            ? Optional.empty()
            : Optional.of(
                BuiltInPolicies.open(
                    policy.startsWith(UNTRAINED)
                        ? untrained(policy.substring(UNTRAINED.length()), type, factory).toString()
                        : policy,
                    shape));
    try {
      RecordingRequest request =
          new RecordingRequest(
              type,
              factory,
              scenario,
              opened.map(p ->
                  new RecordingRequest.ActingPolicy(
                      impostor.of(p.policy(), shape), p.id(), p.sha256(), p.name())),
              ActionSelection.parse(recordingSpec.actions()),
              recordingSpec.ticks() == 0 ? episode : recordingSpec.ticks(),
              recordingSpec.ticks() == 0 ? Until.EPISODE_END : Until.ALL_TICKS,
              recordingSpec.seed(),
              file);
      new RolloutRecorder(request).run(Progress.SILENT, new Cancellation());
    } finally {
      opened.ifPresent(OpenedPolicy::close);
    }
    return finished(recordingSpec, file, name);
  }

  /// A copy at the place where audits search for a recording's checkpoint.
  private Path beside(Path checkpoint) throws IOException {
    Path copy = folder.resolve(checkpoint.getFileName());
    return Files.exists(copy) ? copy : Files.copy(checkpoint, copy);
  }

  private Path finished(RecordingSpec recordingSpec, Path file, String name) throws IOException {
    return switch (recordingSpec.finish()) {
      case NONE -> file;
      case CUT_OFF -> {
        byte[] whole = Files.readAllBytes(file);
        Path part = folder.resolve(name + "-killed.rollout.part");
        Files.write(part, Arrays.copyOf(whole, whole.length / 2));
        yield part;
      }
      case BRANCH -> branch(file, recordingSpec.seed(), name);
      case OTHER_WRITER ->
          AlteredFile.read(file)
              .json("summary.json", BenchRecorder::leaveTicksAlone)
              .writtenElsewhere(folder.resolve(name + "-other.rollout"));
      case OTHER_WRITER_OLD_COLUMNS ->
          AlteredFile.read(file)
              .json("summary.json", BenchRecorder::leaveTicksAlone)
              .withoutColumn("event")
              .withoutColumn("trial_score")
              .writtenElsewhere(folder.resolve(name + "-older.rollout"));
    };
  }

  /// Other programs write how long the recording is, and no digests, totals or scores.
  private static void leaveTicksAlone(ObjectNode summary) {
    summary.retain("ticks");
  }

  private Optional<Path> scenario(RecordingSpec recordingSpec, String name) throws IOException {
    if (recordingSpec.scenario().isEmpty()) {
      return Optional.empty();
    }
    if (recordingSpec.scenario().startsWith(SHARED)) {
      return Optional.of(SharedData.require(recordingSpec.scenario().substring(SHARED.length())));
    }
    if (recordingSpec.scenario().contains("\n")) {
      Path file = folder.resolve(name + ".scn");
      return Optional.of(Files.writeString(file, recordingSpec.scenario()));
    }
    Path file = folder.resolve(recordingSpec.scenario() + ".bin");
    if (Files.notExists(file)) {
      Files.write(file, BuiltInMaps.bytes(recordingSpec.scenario()));
    }
    return Optional.of(file);
  }

  /// A small network with initial weights, scaled up so that it prefers some actions clearly.
  Path untrained(String kind, EnvironmentType type, EnvironmentFactory factory) {
    EnvironmentShape shape = factory.shape();
    int ticks = shape.trials() * Math.max(1, shape.trialTimeoutTicks());
    SettingValues values =
        new Settings(Architecture.SETTINGS)
            .parse(
                Map.of(
                    "policy", kind,
                    "input_size", "8",
                    "hidden_size", "16",
                    "feed_forward", "16"),
                "bench");
    Network network = Architecture.of(values, shape, ticks);
    List<Tensor> tensors =
        network.parameters().split(Architecture.initial(network, values, shape, 7)).stream()
            .map(tensor -> tensor.name().equals(ACTOR) ? louder(tensor) : tensor)
            .toList();
    Map<String, JsonNode> training = new LinkedHashMap<>(values.values());
    training.put("rows", TextNode.valueOf("episodes"));
    CheckpointOrigin checkpointOrigin =
        new CheckpointOrigin(
            Architecture.policy(values, shape),
            new Manifest.EnvironmentInfo(
                type.id(), factory.effective().values(), type.codeVersion()),
            shape.observation(),
            training,
            "bench",
            "");
    Path file =
        folder.resolve(
            "untrained-%s-%08x.safetensors"
                .formatted(
                    kind,
                    Arrays.hashCode(
                        new int[] {
                          ticks,
                          shape.agents(),
                          shape.observation().hashCode(),
                          new PolicyOutput(shape).width
                        })));
    Checkpoints.write(file, tensors, checkpointOrigin.metadata());
    return file;
  }

  private static Tensor louder(Tensor tensor) {
    float[] values = tensor.values().clone();
    for (int i = 0; i < values.length; i++) {
      values[i] *= 100;
    }
    return new Tensor(tensor.name(), tensor.shape(), values);
  }

  /// Runs on from the middle with one to three edits.
  private Path branch(Path parent, long seed, String name) throws IOException {
    try (Rollout rollout = Rollouts.open(parent)) {
      Random random = new Random(seed);
      EnvironmentShape shape =
          dev.hindsight.trainer.record.SimulationRecipe.of(rollout).factory().shape();
      int at = rollout.ticks() / 3 + random.nextInt(Math.max(1, rollout.ticks() / 3));
      List<Edit> edits = new ArrayList<>();
      for (int i = 0; i <= random.nextInt(3); i++) {
        int agent = random.nextInt(shape.agents());
        Edit action = new Edit.Action(at + i, agent, choice(shape, random));
        if (!new Limbo(rollout).at(at + i, agent)) {
          edits.add(action);
        }
      }
      Branches branches = Branches.of(rollout);
      Branch branch = branches.next("bench", Optional.empty(), at, edits);
      return new BranchRecorder(
              rollout,
              branches,
              branch,
              new RecordedPolicySource(new RunLedger(folder.resolve("ledger.jsonl"))),
              Optional.empty(),
              folder.resolve(name + "-branch.rollout"))
          .run(Progress.SILENT, new Cancellation())
          .file();
    }
  }

  private static ForcedAction choice(EnvironmentShape shape, Random random) {
    return switch (shape.actions()) {
      case ActionSpace.Discrete discrete ->
          new ForcedAction.Joint(random.nextInt(discrete.count()));
      case ActionSpace.Continuous continuous ->
          new ForcedAction.Numbers(
              continuous.names().stream().map(_ -> 2 * random.nextFloat() - 1).toList());
    };
  }
}
