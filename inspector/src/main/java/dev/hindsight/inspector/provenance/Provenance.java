package dev.hindsight.inspector.provenance;

import static dev.hindsight.inspector.text.InspectorText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.RecordingRules.Knob;
import dev.hindsight.trainer.env.Settings;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.learn.algorithm.BuiltInAlgorithms;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.rollout.DeclaredSetting;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.run.AlgorithmType;
import dev.hindsight.trainer.run.session.TrainingSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// The provenance of a file: all it says about its origin.
///
/// @param name of the file
/// @param facts grouped
/// @param contradictions among the facts, and with what happened
public record Provenance(
    String name, List<ProvenanceFact> facts, List<Contradiction> contradictions) {
  /// Copies the lists.
  public Provenance {
    facts = List.copyOf(facts);
    contradictions = List.copyOf(contradictions);
  }

  /// The provenance of a recording; counts its trials, which takes one pass over their numbers.
  public static Provenance of(Rollout rollout) {
    Manifest manifest = rollout.manifest();
    List<ProvenanceFact> facts = new ArrayList<>();
    Optional<Map<String, DeclaredSetting>> declared = DeclaredSetting.of(manifest);
    facts.addAll(
        knobs(
            ProvenanceFact.Group.ENVIRONMENT,
            manifest.environment().config(),
            declared,
            settings(manifest.environment().id())));
    Manifest.PolicyInfo policy = manifest.policy();
    add(facts, ProvenanceFact.Group.POLICY, "policy", policy.id());
    add(facts, ProvenanceFact.Group.POLICY, "checkpoint", policy.checkpointName());
    add(
        facts,
        ProvenanceFact.Group.POLICY,
        wording("Provenance.checkpoint_sha256"),
        policy.checkpointSha256());
    add(facts, ProvenanceFact.Group.POLICY, "actions", policy.actionSelection());
    add(facts, ProvenanceFact.Group.RECORDING, "environment", manifest.environment().id());
    add(facts, ProvenanceFact.Group.RECORDING, "seed", Long.toString(manifest.seed()));
    add(facts, ProvenanceFact.Group.RECORDING, "agents", Integer.toString(manifest.agents()));
    add(facts, ProvenanceFact.Group.RECORDING, "ticks", Integer.toString(rollout.ticks()));
    add(
        facts,
        ProvenanceFact.Group.RECORDING,
        wording("Provenance.seconds_a_tick"),
        manifest.tellsTickSeconds()
            ? Double.toString(manifest.tickSeconds())
            : wording("Provenance.not_told"));
    add(
        facts,
        ProvenanceFact.Group.RECORDING,
        "trials",
        Integer.toString(manifest.trials().count()));
    add(
        facts,
        ProvenanceFact.Group.RECORDING,
        wording("Provenance.ticks_a_trial_at_most"),
        Integer.toString(manifest.trials().timeoutTicks()));
    add(facts, ProvenanceFact.Group.VERSIONS, "producer", manifest.producer());
    add(facts, ProvenanceFact.Group.VERSIONS, "created", manifest.createdUtc());
    add(
        facts,
        ProvenanceFact.Group.VERSIONS,
        wording("Provenance.environment_code"),
        manifest.environment().codeVersion());
    DeclaredSetting.versions(manifest)
        .forEach((name, version) -> add(facts, ProvenanceFact.Group.VERSIONS, name, version));
    rollout
        .summary()
        .ifPresent(summary ->
            add(
                facts,
                ProvenanceFact.Group.VERSIONS,
                wording("Provenance.data_sha256"),
                summary.hash()));
    String name = String.valueOf(rollout.file().getFileName());
    return new Provenance(name, facts, Contradictions.of(rollout, facts));
  }

  /// The provenance of a checkpoint.
  public static Provenance of(Checkpoint checkpoint) {
    List<ProvenanceFact> facts = new ArrayList<>();
    Optional<CheckpointOrigin> origin = CheckpointOrigin.of(checkpoint);
    origin.ifPresent(from -> {
      Optional<Map<String, DeclaredSetting>> declared = DeclaredSetting.of(checkpoint.metadata());
      facts.addAll(
          knobs(
              ProvenanceFact.Group.ENVIRONMENT,
              from.environment().config(),
              declared.map(all -> of(TrainingSpec.ENVIRONMENT, all)),
              settings(from.environment().id())));
      AlgorithmType algorithm = algorithm(from);
      facts.addAll(
          knobs(
              ProvenanceFact.Group.TRAINING,
              from.training(),
              declared.map(all -> of(algorithm.id() + ".", all)),
              algorithm.settings()));
      add(facts, ProvenanceFact.Group.POLICY, "policy", from.policy());
      add(facts, ProvenanceFact.Group.RECORDING, "environment", from.environment().id());
      add(
          facts,
          ProvenanceFact.Group.VERSIONS,
          wording("Provenance.environment_code"),
          from.environment().codeVersion());
      add(facts, ProvenanceFact.Group.VERSIONS, "hindsight", from.codeVersion());
      add(
          facts,
          ProvenanceFact.Group.VERSIONS,
          wording("Provenance.parent_sha256"),
          from.parentSha256());
    });
    add(facts, ProvenanceFact.Group.VERSIONS, "sha256", checkpoint.sha256());
    return new Provenance(checkpoint.name(), facts, List.of());
  }

  /// A file of an algorithm that no longer exists is read as one of the first algorithm.
  private static AlgorithmType algorithm(CheckpointOrigin from) {
    String id =
        Optional.ofNullable(from.training().get(CheckpointOrigin.ALGORITHM))
            .map(JsonNode::asText)
            .orElse("");
    return BuiltInAlgorithms.all().stream()
        .filter(type -> type.id().equals(id))
        .findFirst()
        .orElseGet(BuiltInAlgorithms.all()::getFirst);
  }

  /// The settings whose names have a prefix, without that prefix.
  private static Map<String, DeclaredSetting> of(
      String beginning, Map<String, DeclaredSetting> all) {
    Map<String, DeclaredSetting> some = new LinkedHashMap<>();
    all.forEach((name, one) -> {
      if (name.startsWith(beginning)) {
        some.put(name.substring(beginning.length()), one);
      }
    });
    return some;
  }

  /// @param known the knobs that this version knows
  private static List<ProvenanceFact> knobs(
      ProvenanceFact.Group group,
      Map<String, JsonNode> config,
      Optional<Map<String, DeclaredSetting>> declared,
      Settings known) {
    Map<String, String> effective = new LinkedHashMap<>();
    config.forEach((name, value) -> effective.put(name, text(value)));
    Map<String, DeclaredSetting> asked = declared.orElse(Map.of());
    asked.forEach((name, one) -> effective.putIfAbsent(name, ""));
    Map<String, String> defaults = new LinkedHashMap<>();
    known.all().forEach(setting -> defaults.put(setting.name(), setting.defaultText()));
    List<ProvenanceFact> knobs = new ArrayList<>();
    effective.forEach((name, value) -> {
      Optional<DeclaredSetting> one = Optional.ofNullable(asked.get(name));
      Optional<String> fallback = Optional.ofNullable(defaults.get(name));
      knobs.add(
          new ProvenanceFact(
              group,
              name,
              value,
              one,
              declared.isEmpty()
                  ? ProvenanceFact.ValueOrigin.UNKNOWN
                  : origin(value, one.map(d -> understood(known, name, d)), fallback),
              fallback.orElse("")));
    });
    return knobs;
  }

  private static ProvenanceFact.ValueOrigin origin(
      String value, Optional<String> declared, Optional<String> fallback) {
    if (declared.isPresent()) {
      return same(declared.get(), value)
          ? ProvenanceFact.ValueOrigin.DECLARED
          : ProvenanceFact.ValueOrigin.CHANGED;
    }
    if (fallback.isEmpty()) {
      return ProvenanceFact.ValueOrigin.MEASURED;
    }
    return same(fallback.get(), value)
        ? ProvenanceFact.ValueOrigin.DEFAULT
        : ProvenanceFact.ValueOrigin.DERIVED;
  }

  /// A written value as this version reads it: `3` may be the number of a choice, `on` true.
  private static String understood(Settings known, String name, DeclaredSetting declaredSetting) {
    try {
      JsonNode node = known.parse(Map.of(name, declaredSetting.value()), "").values().get(name);
      return node == null ? declaredSetting.value() : text(node);
    } catch (Problem _) {
      return declaredSetting.value();
    }
  }

  /// Compares values: `2` and `2.0` are the same number.
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

  /// The knobs of an environment; empty if this version does not know it.
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

  private static void add(
      List<ProvenanceFact> facts, ProvenanceFact.Group group, String name, String value) {
    if (!value.isEmpty()) {
      facts.add(ProvenanceFact.measured(group, name, value));
    }
  }

  /// Compares knobs with what happened: with their effective values, the numbers from the
  /// environment, and the trials in the recording.
  private static final class Contradictions {
    /// Other programs' names for K, besides those of our own environments.
    private static final Set<String> TRIALS =
        Set.of("k_scenarios", "max_trials", "max_trials_per_episode", "num_trials");

    /// Other programs' names for T.
    private static final Set<String> TRIAL_TICKS =
        Set.of("scenario_length", "per_trial_timeout", "trial_ticks");

    /// Other programs' names for the length of a tick.
    private static final Set<String> TICK_SECONDS = Set.of("dt");

    private final List<Contradiction> found = new ArrayList<>();

    private Contradictions() {}

    static List<Contradiction> of(Rollout rollout, List<ProvenanceFact> facts) {
      Contradictions contradictions = new Contradictions();
      Manifest manifest = rollout.manifest();
      int played = played(rollout.trials());
      for (ProvenanceFact provenanceFact : facts) {
        if (provenanceFact.origin() == ProvenanceFact.ValueOrigin.CHANGED) {
          contradictions.changed(provenanceFact);
        } else if (provenanceFact.group() == ProvenanceFact.Group.ENVIRONMENT
            && meant(provenanceFact, manifest)) {
          contradictions.measured(provenanceFact, manifest, played);
        }
      }
      return List.copyOf(contradictions.found);
    }

    private static int played(TrialIndex trials) {
      int most = 0;
      for (int stretch = 0; stretch < trials.count(); stretch++) {
        most = Math.max(most, trials.trial(stretch) + 1);
      }
      return most;
    }

    /// A default that has no effect misleads no one.
    private static boolean meant(ProvenanceFact provenanceFact, Manifest manifest) {
      boolean ours =
          BuiltInEnvironments.all().stream()
              .map(EnvironmentType::id)
              .anyMatch(manifest.environment().id()::equals);
      return provenanceFact.declared().isPresent() || !ours;
    }

    private void changed(ProvenanceFact provenanceFact) {
      String value = provenanceFact.value().isEmpty() ? "nothing" : provenanceFact.value();
      String said = provenanceFact.declared().map(one -> one.value()).orElse("");
      add(provenanceFact, said, value, wording("Provenance.the_environment_took", value));
    }

    private void measured(ProvenanceFact provenanceFact, Manifest manifest, int played) {
      Optional<Double> value = number(provenanceFact.value());
      if (value.isEmpty()) {
        return;
      }
      if (named(
          provenanceFact, manifest, TRIALS, type -> Optional.of(type.trialKnobs().trials()))) {
        int ran = manifest.trials().count();
        if (ran > 0 && value.get() != ran) {
          add(
              provenanceFact,
              provenanceFact.value(),
              "" + ran,
              wording("Provenance.the_environment_has_trials_an_episode", ran));
        } else if (played > value.get()) {
          add(
              provenanceFact,
              provenanceFact.value(),
              "" + played,
              wording("Provenance.trial_was_played", played));
        }
      }
      int ticks = manifest.trials().timeoutTicks();
      if (named(
              provenanceFact,
              manifest,
              TRIAL_TICKS,
              type -> Optional.of(type.trialKnobs().trialTicks()))
          && ticks > 0
          && value.get() != ticks) {
        add(
            provenanceFact,
            provenanceFact.value(),
            "" + ticks,
            wording("Provenance.a_trial_has_ticks_at_most", ticks));
      }
      if (named(provenanceFact, manifest, TICK_SECONDS, type -> tickSeconds(type, manifest))
          && Math.abs(value.get() - manifest.tickSeconds()) > 1e-9) {
        String seconds = Double.toString(manifest.tickSeconds());
        add(
            provenanceFact,
            provenanceFact.value(),
            seconds,
            wording("Provenance.a_tick_takes_s", seconds));
      }
    }

    /// Whether a fact is the knob with a meaning, by the environment's name for it or a known one.
    ///
    /// @param word the environment's name for the knob, if it has one
    private static boolean named(
        ProvenanceFact provenanceFact,
        Manifest manifest,
        Set<String> known,
        Function<EnvironmentType, Optional<String>> word) {
      return BuiltInEnvironments.all().stream()
          .filter(each -> each.id().equals(manifest.environment().id()))
          .findFirst()
          .map(type -> word.apply(type).filter(provenanceFact.name()::equals).isPresent())
          .orElse(known.contains(provenanceFact.name()));
    }

    private static Optional<String> tickSeconds(EnvironmentType type, Manifest manifest) {
      return type.recordingRules(manifest.environment().config()).tickSeconds().map(Knob::name);
    }

    private static Optional<Double> number(String text) {
      try {
        return Optional.of(Double.parseDouble(text));
      } catch (NumberFormatException _) {
        return Optional.empty();
      }
    }

    private void add(ProvenanceFact provenanceFact, String said, String was, String happened) {
      String source =
          provenanceFact
              .declared()
              .map(one -> " (" + one.source().word() + ", " + one.where() + ")")
              .orElse("");
      found.add(
          new Contradiction(
              provenanceFact.name(),
              said,
              was,
              wording(
                  "Provenance.is_declared_as_but", provenanceFact.name(), said, source, happened)));
    }
  }
}
