package dev.hindsight.trainer.learn.evaluation;

import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.PartnerPolicies;
import dev.hindsight.trainer.partner.PartnerPopulation;
import dev.hindsight.trainer.partner.PartneredPolicy;
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
import java.util.List;
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
                shape -> opened(type, policy, shape, spec, meter),
                rule.episodes(),
                MemoryWipe.NONE,
                ActionSelection.parse(rule.actions()),
                rule.seed())
            .run(Progress.SILENT, new Cancellation());
    return new PolicyScores(report.means(), meter.means());
  }

  /// Opens the policy for several worlds, beside the partners that each world's seed draws.
  private static Policy opened(
      PolicyType type,
      Checkpoint policy,
      EnvironmentShape shape,
      TrainingSpec spec,
      EpisodeMeter meter) {
    Optional<PartnerPolicies> partners =
        spec.task().coPlayer().map(PartnerPopulation::parse).map(PartnerPolicies::find);
    if (partners.isEmpty()) {
      return type.open(policy, shape);
    }
    List<EpisodeMeter.World> worlds = meter.latest(shape.crews().size());
    PartneredPolicy all =
        partners
            .get()
            .open(
                shape,
                worlds.stream().map(EpisodeMeter.World::egos).toList(),
                Optional.of(type.open(policy, shape)));
    for (int world = 0; world < worlds.size(); world++) {
      all.begin(world, worlds.get(world).seed(), 0);
    }
    return all;
  }
}
