package dev.hindsight.trainer.rollout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hindsight.trainer.text.OneLine;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// The partners of a recording, as its manifest describes them: under `policy`, the keys `egos` and
/// `partners`; the column `partner` says which of them drove in each tick.
///
/// @param egos number of agents that the recorded policy drove; they come first
/// @param partners in the order of the population
public record RecordedPartners(int egos, List<RecordedPartner> partners) {
  /// Name of the column with the partner of each tick, an index into the population.
  public static final String COLUMN = "partner";

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static final String EGOS = "egos";
  private static final String PATH = "checkpointPath";

  /// Key of the list of partners.
  static final String PARTNERS = "partners";

  /// A partner and the file it came from.
  ///
  /// @param name as the user gave it
  /// @param policy as the policy of a recording
  public record RecordedPartner(String name, double weight, Manifest.PolicyInfo policy) {}

  /// Copies the list.
  public RecordedPartners {
    partners = List.copyOf(partners);
  }

  /// The partners of a recording; empty if one policy drove all agents, or none.
  public static Optional<RecordedPartners> of(Manifest manifest) {
    Map<String, JsonNode> extra = manifest.policy().extra();
    JsonNode all = extra.get(PARTNERS);
    JsonNode count = extra.get(EGOS);
    if (all == null || count == null || !all.isArray() || all.isEmpty()) {
      return Optional.empty();
    }
    List<RecordedPartner> partners = new ArrayList<>();
    for (JsonNode one : all) {
      partners.add(
          new RecordedPartner(
              OneLine.of(one.path("name").asText()),
              one.path("weight").asDouble(1),
              new Manifest.PolicyInfo(
                  one.path("id").asText(),
                  one.path("checkpointSha256").asText(),
                  one.path("checkpointName").asText(),
                  one.path(PATH).asText(),
                  manifest.policy().actionSelection())));
    }
    return Optional.of(new RecordedPartners(count.asInt(), partners));
  }

  /// The number of agents that a recording's policy drove; they come first.
  public static int drivenByPolicy(Manifest manifest) {
    return of(manifest).map(RecordedPartners::egos).orElse(manifest.agents());
  }

  /// The partners that drove at any tick; all of them while the recording grows, or if it does not
  /// say.
  public List<RecordedPartner> driving(Rollout rollout) {
    BitSet drove = new BitSet();
    Optional<Channel> column = rollout.channel(COLUMN).filter(_ -> rollout.complete());
    for (int tick = 0; column.isPresent() && tick < rollout.ticks(); tick++) {
      long index = column.get().integer(tick, 0);
      if (index >= 0 && index < partners.size()) {
        drove.set((int) index);
      }
    }
    return drove.isEmpty() ? partners : drove.stream().mapToObj(partners::get).toList();
  }

  /// The keys for [Manifest.PolicyInfo#extra()].
  public Map<String, JsonNode> keys() {
    Map<String, JsonNode> keys = new LinkedHashMap<>();
    keys.put(EGOS, IntNode.valueOf(egos));
    keys.put(PARTNERS, JSON.valueToTree(partners.stream().map(PartnerKeyJson::of).toList()));
    return keys;
  }

  /// The list of partners with other paths of their checkpoints.
  ///
  /// @param path from a path in the list, which is not empty, to the new one
  static JsonNode withPaths(JsonNode partners, UnaryOperator<String> path) {
    JsonNode changed = partners.deepCopy();
    for (JsonNode one : changed) {
      String before = one.path(PATH).asText();
      if (one instanceof ObjectNode partner && !before.isEmpty()) {
        partner.put(PATH, path.apply(before));
      }
    }
    return changed;
  }

  private record PartnerKeyJson(
      String name,
      double weight,
      String id,
      String checkpointSha256,
      String checkpointName,
      String checkpointPath) {
    static PartnerKeyJson of(RecordedPartner partner) {
      Manifest.PolicyInfo policy = partner.policy();
      return new PartnerKeyJson(
          partner.name(),
          partner.weight(),
          policy.id(),
          policy.checkpointSha256(),
          policy.checkpointName(),
          policy.checkpointPath());
    }
  }

  /// The name of the partner that drives at a tick; empty if the column is missing.
  public Optional<String> at(Rollout rollout, int tick) {
    return rollout
        .channel(COLUMN)
        .map(column -> (int) column.integer(tick, 0))
        .filter(index -> index >= 0 && index < partners.size())
        .map(index -> partners.get(index).name());
  }

  /// What drives an agent at a tick, for people: the recording's policy, or the partner's name.
  public static String driver(Rollout rollout, int tick, int agent) {
    Manifest manifest = rollout.manifest();
    return of(manifest)
        .filter(partners -> agent >= partners.egos())
        .flatMap(partners -> partners.at(rollout, tick))
        .orElse(manifest.policy().id());
  }
}
