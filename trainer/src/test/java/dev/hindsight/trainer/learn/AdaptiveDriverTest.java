package dev.hindsight.trainer.learn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.drive.DriveEnvironmentType;
import dev.hindsight.trainer.env.drive.map.BuiltInMaps;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.study.EvaluatedScenario;
import dev.hindsight.trainer.study.Evaluation;
import dev.hindsight.trainer.study.EvaluationReport;
import dev.hindsight.trainer.study.Interval;
import dev.hindsight.trainer.study.MemoryWipe;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The shipped driver that finds its hidden goal in the first trial and remembers it, on maps it
/// was not trained on.
class AdaptiveDriverTest {
  private static final int EPISODES = 180;
  private static final CheckpointOrigin ORIGIN =
      CheckpointOrigin.of(BuiltInPolicies.find("drive-adaptive").weights()).orElseThrow();

  private static EvaluationReport evaluated(MemoryWipe wipe, Map<String, String> typed) {
    DriveEnvironmentType drive = new DriveEnvironmentType();
    Map<String, String> knobs = new HashMap<>(ORIGIN.settings("drive", typed));
    knobs.putAll(typed);
    SettingValues settings = drive.settings().parse(knobs, "test");
    List<EnvironmentFactory> worlds =
        ORIGIN.heldOut().stream()
            .map(map -> drive.prepare(settings, Optional.of(BuiltInMaps.resolve(map))))
            .toList();
    return new Evaluation(
            worlds,
            shape -> BuiltInPolicies.open("drive-adaptive", shape).policy(),
            EPISODES,
            wipe,
            new ActionSelection.Sample(),
            5,
            ORIGIN.heldOut().stream().map(EvaluatedScenario::named).toList(),
            Optional.empty())
        .run(Progress.SILENT, new Cancellation());
  }

  private static List<Double> scores(MemoryWipe wipe) {
    return means(evaluated(wipe, Map.of()));
  }

  private static List<Double> means(EvaluationReport report) {
    return report.trialScores().stream().map(Interval::mean).toList();
  }

  @Test
  void itsMapsAreApartFromThoseOfItsTraining() {
    assertEquals(6, ORIGIN.heldOut().size());
    assertTrue(Collections.disjoint(ORIGIN.heldOut(), ORIGIN.scenarios()));
  }

  @Test
  void laterTrialsGoBetterBecauseItRemembers() {
    List<Double> scores = scores(MemoryWipe.NONE);
    assertTrue(scores.getLast() >= 0.8, scores::toString);
    assertTrue(scores.getLast() - scores.getFirst() >= 0.3, scores::toString);
    List<Double> wiped = scores(MemoryWipe.TRIALS);
    assertEquals(scores.getFirst(), wiped.getFirst(), 1e-9, "first trials are the same");
    assertEquals(0, wiped.getLast() - wiped.getFirst(), 0.15, wiped::toString);
  }

  @Test
  void aTrialAllowsOneBranch() {
    EvaluationReport report = evaluated(MemoryWipe.NONE, Map.of());
    double found = firstTrialsAtTheGoal(report);
    assertEquals(means(report).getFirst(), found, 0.03, "a driver on the wrong branch stays there");
    double across =
        firstTrialsAtTheGoal(evaluated(MemoryWipe.NONE, Map.of("offroad_behavior", "ignore")));
    assertTrue(across > found + 0.2, "without the rule it cuts across the verge: " + across);
  }

  private static double firstTrialsAtTheGoal(EvaluationReport report) {
    return report.results().stream()
        .mapToDouble(episode ->
            episode.trials().getFirst().events().getOrDefault(EventKind.GOAL.name(), 0.0))
        .average()
        .orElseThrow();
  }
}
