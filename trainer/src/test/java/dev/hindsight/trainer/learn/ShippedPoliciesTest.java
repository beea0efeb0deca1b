package dev.hindsight.trainer.learn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.run.session.VersionChanges;
import dev.hindsight.trainer.study.Evaluation;
import dev.hindsight.trainer.study.EvaluationReport;
import dev.hindsight.trainer.study.MemoryWipe;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ShippedPoliciesTest {
  static List<ShippedPolicies.ShippedPolicy> shipped() {
    return ShippedPolicies.all();
  }

  @ParameterizedTest
  @MethodSource("shipped")
  void eachComesWithItsLedgerEntryAndSaysWhereItWasTrained(
      ShippedPolicies.ShippedPolicy shippedPolicy) throws IOException {
    JsonNode entry = new ObjectMapper().readTree(ShippedPolicies.ledgerEntry(shippedPolicy));
    CheckpointOrigin checkpointOrigin =
        BuiltInPolicies.find(shippedPolicy.name()).origin().orElseThrow();
    assertTrue(entry.get("updates").asLong() > 0);
    assertNotEquals("running", entry.get("status").asText());
    assertEquals(shippedPolicy.environment(), entry.get("environment").asText());
    assertEquals(shippedPolicy.environment(), checkpointOrigin.environment().id());
    assertTrue(
        shippedPolicy.command().startsWith("hindsight train --env " + shippedPolicy.environment()));
    assertTrue(BuiltInPolicies.trained(shippedPolicy.environment()).contains(shippedPolicy.name()));
    assertTrue(BuiltInPolicies.offered(shippedPolicy.environment()).contains(shippedPolicy.name()));
  }

  @ParameterizedTest
  @MethodSource("shipped")
  void eachMeetsTheWorldThatItLearnedIn(ShippedPolicies.ShippedPolicy shippedPolicy) {
    CheckpointOrigin origin = BuiltInPolicies.find(shippedPolicy.name()).origin().orElseThrow();
    EnvironmentType type = BuiltInEnvironments.named(shippedPolicy.environment());
    assertEquals(Optional.empty(), VersionChanges.ofTrained(origin, type));
  }

  @Test
  void theDarkRoomsGainsByRememberingAndOnlySo() {
    EvaluationReport whole = evaluate(MemoryWipe.NONE);
    EvaluationReport wiped = evaluate(MemoryWipe.TRIALS);
    assertTrue(whole.means().getLast() >= 0.95, whole.toString());
    assertTrue(whole.gain().orElseThrow().mean() >= 0.5, whole.toString());
    assertTrue(wiped.gain().orElseThrow().mean() < 0.15, wiped.toString());
  }

  private static EvaluationReport evaluate(MemoryWipe wipe) {
    EnvironmentType type = BuiltInEnvironments.named("darkroom");
    Map<String, String> trainedWith =
        BuiltInPolicies.find("darkroom-5x5").origin().orElseThrow().settings("darkroom", Map.of());
    EnvironmentFactory room =
        type.prepare(type.settings().parse(trainedWith, "checkpoint"), Optional.empty());
    return new Evaluation(
            List.of(room),
            shape -> BuiltInPolicies.open("darkroom-5x5", shape).policy(),
            512,
            wipe,
            new ActionSelection.Sample(),
            1)
        .run(Progress.SILENT, new Cancellation());
  }
}
