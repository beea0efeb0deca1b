package dev.hindsight.trainer.run.session;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.rollout.DeclaredSetting;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.run.ledger.RunStart;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What the checkpoints of a run say about their origin.
final class CheckpointMetadata {
  private CheckpointMetadata() {}

  /// The metadata of a checkpoint written now.
  ///
  /// @param settings as they now hold
  /// @param policy id of the architecture
  static Map<String, JsonNode> of(
      TrainingSpec spec, RunStart start, LiveSettings settings, String policy) {
    JsonNodeFactory json = JsonNodeFactory.instance;
    Map<String, JsonNode> training = new LinkedHashMap<>(settings.algorithm().values());
    training.put(CheckpointOrigin.ALGORITHM, json.textNode(start.algorithm()));
    training.put("seed", json.numberNode(start.seed()));
    training.put(CheckpointOrigin.SCENARIOS, names(start.scenarios()));
    if (!spec.run().scenarios().isEmpty()) {
      training.put(CheckpointOrigin.HELD_OUT, names(spec.run().scenarios()));
    }
    spec.task()
        .coPlayer()
        .ifPresent(partners -> training.put(CheckpointOrigin.PARTNERS, json.textNode(partners)));
    spec.algorithm()
        .memoryTicks(spec.task())
        .ifPresent(ticks -> training.put(CheckpointOrigin.MEMORY_TICKS, json.numberNode(ticks)));
    Map<String, JsonNode> about =
        new LinkedHashMap<>(
            new CheckpointOrigin(
                    policy,
                    new Manifest.EnvironmentInfo(
                        spec.environment().id(),
                        spec.world().values(),
                        spec.environment().codeVersion()),
                    spec.task().factories().getFirst().shape().observation(),
                    training,
                    start.codeVersion(),
                    start.parentSha256())
                .metadata());
    about.putAll(
        DeclaredSetting.manifest(settings.declared(), Map.of("hindsight", start.codeVersion())));
    return about;
  }

  private static ArrayNode names(List<String> maps) {
    ArrayNode names = JsonNodeFactory.instance.arrayNode();
    maps.forEach(names::add);
    return names;
  }
}
