package dev.hindsight.trainer.env;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.hindsight.trainer.rollout.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The groups of a recording's agents, in the manifest's key `groups`: `[{"name": "team",
/// "members": [0, 1, 2]}]`. Without the key, or with an invalid one, no agent is in a group.
public final class GroupManifest {
  /// The key in [Manifest#extra()].
  public static final String KEY = "groups";

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private GroupManifest() {}

  /// The value of the key in the manifest; empty without groups.
  public static Map<String, JsonNode> of(EnvironmentShape shape) {
    return shape.groups().isEmpty() ? Map.of() : Map.of(KEY, JSON.valueToTree(shape.groups()));
  }

  /// The groups of a recording.
  public static List<AgentGroup> read(Manifest manifest) {
    try {
      return declared(manifest);
    } catch (IllegalArgumentException _) {
      return List.of();
    }
  }

  /// What a manifest declares, to tell what is wrong with it.
  ///
  /// @return empty without the key
  /// @throws IllegalArgumentException if it cannot be groups of the recording's agents
  public static List<AgentGroup> declared(Manifest manifest) {
    List<AgentGroup> groups = new ArrayList<>();
    for (JsonNode group : manifest.extra().getOrDefault(KEY, MissingNode.getInstance())) {
      List<Integer> members = new ArrayList<>();
      group.path("members").forEach(member -> members.add(member.asInt(-1)));
      groups.add(new AgentGroup(group.path("name").asText(), members));
    }
    AgentGroup.check(groups, manifest.agents());
    return groups;
  }
}
