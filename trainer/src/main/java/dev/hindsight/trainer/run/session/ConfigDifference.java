package dev.hindsight.trainer.run.session;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Where two configurations are not the same.
public final class ConfigDifference {
  private ConfigDifference() {}

  /// Name to [value there, value here], of every knob whose values differ; empty text where one of
  /// them has no such knob.
  public static Map<String, List<String>> between(
      Map<String, String> there, Map<String, String> here) {
    Map<String, List<String>> difference = new LinkedHashMap<>();
    Map<String, String> all = new LinkedHashMap<>(there);
    here.forEach(all::putIfAbsent);
    for (String name : all.keySet()) {
      String then = there.getOrDefault(name, "");
      String now = here.getOrDefault(name, "");
      if (!then.equals(now)) {
        difference.put(name, List.of(then, now));
      }
    }
    return difference;
  }

  /// Against the parent's configuration, or without a parent against the preset's.
  static Map<String, List<String>> of(TrainingSpec spec, Optional<Checkpoint> parent) {
    Map<String, String> there =
        parent
            .flatMap(CheckpointOrigin::of)
            .map(checkpointOrigin -> effective(checkpointOrigin, spec.algorithm().id()))
            .orElseGet(spec::effectiveOfPreset);
    return between(there, spec.effective());
  }

  private static Map<String, String> effective(
      CheckpointOrigin checkpointOrigin, String algorithm) {
    Map<String, String> all = new LinkedHashMap<>();
    add(all, TrainingSpec.ENVIRONMENT, checkpointOrigin.environment().config());
    add(all, algorithm + ".", checkpointOrigin.training());
    all.remove(algorithm + "." + CheckpointOrigin.ALGORITHM);
    all.remove(algorithm + ".seed");
    all.remove(algorithm + ".scenarios");
    return all;
  }

  private static void add(Map<String, String> all, String prefix, Map<String, JsonNode> values) {
    values.forEach((name, value) -> all.put(prefix + name, value.asText()));
  }
}
