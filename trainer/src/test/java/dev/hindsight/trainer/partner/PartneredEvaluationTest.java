package dev.hindsight.trainer.partner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.drive.DriveEnvironmentType;
import dev.hindsight.trainer.env.drive.map.BuiltInMaps;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.PartnerPolicies;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.study.EvaluatedPartners;
import dev.hindsight.trainer.study.EvaluatedScenario;
import dev.hindsight.trainer.study.Evaluation;
import dev.hindsight.trainer.study.EvaluationReport;
import dev.hindsight.trainer.study.Interval;
import dev.hindsight.trainer.study.MemoryWipe;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// On a narrow road an ego that always keeps left passes the partners that keep left too.
class PartneredEvaluationTest {
  private static final int EPISODES = 60;
  private static final int SEED = 3;

  @Test
  void aPartnerOfTheSameSideIsPassedInEveryTrial() {
    assertEquals(List.of(1.0, 1.0, 1.0), scores(evaluated("scripted:left", MemoryWipe.NONE)));
  }

  @Test
  void aPartnerOfTheOtherSideIsPassedInNone() {
    assertEquals(List.of(0.0, 0.0, 0.0), scores(evaluated("scripted:right", MemoryWipe.NONE)));
  }

  /// Nothing changes from trial to trial where the partner stays and the ego learns nothing.
  @ParameterizedTest
  @EnumSource
  void ofAPopulationThoseWithTheSameSideArePassedInAllTrials(MemoryWipe wipe) {
    EvaluationReport report = evaluated("scripted:left=2,scripted:right=1", wipe);
    double left =
        report.results().stream()
                .filter(result -> result.partner().equals(Optional.of("scripted:left")))
                .count()
            / (double) EPISODES;
    assertTrue(left > 0.5 && left < 0.85, "left " + left);
    assertEquals(List.of(left, left, left), scores(report));
  }

  private static final List<EnvironmentFactory> FACTORIES =
      List.of(factory("narrow-1"), factory("narrow-3"));

  private static EnvironmentFactory factory(String map) {
    DriveEnvironmentType drive = new DriveEnvironmentType();
    Map<String, String> typed =
        Map.of(
            "goal_behavior", "trial",
            "k_scenarios", "3",
            "scenario_length", "80",
            "goal_within", "40",
            "num_ego_agents", "1");
    return drive.prepare(
        drive.settings().parse(typed, "test"), Optional.of(BuiltInMaps.resolve(map)));
  }

  private static EvaluationReport evaluated(String population, MemoryWipe wipe) {
    PartnerPolicies partners = PartnerPolicies.find(PartnerPopulation.parse(population));
    return new Evaluation(
            FACTORIES,
            shape -> BuiltInPolicies.open("scripted:left", shape).policy(),
            EPISODES,
            wipe,
            new ActionSelection.Argmax(),
            SEED,
            List.of(EvaluatedScenario.named("narrow-1"), EvaluatedScenario.named("narrow-3")),
            Optional.of(
                new EvaluatedPartners(
                    partners.population(),
                    (own, shape, egos) -> partners.open(shape, egos, Optional.of(own)))))
        .run(Progress.SILENT, new Cancellation());
  }

  private static List<Double> scores(EvaluationReport report) {
    return report.trialScores().stream().map(Interval::mean).toList();
  }
}
