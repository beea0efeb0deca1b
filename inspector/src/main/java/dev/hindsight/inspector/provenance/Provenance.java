package dev.hindsight.inspector.provenance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.BuiltInEnvironments;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.Settings;
import dev.hindsight.trainer.learn.BuiltInAlgorithms;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Origin;
import dev.hindsight.trainer.rollout.Declared;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.run.AlgorithmType;
import dev.hindsight.trainer.run.TrainingSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Everything a file tells of where it comes from.
///
/// @param name of the file
/// @param facts group by group
/// @param contradictions between them, and with what happened
public record Provenance(String name, List<Fact> facts, List<Contradiction> contradictions) {
  /// Copies the lists.
  public Provenance {
    facts = List.copyOf(facts);
    contradictions = List.copyOf(contradictions);
  }

  /// Of a recording; reads its trials, which takes a pass over their numbers.
  public static Provenance of(Rollout rollout) {
    Manifest manifest = rollout.manifest();
    List<Fact> facts = new ArrayList<>();
    Optional<Map<String, Declared>> declared = Declared.of(manifest);
    facts.addAll(
        knobs(
            Fact.Group.ENVIRONMENT,
            manifest.environment().config(),
            declared,
            settings(manifest.environment().id())));
    Manifest.PolicyInfo policy = manifest.policy();
    add(facts, Fact.Group.POLICY, "policy", policy.id());
    add(facts, Fact.Group.POLICY, "checkpoint", policy.checkpointName());
    add(facts, Fact.Group.POLICY, "checkpoint sha256", policy.checkpointSha256());
    add(facts, Fact.Group.POLICY, "actions", policy.actionSelection());
    add(facts, Fact.Group.RECORDING, "environment", manifest.environment().id());
    add(facts, Fact.Group.RECORDING, "seed", Long.toString(manifest.seed()));
    add(facts, Fact.Group.RECORDING, "agents", Integer.toString(manifest.agents()));
    add(facts, Fact.Group.RECORDING, "ticks", Integer.toString(rollout.ticks()));
    add(facts, Fact.Group.RECORDING, "seconds a tick", Double.toString(manifest.tickSeconds()));
    add(facts, Fact.Group.RECORDING, "trials", Integer.toString(manifest.trials().count()));
    add(
        facts,
        Fact.Group.RECORDING,
        "ticks a trial at most",
        Integer.toString(manifest.trials().timeoutTicks()));
    add(facts, Fact.Group.VERSIONS, "producer", manifest.producer());
    add(facts, Fact.Group.VERSIONS, "created", manifest.createdUtc());
    add(facts, Fact.Group.VERSIONS, "environment code", manifest.environment().codeVersion());
    Declared.versions(manifest)
        .forEach((name, version) -> add(facts, Fact.Group.VERSIONS, name, version));
    rollout
        .summary()
        .ifPresent(summary -> add(facts, Fact.Group.VERSIONS, "data sha256", summary.hash()));
    String name = String.valueOf(rollout.file().getFileName());
    return new Provenance(name, facts, Contradictions.of(rollout, facts));
  }

  /// Of a checkpoint.
  public static Provenance of(Checkpoint checkpoint) {
    List<Fact> facts = new ArrayList<>();
    Optional<Origin> origin = Origin.of(checkpoint);
    origin.ifPresent(from -> {
      Optional<Map<String, Declared>> declared = Declared.of(checkpoint.metadata());
      facts.addAll(
          knobs(
              Fact.Group.ENVIRONMENT,
              from.environment().config(),
              declared.map(all -> of(TrainingSpec.ENVIRONMENT, all)),
              settings(from.environment().id())));
      AlgorithmType algorithm = algorithm(from);
      facts.addAll(
          knobs(
              Fact.Group.TRAINING,
              from.training(),
              declared.map(all -> of(algorithm.id() + ".", all)),
              algorithm.settings()));
      add(facts, Fact.Group.POLICY, "policy", from.policy());
      add(facts, Fact.Group.RECORDING, "environment", from.environment().id());
      add(facts, Fact.Group.VERSIONS, "environment code", from.environment().codeVersion());
      add(facts, Fact.Group.VERSIONS, "hindsight", from.codeVersion());
      add(facts, Fact.Group.VERSIONS, "parent sha256", from.parentSha256());
    });
    add(facts, Fact.Group.VERSIONS, "sha256", checkpoint.sha256());
    return new Provenance(checkpoint.name(), facts, List.of());
  }

