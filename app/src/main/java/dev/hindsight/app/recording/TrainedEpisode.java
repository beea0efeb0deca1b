package dev.hindsight.app.recording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.BuiltInEnvironments;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.policy.Origin;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// An episode of the environment a policy was trained in, with the settings it was trained with.
public final class TrainedEpisode {
  private TrainedEpisode() {}

  /// One whole episode on the first of its maps that is here, actions drawn as in training. Reads
  /// the checkpoint: for a background thread.
  ///
  /// @param policy a checkpoint of ours
  /// @param out the rollout file to make
  /// @throws Problem for a checkpoint of another make
  public static RecordingPlan of(Path policy, long seed, Path out) {
    Origin origin =
        BuiltInPolicies.find(policy.toString())
            .origin()
            .orElseThrow(() ->
                new Problem(
                    "it does not say what it was trained in",
                    policy.toString(),
                    "take a checkpoint that Hindsight trained"));
    return new RecordingPlan(
        origin.environment().id(),
        BuiltInEnvironments.named(origin.environment().id())
            .scenarios()
            .here(origin.scenarios())
            .stream()
            .findFirst(),
        Optional.of(policy.toString()),
        Optional.empty(),
        "sample",
        seed,
        Map.of(),
        out);
  }
}
