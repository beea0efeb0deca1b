package dev.hindsight.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Checkpoints;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The shipped policy of the dark room as a checkpoint of another version of it.
public final class CheckpointOfVersion {
  private CheckpointOfVersion() {}

  /// Writes the checkpoint.
  public static Path in(Path folder, String version) {
    Checkpoint own = BuiltInPolicies.find("darkroom-5x5").weights();
    Map<String, JsonNode> metadata = new LinkedHashMap<>(own.metadata());
    JsonNode environment = Objects.requireNonNull(metadata.get("environment")).deepCopy();
    ((ObjectNode) environment).put("codeVersion", version);
    metadata.put("environment", environment);
    Path file = folder.resolve("version-" + version + ".safetensors");
    Checkpoints.write(file, List.copyOf(own.tensors().values()), metadata);
    return file;
  }
}
