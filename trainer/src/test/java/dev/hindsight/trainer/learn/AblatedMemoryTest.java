package dev.hindsight.trainer.learn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.attention.QueryAblation;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.policy.AblatedPolicy;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.study.Evaluation;
import dev.hindsight.trainer.study.EvaluationReport;
import dev.hindsight.trainer.study.MemoryWipe;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The shipped dark room policy is better in later trials only because it looks back at earlier
/// ones.
class AblatedMemoryTest {
  @Test
  void withItsEyesClosedToEarlierTrialsItGainsNothing() {
    double gain = gain(Ablation.NONE);
    assertTrue(gain > 0.5, "gain: " + gain);
    double without = gain(Ablation.of(Ablation.Fill.ZERO, new Ablation.Keys.EarlierTrials()));
    assertTrue(without < 0.15, "gain: " + without);
    // The mean of all that is open has what is switched off in it, thinned: some of it is still
    // told.
    double thinned = gain(Ablation.of(Ablation.Fill.MEAN, new Ablation.Keys.EarlierTrials()));
    assertTrue(without < thinned && thinned < 0.4, "gain: " + thinned);
  }

  @Test
  void closingItsEyesToLimboChangesNoEpisodeAtAll() {
    assertEquals(
        evaluate(Ablation.NONE, 64).means(),
        evaluate(Ablation.of(Ablation.Fill.ZERO, new Ablation.Keys.LimboTicks()), 64).means());
  }

  @Test
  void aPolicyWithoutAttentionSaysSo() {
    EnvironmentType type = BuiltInEnvironments.named("drive");
    EnvironmentFactory factory =
        type.prepare(
            type.settings().parse(Map.of(), "test"),
            Optional.of(type.scenarios().resolve("straight-1")));
    try (OpenedPolicy opened = BuiltInPolicies.open("scripted", factory.shape())) {
      assertThrows(Problem.class, () -> opened.policy().setAblation(0, QueryAblation.NONE));
    }
  }

  private static double gain(Ablation ablation) {
    return evaluate(ablation, 256).gain().orElseThrow().mean();
  }

  private static EvaluationReport evaluate(Ablation ablation, int episodes) {
    EnvironmentType type = BuiltInEnvironments.named("darkroom");
    Map<String, String> trainedWith =
        BuiltInPolicies.find("darkroom-5x5").origin().orElseThrow().settings("darkroom", Map.of());
    EnvironmentFactory room =
        type.prepare(type.settings().parse(trainedWith, "checkpoint"), Optional.empty());
    return new Evaluation(
            List.of(room),
            shape -> ablated(shape, ablation),
            episodes,
            MemoryWipe.NONE,
            new ActionSelection.Sample(),
            1)
        .run(Progress.SILENT, new Cancellation());
  }

  private static Policy ablated(EnvironmentShape shape, Ablation ablation) {
    AblatedPolicy policy =
        new AblatedPolicy(
            BuiltInPolicies.open("darkroom-5x5", shape).policy(),
            shape.agents(),
            shape.trials() * shape.trialTimeoutTicks(),
            0);
    for (int agent = 0; agent < shape.agents(); agent++) {
      policy.ablate(agent, ablation, 0, Map.of());
    }
    return policy;
  }
}
