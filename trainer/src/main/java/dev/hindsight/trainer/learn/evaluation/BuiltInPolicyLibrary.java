package dev.hindsight.trainer.learn.evaluation;

import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyType;
import dev.hindsight.trainer.run.session.PolicyLibrary;
import dev.hindsight.trainer.run.session.PolicyScores;
import dev.hindsight.trainer.run.session.RunSettings;
import dev.hindsight.trainer.run.session.TrainingSpec;
import dev.hindsight.trainer.study.Evaluation;
import dev.hindsight.trainer.study.EvaluationReport;
import dev.hindsight.trainer.study.MemoryWipe;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.Optional;

/// The policies of this program, for runs.
public final class BuiltInPolicyLibrary implements PolicyLibrary {
  @Override
  public Path file(String nameOrPath) {
    return BuiltInPolicies.file(nameOrPath);
  }

  /// Plays the episodes side by side, with co-players if the run has them. Cannot be cancelled: an
  /// update is saved with its evaluation or not at all.
  @Override
  public PolicyScores evaluate(Checkpoint policy, TrainingSpec spec) {
    RunSettings.EvaluationRule rule = spec.run().evaluation();
    PolicyType type = BuiltInPolicies.recognise(policy);
    EpisodeMeter meter = new EpisodeMeter();
    EvaluationReport report =
        new Evaluation(
                spec.heldOut().stream().map(meter::measured).toList(),
                shape -> opened(type, policy, shape, spec),
                rule.episodes(),
                MemoryWipe.NONE,
                ActionSelection.parse(rule.actions()),
                rule.seed())
            .run(Progress.SILENT, new Cancellation());
    return new PolicyScores(report.means(), meter.means());
  }

  private static Policy opened(
      PolicyType type, Checkpoint policy, EnvironmentShape shape, TrainingSpec spec) {
    Optional<String> coPlayer = spec.task().coPlayer();
    if (coPlayer.isEmpty()) {
      return type.open(policy, shape);
    }
    int egos =
        spec.heldOut().stream()
            .mapToInt(EnvironmentFactory::egos)
            .distinct()
            .limit(2)
            .max()
            .orElseThrow();
    return new PolicyAmongCoPlayers(
        shape,
        egos,
        own -> type.open(policy, own),
        others -> BuiltInPolicies.open(coPlayer.get(), others).policy());
  }
}
