package dev.hindsight.trainer.learn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.study.EvaluatedScenario;
import dev.hindsight.trainer.study.Evaluation;
import dev.hindsight.trainer.study.MemoryWipe;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The shipped excavators, on sites they were not trained on.
class ShippedExcavatorTest {
  private static final int EPISODES = 80;

  @ParameterizedTest
  @CsvSource({"excavator-pit, 0.85", "excavator-ring, 0.5"})
  void itDigsOnSitesItHasNeverSeen(String name, double least) {
    EnvironmentType type = BuiltInEnvironments.named("excavation");
    CheckpointOrigin origin =
        CheckpointOrigin.of(BuiltInPolicies.find(name).weights()).orElseThrow();
    assertEquals("training", origin.settings("excavation", Map.of()).get("site_set"));
    Map<String, String> knobs = new HashMap<>(origin.settings("excavation", Map.of()));
    knobs.putAll(type.heldOutSettings());
    assertEquals("held_out", knobs.get("site_set"));
    EnvironmentFactory factory =
        type.prepare(type.settings().parse(knobs, "test"), Optional.empty());
    double dug =
        new Evaluation(
                List.of(factory),
                shape -> BuiltInPolicies.open(name, shape).policy(),
                EPISODES,
                MemoryWipe.NONE,
                new ActionSelection.Sample(),
                5,
                List.of(EvaluatedScenario.named("")),
                Optional.empty())
            .run(Progress.SILENT, new Cancellation())
            .trialScores()
            .getFirst()
            .mean();
    assertTrue(dug >= least, "digs finished: " + dug);
  }
}
