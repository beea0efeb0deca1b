package dev.hindsight.trainer.run.session;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// By which knobs a run differs from the one it begins with.
final class KnobDifference {
  /// What a checkpoint says of its training besides the knobs.
  private static final List<String> NO_KNOBS =
      List.of(
          CheckpointOrigin.ALGORITHM,
          "seed",
          CheckpointOrigin.SCENARIOS,
          CheckpointOrigin.HELD_OUT,
          CheckpointOrigin.PARTNERS,
          CheckpointOrigin.MEMORY_TICKS);

  private KnobDifference() {}

  /// Knobs whose values differ from the parent's, or without a parent from the preset's: name to
  /// [value there, value here]; an empty text if one side lacks the knob.
  static Map<String, List<String>> of(TrainingSpec spec, Optional<Checkpoint> parent) {
    Map<String, String> there =
        parent
            .flatMap(CheckpointOrigin::of)
            .map(checkpointOrigin -> effective(checkpointOrigin, spec.algorithm().id()))
            .orElseGet(spec::effectiveOfPreset);
    Map<String, String> here = spec.effective();
    if (parent.isPresent()) {
      // A checkpoint does not say how its run was watched.
      here.keySet().removeIf(name -> name.startsWith(RunSettings.PREFIX));
      there.keySet().removeIf(name -> name.startsWith(RunSettings.PREFIX));
    }
    Map<String, String> all = new LinkedHashMap<>(there);
    here.forEach(all::putIfAbsent);
    Map<String, List<String>> difference = new LinkedHashMap<>();
    for (String name : all.keySet()) {
      String then = there.getOrDefault(name, "");
      String now = here.getOrDefault(name, "");
      if (!then.equals(now)) {
        difference.put(name, List.of(then, now));
      }
    }
    return difference;
  }

  private static Map<String, String> effective(
      CheckpointOrigin checkpointOrigin, String algorithm) {
    Map<String, String> all = new LinkedHashMap<>();
    add(all, TrainingSpec.ENVIRONMENT, checkpointOrigin.environment().config());
    add(all, algorithm + ".", checkpointOrigin.training());
    NO_KNOBS.forEach(name -> all.remove(algorithm + "." + name));
    return all;
  }

  private static void add(Map<String, String> all, String prefix, Map<String, JsonNode> values) {
    values.forEach((name, value) -> all.put(prefix + name, value.asText()));
  }
}
