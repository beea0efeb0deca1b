package dev.hindsight.trainer.learn;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.study.EvaluatedScenario;
import dev.hindsight.trainer.study.Evaluation;
import dev.hindsight.trainer.study.EvaluationReport;
import dev.hindsight.trainer.study.Interval;
import dev.hindsight.trainer.study.MemoryWipe;
import dev.hindsight.trainer.study.TrialResult;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The shipped group of agents, with landmarks it was not trained on.
class ShippedTeamTest {
  private static final int EPISODES = 80;

  /// That of an untrained network is -52.
  private static final double LEAST_RETURN = -17;

  /// That of an untrained network is 0.01.
  private static final double LEAST_SCORE = 0.8;

  @Test
  void threeAgentsCoverLandmarksThatTheyHaveNeverSeen() {
    EnvironmentType type = BuiltInEnvironments.named("spread");
    CheckpointOrigin origin =
        CheckpointOrigin.of(BuiltInPolicies.find("spread-3").weights()).orElseThrow();
    Map<String, String> knobs = origin.settings("spread", Map.of());
    EnvironmentFactory factory =
        type.prepare(type.settings().parse(knobs, "test"), Optional.empty());
    EvaluationReport report =
        new Evaluation(
                List.of(factory),
                shape -> BuiltInPolicies.open("spread-3", shape).policy(),
                EPISODES,
                MemoryWipe.NONE,
                new ActionSelection.Sample(),
                5,
                List.of(EvaluatedScenario.named("")),
                Optional.empty())
            .run(Progress.SILENT, new Cancellation());
    double earned = report.byTrial(TrialResult::earned, Interval.Range.ANY).getFirst().mean();
    assertTrue(earned >= LEAST_RETURN, "return: " + earned);
    double score = report.trialScores().getFirst().mean();
    assertTrue(score >= LEAST_SCORE, "score: " + score);
  }
}
