package dev.hindsight.trainer.env.excavation.cases;

import dev.hindsight.trainer.env.excavation.ExcavationWorld;
import dev.hindsight.trainer.env.excavation.observation.ExcavationObservation;
import dev.hindsight.trainer.env.excavation.observation.LocalMap;
import dev.hindsight.trainer.env.excavation.observation.MapPlane;
import dev.hindsight.trainer.env.excavation.reward.RewardComponent;
import dev.hindsight.trainer.env.excavation.simulation.Excavation;
import dev.hindsight.trainer.env.excavation.simulation.SiteGeometry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;

/// Writes what happens in an episode, in the field names of the reference.
final class EpisodeProtocol {
  private final ExcavationWorld world;
  private final ExcavationObservation seen;
  private final List<Map<String, Object>> steps = new ArrayList<>();
  private final List<Map<String, Object>> checkpoints = new ArrayList<>();

  EpisodeProtocol(ExcavationWorld world) {
    this.world = world;
    seen = new ExcavationObservation(world.excavation().geometry().size());
  }

  /// Adds the state after a step.
  void step(double reward) {
    Excavation excavation = world.excavation();
    world.observe(seen);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("pos", List.of(excavation.row(), excavation.column()));
    fields.put("base", excavation.base());
    fields.put("cabin", excavation.cabin());
    fields.put("wheel", excavation.wheel());
    fields.put("loaded", excavation.load());
    fields.put("reward", reward);
    fields.put("comp", components());
    fields.put("dug", excavation.terrain().dug());
    fields.put("dirt", excavation.terrain().soil());
    fields.put("task_done", excavation.outcome().taskDone);
    fields.put("timeout_done", excavation.outcome().timeoutDone);
    fields.put("action_mask", mask());
    steps.add(fields);
  }

  private Map<String, Object> components() {
    Map<String, Object> parts = new LinkedHashMap<>();
    for (RewardComponent component : RewardComponent.values()) {
      float part = world.reward().component(component);
      if (part != 0) {
        parts.put(component.id(), part);
      }
    }
    return parts;
  }

  private String mask() {
    StringBuilder mask = new StringBuilder();
    for (byte possible : seen.actionMask) {
      mask.append(possible);
    }
    return mask.toString();
  }

  /// Adds the observation after so many steps.
  void checkpoint(int step) {
    world.observe(seen);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("step", step);
    fields.put("action_map_crc32", checksum(MapPlane.ACTION));
    fields.put("dumpability_crc32", checksum(MapPlane.DUMPABILITY));
    fields.put("traversability_crc32", checksum(MapPlane.TRAVERSABILITY));
    fields.put("interaction_count", world.excavation().reachedCount());
    fields.put("interaction_crc32", checksum(MapPlane.INTERACTION));
    fields.put("episode_progress", seen.progress);
    fields.put("local_maps", localMaps());
    fields.put("edge_features", seen.edgeFeatures.clone());
    checkpoints.add(fields);
  }

  private long checksum(MapPlane plane) {
    int tiles = world.excavation().geometry().tiles();
    CRC32 checksum = new CRC32();
    checksum.update(seen.planes, plane.index() * tiles, tiles);
    return checksum.getValue();
  }

  private Map<String, Object> localMaps() {
    Map<String, Object> maps = new LinkedHashMap<>();
    for (LocalMap layer : LocalMap.values()) {
      List<Integer> sums = new ArrayList<>();
      for (int k = 0; k < SiteGeometry.DIRECTIONS; k++) {
        sums.add((int) seen.localMaps[layer.index() * SiteGeometry.DIRECTIONS + k]);
      }
      maps.put(layer.id(), sums);
    }
    return maps;
  }

  Map<String, Object> result() {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("steps", steps);
    result.put("checkpoints", checkpoints);
    return result;
  }
}
