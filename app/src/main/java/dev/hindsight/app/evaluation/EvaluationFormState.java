package dev.hindsight.app.evaluation;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.foreign.PolicyWorld;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.SettingsText;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.partner.PartnerPopulation;
import dev.hindsight.trainer.study.MemoryWipe;
import dev.hindsight.trainer.study.Suite;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The input of the form for an evaluation.
///
/// @param environment the environment to evaluate in
/// @param checkpoint a file, a shipped policy, a run, or a run's version, as typed
/// @param maps names of built-in ones, or files; empty for those of the training
/// @param suite a suite file, in place of maps; empty for none
/// @param partners the population, as typed; empty for that of the suite or the training
/// @param settings knobs of the environment, as typed: `scenario_length=60 goal_within=30`
/// @param episodes number of episodes, as typed
/// @param seed seed of all random numbers, as typed
/// @param actions `sample` or `argmax`
/// @param wipe what the policy may remember of earlier trials
record EvaluationFormState(
    EnvironmentType environment,
    String checkpoint,
    List<String> maps,
    String suite,
    String partners,
    String settings,
    String episodes,
    String seed,
    String actions,
    MemoryWipe wipe) {
  /// Ways to select actions.
  static final List<String> ACTIONS = List.of("sample", "argmax");

  /// Copies the list.
  EvaluationFormState {
    maps = List.copyOf(maps);
  }

  /// The initial input: the first policy that was trained in the environment.
  static EvaluationFormState begin(EnvironmentType type) {
    return new EvaluationFormState(
        type, first(type), List.of(), "", "", "", "400", "0", ACTIONS.getFirst(), MemoryWipe.NONE);
  }

  private static String first(EnvironmentType type) {
    return BuiltInPolicies.trained(type.id()).stream()
        .findFirst()
        .or(() -> BuiltInPolicies.names(type.id()).stream().findFirst())
        .orElse("");
  }

  /// With another environment; its maps, partners and settings mean nothing there.
  EvaluationFormState in(EnvironmentType type) {
    return new EvaluationFormState(
        type, first(type), List.of(), "", "", "", episodes, seed, actions, wipe);
  }

  /// With another policy.
  EvaluationFormState by(String policy) {
    return new EvaluationFormState(
        environment, policy, maps, suite, partners, settings, episodes, seed, actions, wipe);
  }

  /// With other maps.
  EvaluationFormState on(List<String> others) {
    return new EvaluationFormState(
        environment, checkpoint, others, suite, partners, settings, episodes, seed, actions, wipe);
  }

  /// With another suite, in place of maps.
  EvaluationFormState within(String file) {
    return new EvaluationFormState(
        environment, checkpoint, maps, file, partners, settings, episodes, seed, actions, wipe);
  }

  /// With other partners.
  EvaluationFormState among(String population) {
    return new EvaluationFormState(
        environment, checkpoint, maps, suite, population, settings, episodes, seed, actions, wipe);
  }

  /// With other settings.
  EvaluationFormState set(String typed) {
    return new EvaluationFormState(
        environment, checkpoint, maps, suite, partners, typed, episodes, seed, actions, wipe);
  }

  /// With another number of episodes.
  EvaluationFormState over(String typed) {
    return new EvaluationFormState(
        environment, checkpoint, maps, suite, partners, settings, typed, seed, actions, wipe);
  }

  /// With another seed.
  EvaluationFormState seeded(String typed) {
    return new EvaluationFormState(
        environment, checkpoint, maps, suite, partners, settings, episodes, typed, actions, wipe);
  }

  /// With another choice of actions.
  EvaluationFormState choosing(String how) {
    return new EvaluationFormState(
        environment, checkpoint, maps, suite, partners, settings, episodes, seed, how, wipe);
  }

  /// With another memory.
  EvaluationFormState wiping(MemoryWipe other) {
    return new EvaluationFormState(
        environment, checkpoint, maps, suite, partners, settings, episodes, seed, actions, other);
  }

  /// Checks what can be checked without reading a file.
  ///
  /// @throws Problem naming the invalid field
  EvaluationFormState checked() {
    if (checkpoint.isBlank()) {
      throw new Problem(
          wording("EvaluationFormState.no_checkpoint_is_chosen"),
          "checkpoint",
          wording("EvaluationFormState.choose_a_file_or_type_a_run"));
    }
    whole("episodes", episodes, 1);
    whole("seed", seed, Long.MIN_VALUE);
    environment.settings().parse(knobs(), "settings");
    if (!partners.isBlank() && !partners.endsWith(".json") && !partners.endsWith(".txt")) {
      PartnerPopulation.parse(partners);
    }
    return this;
  }

  /// The evaluation. Reads the suite: for a background thread.
  ///
  /// @throws Problem naming what is invalid
  EvaluationPlan plan() {
    checked();
    Optional<Suite> worlds =
        suite.isBlank() ? Optional.empty() : Optional.of(Suite.read(Path.of(suite.strip())));
    worlds
        .filter(one -> !one.environment().equals(environment.id()))
        .ifPresent(one -> {
          throw new Problem(
              wording("EvaluationFormState.the_suite_is_for_another", one.environment()),
              suite,
              wording("EvaluationFormState.choose_that_environment"));
        });
    return new EvaluationPlan(
        environment.id(),
        checkpoint.strip(),
        worlds.isPresent() ? List.of() : maps,
        knobs(),
        (int) whole("episodes", episodes, 1),
        wipe,
        actions,
        whole("seed", seed, Long.MIN_VALUE),
        worlds,
        Optional.of(partners.strip()).filter(text -> !text.isEmpty()));
  }

  /// A world of the evaluation, without settings that are not typed to their end.
  PolicyWorld world() {
    Map<String, String> typed;
    try {
      typed = knobs();
    } catch (Problem _) {
      typed = Map.of();
    }
    return new PolicyWorld(environment, maps.stream().findFirst(), typed);
  }

  private Map<String, String> knobs() {
    return SettingsText.parse(settings, "settings");
  }

  private static long whole(String field, String typed, long least) {
    long most = field.equals("seed") ? Long.MAX_VALUE : Integer.MAX_VALUE;
    try {
      long number = Long.parseLong(typed.strip());
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException _) {
      // Reported below.
    }
    throw new Problem(
        wording("EvaluationFormState.is_not_a_number_for_this", typed),
        field,
        wording("EvaluationFormState.give_a_whole_number", least, most));
  }
}
