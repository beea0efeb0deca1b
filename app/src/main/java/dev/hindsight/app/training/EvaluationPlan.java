package dev.hindsight.app.training;

import static dev.hindsight.app.text.AppText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.PartnerPolicies;
import dev.hindsight.trainer.learn.ResolvedPolicy;
import dev.hindsight.trainer.partner.PartnerPopulation;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.study.EvaluatedPartners;
import dev.hindsight.trainer.study.EvaluatedScenario;
import dev.hindsight.trainer.study.Evaluation;
import dev.hindsight.trainer.study.EvaluationReport;
import dev.hindsight.trainer.study.Measure;
import dev.hindsight.trainer.study.MemoryWipe;
import dev.hindsight.trainer.study.Suite;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What to evaluate, as the user specified it. Loads and checks nothing until it runs.
///
/// @param environment id in the list of environments
/// @param checkpoint a checkpoint file, or the name of a built-in policy
/// @param maps map files, or names of built-in maps; if empty, the available maps that it was
///   trained on
/// @param settings knobs of the environment; unset ones default to those of training
/// @param episodes number of episodes
/// @param wipe what the policy may remember of earlier trials
/// @param actions `sample` or `argmax`
/// @param suite the worlds to evaluate in, in place of maps
/// @param partners drive the agents that are not egos, as text; if empty, those that the suite
///   names, else the policy drives all agents
public record EvaluationPlan(
    String environment,
    String checkpoint,
    List<String> maps,
    Map<String, String> settings,
    int episodes,
    MemoryWipe wipe,
    String actions,
    long seed,
    Optional<Suite> suite,
    Optional<String> partners)
    implements Job<EvaluationReport> {
  /// Copies the collections.
  public EvaluationPlan {
    maps = List.copyOf(maps);
    settings = Map.copyOf(settings);
  }

  /// A plan whose worlds are loaded and whose policy is found.
  ///
  /// @param evaluation ready to run
  /// @param world effective knobs of the environment
  /// @param measures what the environment's trials are measured by
  public record Prepared(Evaluation evaluation, SettingValues world, List<Measure> measures) {
    /// Copies the list.
    public Prepared {
      measures = List.copyOf(measures);
    }

    /// Checks that another policy is evaluated in the same worlds.
    ///
    /// @param where the other policy, for the message
    /// @throws Problem naming the first difference
    public void checkSameWorlds(Prepared other, String where) {
      Map<String, JsonNode> own = world.values();
      other
          .world
          .values()
          .forEach((name, value) -> {
            if (!value.equals(own.get(name))) {
              throw new Problem(
                  wording("EvaluationPlan.it_was_trained_with_another", name, value, own.get(name)),
                  where,
                  wording("EvaluationPlan.give_it_for_all_with_set", name));
            }
          });
      if (!evaluation.scenarios().equals(other.evaluation.scenarios())) {
        throw new Problem(
            wording("EvaluationPlan.it_was_trained_on_other_maps"),
            where,
            wording("EvaluationPlan.name_the_maps_for_all_with"));
      }
    }
  }

  /// Loads, checks and evaluates, on the calling thread.
  ///
  /// @throws Problem naming what is invalid
  @Override
  public EvaluationReport run(Progress progress, Cancellation cancellation) {
    return prepare().evaluation().run(progress, cancellation);
  }

  /// Loads and checks everything, on the calling thread.
  ///
  /// @throws Problem naming what is invalid
  public Prepared prepare() {
    if (episodes < 1) {
      throw new Problem(
          wording("EvaluationPlan.episodes_are_too_few", episodes),
          "--episodes",
          wording("EvaluationPlan.give_1_or_more"));
    }
    EnvironmentType type = BuiltInEnvironments.named(environment);
    ResolvedPolicy policy = BuiltInPolicies.find(checkpoint);
    Optional<CheckpointOrigin> origin = policy.origin();
    Map<String, String> typed = new LinkedHashMap<>(settings);
    suite.ifPresent(worlds -> worlds.settings().forEach(typed::putIfAbsent));
    Map<String, String> asked = Map.copyOf(typed);
    origin.ifPresent(from -> from.settings(type.id(), asked).forEach(typed::putIfAbsent));
    SettingValues world = type.settings().parse(typed, "--set");
    List<EvaluatedScenario> scenarios =
        suite.map(Suite::worlds).orElseGet(() -> scenarios(type, origin));
    Map<String, EnvironmentFactory> loaded = new LinkedHashMap<>();
    for (EvaluatedScenario one : scenarios) {
      if (!loaded.containsKey(one.scenario())) {
        loaded.put(
            one.scenario(),
            type.prepare(
                world,
                one.scenario().isEmpty()
                    ? Optional.empty()
                    : Optional.of(type.scenarios().resolve(one.scenario()))));
      }
    }
    List<EnvironmentFactory> factories =
        scenarios.stream().map(one -> loaded.get(one.scenario())).toList();
    Evaluation evaluation =
        new Evaluation(
            factories,
            shape -> policy.open(shape).policy(),
            episodes,
            wipe,
            ActionSelection.parse(actions),
            seed,
            scenarios,
            partners(scenarios));
    return new Prepared(evaluation, factories.getFirst().effective(), Measure.of(type.events()));
  }

  private Optional<EvaluatedPartners> partners(List<EvaluatedScenario> scenarios) {
    List<String> named =
        scenarios.stream().flatMap(world -> world.partner().stream()).distinct().toList();
    Optional<PartnerPopulation> population =
        partners
            .map(PartnerPopulation::parse)
            .or(() ->
                named.isEmpty()
                    ? Optional.empty()
                    : Optional.of(
                        new PartnerPopulation(
                            named.stream()
                                .map(name -> new PartnerPopulation.Partner(name, 1))
                                .toList())));
    population.ifPresent(all -> {
      for (String name : named) {
        if (!all.names().contains(name)) {
          throw new Problem(
              wording("EvaluationPlan.the_suite_names_another_partner"),
              name,
              wording("EvaluationPlan.leave_out_partners_or_add_it"));
        }
      }
    });
    return population
        .map(PartnerPolicies::find)
        .map(found ->
            new EvaluatedPartners(
                found.population(),
                (own, shape, egos) -> found.open(shape, egos, Optional.of(own))));
  }

  private List<EvaluatedScenario> scenarios(
      EnvironmentType type, Optional<CheckpointOrigin> origin) {
    List<String> trainedOn = origin.map(CheckpointOrigin::scenarios).orElse(List.of());
    List<String> names = maps.isEmpty() ? type.scenarios().here(trainedOn) : maps;
    if (names.isEmpty() && !trainedOn.isEmpty()) {
      throw new Problem(
          wording("EvaluationPlan.none_of_the_maps_it_was"),
          trainedOn.getFirst(),
          wording("EvaluationPlan.name_one_with_map"));
    }
    return names.isEmpty()
        ? List.of(EvaluatedScenario.named(""))
        : names.stream().map(EvaluatedScenario::named).toList();
  }
}
