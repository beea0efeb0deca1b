package dev.hindsight.app.recording;

import static dev.hindsight.app.text.AppText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.TemporaryFolder;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.record.RolloutRecorder;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Npy;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.run.EnvironmentHistory;
import dev.hindsight.trainer.task.Job;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Records episodes of the environment a policy was trained in, with the settings of its training.
public final class TrainingEpisodePlan {
  private TrainingEpisodePlan() {}

  /// One whole episode on the first available map, with actions sampled as in training. Reads the
  /// checkpoint: for a background thread.
  ///
  /// @param policy a checkpoint of this program
  /// @param out the rollout file to write
  /// @throws Problem for a checkpoint of another program
  public static RecordingPlan of(Path policy, long seed, Path out) {
    CheckpointOrigin checkpointOrigin = origin(policy);
    return new RecordingPlan(
        checkpointOrigin.environment().id(),
        maps(checkpointOrigin).stream().findFirst(),
        Optional.of(policy.toString()),
        Optional.empty(),
        "sample",
        seed,
        Map.of(),
        out);
  }

  /// Repeats what an environment did in a run: the same seed, the same actions, the same partners
  /// beside the policy, and the policy's outputs for all of it.
  ///
  /// @param policy the policy that acted
  /// @param out the rollout file to write
  public static Job<Path> replay(EnvironmentHistory environmentHistory, Path policy, Path out) {
    return replay(environmentHistory, policy, Map.of(), out);
  }

  /// As [#replay(EnvironmentHistory, Path, Path)], in the worlds of the training, which may differ
  /// from those that are kept apart for evaluations.
  ///
  /// @param repeats further keys of the manifest that say what of the run it repeats
  public static Job<Path> replay(
      EnvironmentHistory environmentHistory, Path policy, Map<String, JsonNode> repeats, Path out) {
    return (progress, cancellation) -> {
      CheckpointOrigin checkpointOrigin = origin(policy);
      List<String> maps = maps(checkpointOrigin);
      try (TemporaryFolder folder = new TemporaryFolder("history")) {
        Path actions = folder.path().resolve("actions.npy");
        Npy.write(actions, table(environmentHistory));
        return new RecordingPlan(
                checkpointOrigin.environment().id(),
                maps.isEmpty()
                    ? Optional.empty()
                    : Optional.of(maps.get(environmentHistory.environment() % maps.size())),
                Optional.of(policy.toString()),
                checkpointOrigin.partners(),
                Optional.of(environmentHistory.ticks()),
                actions.toString(),
                environmentHistory.seed(),
                trained(checkpointOrigin),
                out)
            .with(request ->
                new RolloutRecorder(request.acted(environmentHistory.updates(), repeats))
                    .run(progress, cancellation))
            .file();
      }
    };
  }

  /// The settings of its training that recordings otherwise take from held-out worlds.
  private static Map<String, String> trained(CheckpointOrigin checkpointOrigin) {
    Map<String, String> settings = new LinkedHashMap<>();
    for (String name :
        BuiltInEnvironments.named(checkpointOrigin.environment().id()).heldOutSettings().keySet()) {
      Optional.ofNullable(checkpointOrigin.environment().config().get(name))
          .ifPresent(value -> settings.put(name, value.asText()));
    }
    return settings;
  }

  private static NpyArray table(EnvironmentHistory environmentHistory) {
    ByteBuffer bytes =
        ByteBuffer.allocate(4 * environmentHistory.actions().length).order(ByteOrder.LITTLE_ENDIAN);
    int k = environmentHistory.numbers();
    for (float action : environmentHistory.actions()) {
      if (k > 0) {
        bytes.putFloat(action);
      } else {
        bytes.putInt((int) action);
      }
    }
    int ticks = environmentHistory.ticks();
    int agents = environmentHistory.agents();
    return new NpyArray(
        k > 0 ? Dtype.F4 : Dtype.I4,
        k > 0 ? new int[] {ticks, agents, k} : new int[] {ticks, agents},
        bytes.flip());
  }

  private static List<String> maps(CheckpointOrigin checkpointOrigin) {
    return BuiltInEnvironments.named(checkpointOrigin.environment().id())
        .scenarios()
        .here(checkpointOrigin.scenarios());
  }

  private static CheckpointOrigin origin(Path policy) {
    return BuiltInPolicies.find(policy.toString())
        .origin()
        .orElseThrow(() ->
            new Problem(
                wording("TrainingEpisodePlan.it_does_not_name_its_training"),
                policy.toString(),
                wording("TrainingEpisodePlan.choose_a_checkpoint_that_hindsight")));
  }
}
