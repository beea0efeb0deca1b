package dev.hindsight.trainer.learn.evaluation;

import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.PartnerPolicies;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.PolicyType;
import dev.hindsight.trainer.run.session.CanonicalSuite;
import dev.hindsight.trainer.run.session.PolicyLibrary;
import dev.hindsight.trainer.run.session.PolicyScores;
import dev.hindsight.trainer.run.session.RunSettings;
import dev.hindsight.trainer.run.session.TrainingSpec;
import dev.hindsight.trainer.study.EpisodeMetrics;
import dev.hindsight.trainer.study.EpisodeResult;
import dev.hindsight.trainer.study.Evaluation;
import dev.hindsight.trainer.study.EvaluationReport;
import dev.hindsight.trainer.study.MemoryWipe;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// The policies of this program, for runs.
public final class BuiltInPolicyLibrary implements PolicyLibrary {
  @Override
  public Path file(String nameOrPath) {
    return BuiltInPolicies.file(nameOrPath);
  }

  /// Plays the episodes side by side, with co-players if the run or its suite has them. Cannot be
  /// cancelled: an update is saved with its evaluation or not at all.
  @Override
  public PolicyScores evaluate(Checkpoint policy, TrainingSpec spec) {
    RunSettings.EvaluationRule rule = spec.run().evaluation();
    PolicyType type = BuiltInPolicies.recognise(policy);
    TrainingSpec.HeldOut heldOut = spec.heldOut();
    EvaluationReport report =
        new Evaluation(
                heldOut.factories(),
                shape -> type.open(policy, shape),
                rule.episodes(),
                MemoryWipe.NONE,
                ActionSelection.parse(rule.actions()),
                rule.seed(),
                heldOut.worlds(),
                heldOut.partners().map(PartnerPolicies::find).map(PartnerPolicies::evaluated))
            .run(Progress.SILENT, new Cancellation());
    Map<String, Double> totals = new LinkedHashMap<>();
    totals.put(PolicyScores.RETURN, report.earned().mean());
    totals.put(PolicyScores.LENGTH, report.ticks().mean());
    report.totals().forEach((name, total) -> totals.put(name, total.mean()));
    totals.putAll(EpisodeMetrics.of(report.results()));
    return new PolicyScores(report.means(), totals);
  }

  @Override
  public Map<String, Double> evaluate(Checkpoint policy, CanonicalSuite suite) {
    PolicyType type = BuiltInPolicies.recognise(policy);
    Map<String, Double> returns = new LinkedHashMap<>();
    for (String scenario : suite.scenarios()) {
      TrainingSpec.HeldOut worlds = Objects.requireNonNull(suite.worlds().get(scenario));
      EvaluationReport report =
          new Evaluation(
                  worlds.factories(),
                  shape -> type.open(policy, shape),
                  worlds.worlds().size(),
                  MemoryWipe.NONE,
                  ActionSelection.parse("argmax"),
                  0,
                  worlds.worlds(),
                  worlds.partners().map(PartnerPolicies::find).map(PartnerPolicies::evaluated))
              .run(Progress.SILENT, new Cancellation());
      returns.put(
          scenario,
          report.results().stream().mapToDouble(EpisodeResult::earned).average().orElseThrow());
    }
    return returns;
  }
}
