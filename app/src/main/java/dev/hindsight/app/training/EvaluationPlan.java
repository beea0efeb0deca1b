package dev.hindsight.app.training;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.ResolvedPolicy;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.study.Evaluation;
import dev.hindsight.trainer.study.EvaluationReport;
import dev.hindsight.trainer.study.MemoryWipe;
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
public record EvaluationPlan(
    String environment,
    String checkpoint,
    List<String> maps,
    Map<String, String> settings,
    int episodes,
    MemoryWipe wipe,
    String actions,
    long seed)
    implements Job<EvaluationReport> {
  /// Copies the collections.
  public EvaluationPlan {
    maps = List.copyOf(maps);
    settings = Map.copyOf(settings);
  }

  /// Loads, checks and evaluates, on the calling thread.
  ///
  /// @throws Problem naming what is invalid
  @Override
  public EvaluationReport run(Progress progress, Cancellation cancellation) {
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
    origin.ifPresent(from -> from.settings(type.id(), settings).forEach(typed::putIfAbsent));
    SettingValues world = type.settings().parse(typed, "--set");
    List<String> trainedOn = origin.map(CheckpointOrigin::scenarios).orElse(List.of());
    List<String> scenarios = maps.isEmpty() ? type.scenarios().here(trainedOn) : maps;
    if (scenarios.isEmpty() && !trainedOn.isEmpty()) {
      throw new Problem(
          wording("EvaluationPlan.none_of_the_maps_it_was"),
          trainedOn.getFirst(),
          wording("EvaluationPlan.name_one_with_map"));
    }
    List<EnvironmentFactory> factories =
        scenarios.isEmpty()
            ? List.of(type.prepare(world, Optional.empty()))
            : scenarios.stream()
                .map(map -> type.prepare(world, Optional.of(type.scenarios().resolve(map))))
                .toList();
    return new Evaluation(
            factories,
            shape -> policy.open(shape).policy(),
            episodes,
            wipe,
            ActionSelection.parse(actions),
            seed)
        .run(progress, cancellation);
  }
}
