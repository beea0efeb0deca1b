package dev.hindsight.app.evaluation;

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
import dev.hindsight.trainer.run.session.TrainedWorlds;
import dev.hindsight.trainer.run.session.VersionChanges;
import dev.hindsight.trainer.study.EvaluatedScenario;
import dev.hindsight.trainer.study.Evaluation;
import dev.hindsight.trainer.study.EvaluationReport;
import dev.hindsight.trainer.study.MemoryWipe;
import dev.hindsight.trainer.study.Suite;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What to evaluate, as the user specified it. Loads and checks nothing until it runs.
///
/// @param environment id in the list of environments
/// @param checkpoint a checkpoint file, or the name of a built-in policy
/// @param maps map files, or names of built-in maps; if empty, the available maps that it was
///   evaluated on while it trained, else those it was trained on
/// @param settings knobs of the environment; unset ones default to those of training
/// @param episodes number of episodes
/// @param wipe what the policy may remember of earlier trials
/// @param actions `sample` or `argmax`
/// @param suite the worlds to evaluate in, in place of maps
/// @param partners drive the agents that are not egos, as text; [#NO_PARTNERS] for none. If empty,
///   those that the suite names, else those that the checkpoint was trained with; without either
///   the policy drives all agents
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
    implements Job<FinishedEvaluation> {
  /// In place of partners: the policy drives all agents, even if it was trained with partners.
  public static final String NO_PARTNERS = "none";

  /// Copies the collections.
  public EvaluationPlan {
    maps = List.copyOf(maps);
    settings = Map.copyOf(settings);
  }

  /// A plan whose worlds are loaded and whose policy is found.
  ///
  /// @param plan what the user asked for
  /// @param evaluation ready to run
  /// @param world effective knobs of the environment
  /// @param sha256 hex digest of the checkpoint, empty if it has no file
  /// @param partners the population beside the policy; empty if it drives all agents
  /// @param trainedWith whether the partners are those of the checkpoint's training, and no one
  ///   asked for them
  /// @param reused which worlds the policy was trained on, in words; empty if they are held out
  /// @param otherVersion that the policy was trained in another version of the environment, in
  ///   words
  public record Prepared(
      EvaluationPlan plan,
      Evaluation evaluation,
      SettingValues world,
      String sha256,
      Optional<PartnerPopulation> partners,
      boolean trainedWith,
      Optional<String> reused,
      Optional<String> otherVersion)
      implements Job<FinishedEvaluation> {
    /// Evaluates.
    @Override
    public FinishedEvaluation run(Progress progress, Cancellation cancellation) {
      return finished(evaluation.run(progress, cancellation));
    }

    /// The evaluation with results that an earlier run of it found.
    public FinishedEvaluation finished(EvaluationReport report) {
      Map<String, String> settings = new LinkedHashMap<>();
      world.values().forEach((name, value) -> settings.put(name, value.asText()));
      return new FinishedEvaluation(
          plan.environment,
          plan.checkpoint,
          sha256,
          plan.wipe,
          plan.actions,
          plan.seed,
          settings,
          partners.map(PartnerPopulation::text),
          reused,
          otherVersion,
          report);
    }

    /// What the user should know before reading the numbers: partners that nobody named, and what
    /// the results say themselves. One sentence each.
    ///
    /// @param evaluated the results of this evaluation
    public List<String> remarks(FinishedEvaluation evaluated) {
      List<String> remarks = new ArrayList<>();
      if (trainedWith) {
        remarks.add(
            wording(
                "EvaluationPlan.partners_are_those_of_training",
                partners.orElseThrow().text(),
                NO_PARTNERS));
      }
      remarks.addAll(evaluated.remarks());
      return remarks;
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
      if (!partners.equals(other.partners)) {
        throw new Problem(
            wording("EvaluationPlan.it_was_trained_with_other_partners"),
            where,
            wording("EvaluationPlan.name_the_partners_for_all_with"));
      }
    }
  }

  /// Loads, checks and evaluates, on the calling thread.
  ///
  /// @throws Problem naming what is invalid
  @Override
  public FinishedEvaluation run(Progress progress, Cancellation cancellation) {
    return prepare().run(progress, cancellation);
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
    type.heldOutSettings().forEach(typed::putIfAbsent);
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
    Optional<PartnerPopulation> named = asked(scenarios);
    Optional<PartnerPopulation> population =
        named.isPresent() || partners.isPresent() ? named : ofTraining(type, origin, factories);
    Evaluation evaluation =
        new Evaluation(
            factories,
            shape -> policy.open(shape).policy(),
            episodes,
            wipe,
            ActionSelection.parse(actions),
            seed,
            scenarios,
            population.map(PartnerPolicies::find).map(PartnerPolicies::evaluated));
    return new Prepared(
        this,
        evaluation,
        factories.getFirst().effective(),
        policy.weights().sha256(),
        population,
        population.isPresent() && named.isEmpty(),
        origin
            .filter(from -> from.environment().id().equals(type.id()))
            .flatMap(from -> TrainedWorlds.of(type.scenarios(), from).reused(scenarios)),
        origin.flatMap(from -> VersionChanges.ofTrained(from, type)));
  }

  /// The partners that the user or the suite names.
  private Optional<PartnerPopulation> asked(List<EvaluatedScenario> scenarios) {
    return Suite.partners(
        scenarios,
        partners.filter(text -> !text.strip().equals(NO_PARTNERS)).map(PartnerPopulation::parse));
  }

  /// The partners that the policy was trained with, if all worlds have agents for them to drive.
  private static Optional<PartnerPopulation> ofTraining(
      EnvironmentType type, Optional<CheckpointOrigin> origin, List<EnvironmentFactory> worlds) {
    return origin
        .filter(from -> from.environment().id().equals(type.id()))
        .filter(_ -> worlds.stream().allMatch(world -> world.egos() < world.shape().agents()))
        .flatMap(CheckpointOrigin::partners)
        .map(PartnerPopulation::parse);
  }

  private List<EvaluatedScenario> scenarios(
      EnvironmentType type, Optional<CheckpointOrigin> origin) {
    List<String> trainedOn = origin.map(CheckpointOrigin::scenarios).orElse(List.of());
    List<String> heldOut =
        type.scenarios().here(origin.map(CheckpointOrigin::heldOut).orElse(List.of()));
    List<String> known = heldOut.isEmpty() ? type.scenarios().here(trainedOn) : heldOut;
    List<String> names = maps.isEmpty() ? known : maps;
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