  /// Files of a way to train there is no more are read as of the first.
  private static AlgorithmType algorithm(Origin from) {
    String id =
        Optional.ofNullable(from.training().get(Origin.ALGORITHM)).map(JsonNode::asText).orElse("");
    return BuiltInAlgorithms.all().stream()
        .filter(type -> type.id().equals(id))
        .findFirst()
        .orElseGet(BuiltInAlgorithms.all()::getFirst);
  }

  /// Those whose names begin in a way, without that beginning.
  private static Map<String, Declared> of(String beginning, Map<String, Declared> all) {
    Map<String, Declared> some = new LinkedHashMap<>();
    all.forEach((name, one) -> {
      if (name.startsWith(beginning)) {
        some.put(name.substring(beginning.length()), one);
      }
    });
    return some;
  }

  /// @param known the knobs this version knows
  private static List<Fact> knobs(
      Fact.Group group,
      Map<String, JsonNode> config,
      Optional<Map<String, Declared>> declared,
      Settings known) {
    Map<String, String> effective = new LinkedHashMap<>();
    config.forEach((name, value) -> effective.put(name, text(value)));
    Map<String, Declared> asked = declared.orElse(Map.of());
    asked.forEach((name, one) -> effective.putIfAbsent(name, ""));
    Map<String, String> defaults = new LinkedHashMap<>();
    known.all().forEach(setting -> defaults.put(setting.name(), setting.defaultText()));
    List<Fact> knobs = new ArrayList<>();
    effective.forEach((name, value) -> {
      Optional<Declared> one = Optional.ofNullable(asked.get(name));
      String fallback = defaults.getOrDefault(name, "");
      knobs.add(
          new Fact(
              group,
              name,
              value,
              one,
              declared.isEmpty()
                  ? Fact.Origin.UNKNOWN
                  : origin(value, one.map(d -> understood(known, name, d)), fallback),
              fallback));
    });
    return knobs;
  }

  private static Fact.Origin origin(String value, Optional<String> declared, String fallback) {
    if (declared.isPresent()) {
      return same(declared.get(), value) ? Fact.Origin.DECLARED : Fact.Origin.CHANGED;
    }
    if (fallback.isEmpty()) {
      return Fact.Origin.MEASURED;
    }
    return same(fallback, value) ? Fact.Origin.DEFAULT : Fact.Origin.DERIVED;
  }

  /// What was written, as it is understood: `3` may be a choice's number, `on` true.
  private static String understood(Settings known, String name, Declared declared) {
    try {
      JsonNode node = known.parse(Map.of(name, declared.value()), "").values().get(name);
      return node == null ? declared.value() : text(node);
    } catch (Problem _) {
      return declared.value();
    }
  }

  /// `2` and `2.0` are one number.
  static boolean same(String one, String other) {
    if (one.equalsIgnoreCase(other)) {
      return true;
    }
    try {
      return Double.parseDouble(one) == Double.parseDouble(other);
    } catch (NumberFormatException _) {
      return false;
    }
  }

  /// Knobs of an environment; none of one that this version does not know.
  private static Settings settings(String environment) {
    return BuiltInEnvironments.all().stream()
        .filter(type -> type.id().equals(environment))
        .findFirst()
        .map(EnvironmentType::settings)
        .orElse(new Settings(List.of()));
  }

  private static String text(JsonNode value) {
    return value.isValueNode() ? value.asText() : value.toString();
  }

  private static void add(List<Fact> facts, Fact.Group group, String name, String value) {
    if (!value.isEmpty()) {
      facts.add(Fact.measured(group, name, value));
    }
  }
}
