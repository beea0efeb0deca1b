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
import org.junit.jupiter.api.Test;

/// The shipped excavator, on sites it was not trained on.
class ShippedExcavatorTest {
  private static final String NAME = "excavator-pit";
  private static final int EPISODES = 80;

  @Test
  void itDigsPitsOfSitesItHasNeverSeen() {
    EnvironmentType type = BuiltInEnvironments.named("excavation");
    CheckpointOrigin origin =
        CheckpointOrigin.of(BuiltInPolicies.find(NAME).weights()).orElseThrow();
    assertEquals("training", origin.settings("excavation", Map.of()).get("site_set"));
    Map<String, String> knobs = new HashMap<>(origin.settings("excavation", Map.of()));
    knobs.putAll(type.heldOutSettings());
    assertEquals("held_out", knobs.get("site_set"));
    EnvironmentFactory factory =
        type.prepare(type.settings().parse(knobs, "test"), Optional.empty());
    double dug =
        new Evaluation(
                List.of(factory),
                shape -> BuiltInPolicies.open(NAME, shape).policy(),
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
    assertTrue(dug >= 0.85, "digs finished: " + dug);
  }
}
