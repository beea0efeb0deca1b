package dev.hindsight.trainer.learn.training;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.Settings;
import dev.hindsight.trainer.learn.net.Network;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.rollout.Manifest;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/// A checkpoint of a transformer of the reference's size with initial weights, for measurements
/// that need a file.
public final class UntrainedCheckpoint {
  private UntrainedCheckpoint() {}

  /// Writes it: two blocks of four heads, width 256.
  public static void write(Path file, EnvironmentType type, EnvironmentFactory factory) {
    EnvironmentShape shape = factory.shape();
    SettingValues values =
        new Settings(Architecture.SETTINGS)
            .parse(
                Map.of(
                    "policy", "transformer",
                    "input_size", "128",
                    "hidden_size", "256",
                    "num_layers", "2",
                    "num_heads", "4",
                    "feed_forward", "512"),
                "bench");
    Network network =
        Architecture.of(values, shape, shape.trials() * Math.max(1, shape.trialTimeoutTicks()));
    Map<String, JsonNode> training = new LinkedHashMap<>(values.values());
    training.put("rows", TextNode.valueOf("episodes"));
    CheckpointOrigin origin =
        new CheckpointOrigin(
            Architecture.policy(values, shape),
            new Manifest.EnvironmentInfo(
                type.id(), factory.effective().values(), type.codeVersion()),
            shape.observation(),
            training,
            "bench",
            "");
    Checkpoints.write(
        file,
        network.parameters().split(Architecture.initial(network, values, shape, 7)),
        origin.metadata());
  }
}
