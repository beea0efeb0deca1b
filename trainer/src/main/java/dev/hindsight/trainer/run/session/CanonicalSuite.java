package dev.hindsight.trainer.run.session;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.randomise.Buckets;
import dev.hindsight.trainer.partner.PartnerPopulation;
import dev.hindsight.trainer.study.EvaluatedScenario;
import dev.hindsight.trainer.study.ReferenceGap;
import dev.hindsight.trainer.study.Suite;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// The worlds of a suite in which a policy is compared with reference numbers: always the same
/// ones, with fixed seeds, and the policy takes its most likely actions. A world of the suite
/// without a seed of its own is played several times, with seeds that are the same in every run.
///
/// @param id name of the suite: that of its file without ending
/// @param scenarios a name for each world of the suite, all different, as reference files use it
/// @param worlds the worlds of each scenario, one episode each
public record CanonicalSuite(
    String id, List<String> scenarios, Map<String, TrainingSpec.HeldOut> worlds) {
  /// Episodes in a world without a seed of its own.
  private static final int EPISODES = 16;

  private static final String PARTNER = "partner";
  private static final String SEED = "seed";

  /// Copies the collections.
  public CanonicalSuite {
    scenarios = List.copyOf(scenarios);
    worlds = Map.copyOf(worlds);
  }

  /// Prepares the worlds of a suite.
  ///
  /// @param file of the suite
  /// @param configuration settings of the environment in which the policy learned; those of the
  ///   suite come first, and nothing is randomised unless the suite says so
  /// @param partners drive the agents that are not egos
  /// @throws Problem if the suite is for another environment
  public static CanonicalSuite of(
      EnvironmentType type,
      Path file,
      Map<String, JsonNode> configuration,
      Optional<PartnerPopulation> partners) {
    Suite suite = Suite.read(file, type.id(), file.toString());
    Map<String, String> settings = new LinkedHashMap<>();
    configuration.forEach((name, value) -> settings.put(name, value.asText()));
    settings.remove(Buckets.RANDOMISE);
    settings.putAll(type.heldOutSettings());
    settings.putAll(suite.settings());
    SettingValues values = type.settings().parse(settings, file.toString());
    Map<String, EnvironmentFactory> prepared = new LinkedHashMap<>();
    Map<String, TrainingSpec.HeldOut> worlds = new LinkedHashMap<>();
    List<String> names = new ArrayList<>();
    for (EvaluatedScenario world : suite.worlds()) {
      String name = name(world, names);
      names.add(name);
      EnvironmentFactory factory =
          prepared.computeIfAbsent(
              world.scenario(),
              scenario ->
                  type.prepare(
                      values,
                      scenario.isEmpty()
                          ? Optional.empty()
                          : Optional.of(type.scenarios().resolve(scenario))));
      List<EnvironmentFactory> factories = new ArrayList<>();
      List<EvaluatedScenario> episodes = new ArrayList<>();
      int count = world.seed().isPresent() ? 1 : EPISODES;
      for (int episode = 0; episode < count; episode++) {
        factories.add(factory);
        episodes.add(
            world.seed().isPresent()
                ? world
                : new EvaluatedScenario(
                    world.scenario(), world.partner(), OptionalLong.of(episode)));
      }
      worlds.put(
          name,
          new TrainingSpec.HeldOut(factories, episodes, Suite.partners(suite.worlds(), partners)));
    }
    return new CanonicalSuite(id(file), names, worlds);
  }

  private static String id(Path file) {
    String name = String.valueOf(file.getFileName());
    int dot = name.lastIndexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }

  /// `intersection-1, partner scripted, seed 17`; a world with the name of an earlier one gets a
  /// number. References hold these names.
  private static String name(EvaluatedScenario world, List<String> before) {
    List<String> parts = new ArrayList<>();
    if (!world.scenario().isEmpty()) {
      parts.add(world.scenario());
    }
    world.partner().ifPresent(partner -> parts.add(String.join(" ", PARTNER, partner)));
    world.seed().ifPresent(seed -> parts.add(String.join(" ", SEED, Long.toString(seed))));
    String name = parts.isEmpty() ? "world" : String.join(", ", parts);
    String unique = name;
    for (int n = 2; before.contains(unique); n++) {
      unique = name + " #" + n;
    }
    return unique;
  }

  /// Checks that the policy observes as many numbers here as where it learned, and that the
  /// reference knows every scenario of the suite and no other.
  ///
  /// @param trained an environment of the training
  /// @param file of the reference
  void check(EnvironmentFactory trained, ReferenceGap reference, Path file) {
    worlds.values().forEach(world -> world.checkObserved(trained, file.toString()));
    if (!reference.reference().keySet().equals(worlds.keySet())) {
      throw new Problem(
          wording(
              "CanonicalSuite.other_scenarios",
              String.join("; ", reference.reference().keySet()),
              String.join("; ", scenarios)),
          file.toString(),
          wording("CanonicalSuite.write_it_with_fleet_reference"));
    }
  }
}
