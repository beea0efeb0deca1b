package dev.hindsight.trainer.learn.gate;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.StepFigure;
import dev.hindsight.trainer.env.excavation.reward.RewardComponent;
import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.AlgorithmType;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import dev.hindsight.trainer.run.session.TrainingSpec;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Whether steps, updates and rewards are counted right.
final class AccountingGates {
  private AccountingGates() {}

  /// Four devices with 1,024 environments each and 32 steps; a trainer once divided the steps by
  /// the devices twice. Then an update that is run.
  static String training(AlgorithmType algorithm) {
    GateExpectation expectation = new GateExpectation("AlgorithmType.updates");
    Map<String, String> settings =
        Map.of(
            "rows", "segments",
            "num_envs", Integer.toString(4 * 1024),
            "bptt_horizon", "32",
            "count_steps_by", "env_steps",
            "total_steps", "50e9");
    TrainingSpec spec = TrainingSpec.of(TrainingRequest.of("darkroom").with(settings), algorithm);
    long steps = algorithm.stepsOfUpdate(spec.task()).orElseThrow();
    long updates = algorithm.updates(spec.task().settings());
    expectation.same("steps_of_update", 131_072L, steps);
    expectation.same("updates", 381_469L, updates);
    TrainingSpec small = GateWorlds.spec(algorithm, Optional.empty());
    try (Algorithm opened = algorithm.open(small.task())) {
      UpdateReport report = opened.update();
      expectation.same("environment_steps", 4L * 8, report.environmentSteps());
      expectation.same("agent_steps", 4L * 8, report.agentSteps());
      return wording("AccountingGates.steps_an_update", steps, updates, report.environmentSteps());
    }
  }

  /// The mean reward of an update is the sum of the means of its components.
  static String rewards(UnaryOperator<EnvironmentFactory> worlds) {
    GateExpectation expectation = new GateExpectation("FigureMeans");
    try (GateCollection collection =
        GateCollection.of(
            worlds.apply(GateWorlds.generated(Map.of("sites", "16", "max_steps", "40"))), 8, 64)) {
      UpdateReport report = collection.collect();
      double components =
          Arrays.stream(RewardComponent.values())
              .filter(component -> !component.explains())
              .mapToDouble(component ->
                  report
                      .metrics()
                      .getOrDefault(StepFigure.PREFIX + "reward_" + component.id(), Double.NaN))
              .sum();
      double mean = collection.meanReward();
      expectation.near("reward", mean, components, 1e-5);
      expectation.same("agent_steps", 8L * 64, report.agentSteps());
      expectation.same(
          "reward/clipped", 0.0, report.metrics().getOrDefault("reward/clipped", Double.NaN));
      return wording(
          "AccountingGates.mean_reward",
          report.agentSteps(),
          NumberWords.significant(mean, 4),
          NumberWords.significant(components, 4));
    }
  }
}
