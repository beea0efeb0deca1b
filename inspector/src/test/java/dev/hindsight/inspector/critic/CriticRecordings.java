package dev.hindsight.inspector.critic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.OpenedPolicy;
import dev.hindsight.trainer.learn.algorithm.BuiltInAlgorithms;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.record.RecordingRequest;
import dev.hindsight.trainer.record.RolloutRecorder;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.AlgorithmType;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Recordings of policies that learned with soft actor-critic for a moment, with their checkpoints
/// beside them: `policy.safetensors` with critics, `bare.safetensors` without.
public final class CriticRecordings {
  /// Ticks of a recording.
  public static final int TICKS = 40;

  private CriticRecordings() {}

  /// Trains and records.
  ///
  /// @param folder for the files
  /// @param environment id
  /// @param world settings of the environment
  /// @param knobs settings of the training, besides small sizes
  /// @return the recording
  public static Path record(
      Path folder, String environment, Map<String, String> world, Map<String, String> knobs) {
    return record(folder, environment, Optional.empty(), world, knobs);
  }

  /// As [#record(Path, String, Map, Map)], on a map.
  public static Path record(
      Path folder,
      String environment,
      Optional<Path> map,
      Map<String, String> world,
      Map<String, String> knobs) {
    EnvironmentType type = BuiltInEnvironments.named(environment);
    EnvironmentFactory factory = type.prepare(type.settings().parse(world, "test"), map);
    train(folder, environment, factory, knobs);
    Path checkpoint = folder.resolve("policy.safetensors");
    Path file = folder.resolve("critic.rollout");
    try (OpenedPolicy opened = BuiltInPolicies.open(checkpoint.toString(), factory.shape())) {
      RecordingRequest request =
          new RecordingRequest(
              type,
              factory,
              map,
              Optional.of(
                  new RecordingRequest.ActingPolicy(
                      opened.policy(), opened.id(), opened.sha256(), opened.name())),
              new ActionSelection.Sample(),
              TICKS,
              RecordingRequest.Until.ALL_TICKS,
              3,
              file);
      new RolloutRecorder(request).run(Progress.SILENT, new Cancellation());
    }
    return file;
  }

  private static void train(
      Path folder, String environment, EnvironmentFactory world, Map<String, String> knobs) {
    Map<String, String> typed =
        new LinkedHashMap<>(
            Map.of(
                "num_envs", "2",
                "hidden_size", "8",
                "rollout_fragment_length", "10",
                "num_steps_sampled_before_learning_starts", "15",
                "train_batch_size_per_learner", "8",
                "training_intensity", "8",
                "actor_lr", "0.01",
                "critic_lr", "0.01"));
    typed.putAll(knobs);
    AlgorithmType sac = BuiltInAlgorithms.named("sac");
    SettingValues values = sac.settings().parse(typed, "test");
    TrainingTask task = new TrainingTask(List.of(world), values, 3, TrainingTask.Device.CPU);
    try (Algorithm algorithm = sac.open(task)) {
      algorithm.update();
      algorithm.update();
      Map<String, JsonNode> training = new LinkedHashMap<>(values.values());
      training.put(CheckpointOrigin.ALGORITHM, TextNode.valueOf(sac.id()));
      CheckpointOrigin origin =
          new CheckpointOrigin(
              algorithm.policy(),
              new Manifest.EnvironmentInfo(environment, Map.of(), "1"),
              world.shape().observation(),
              training,
              "",
              "");
      List<Tensor> tensors = new ArrayList<>(algorithm.weights());
      Checkpoints.write(folder.resolve("bare.safetensors"), tensors, origin.metadata());
      tensors.addAll(algorithm.optimiser());
      Checkpoints.write(folder.resolve("policy.safetensors"), tensors, origin.metadata());
    }
  }
}
