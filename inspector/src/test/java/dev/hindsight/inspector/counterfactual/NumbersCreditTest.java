package dev.hindsight.inspector.counterfactual;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.attention.AttentionReadingCache;
import dev.hindsight.inspector.critic.CriticRecordings;
import dev.hindsight.inspector.patch.LaterEffect;
import dev.hindsight.inspector.version.VersionComparison;
import dev.hindsight.inspector.version.VersionMeasure;
import dev.hindsight.trainer.ActionBound;
import dev.hindsight.trainer.Gaussian;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.OpenedPolicy;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.record.ActivationPatch;
import dev.hindsight.trainer.record.PatchSweep;
import dev.hindsight.trainer.record.TeacherForcing;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What memory was worth to actions that are numbers is measured by their distributions: outputs
/// are means and deviations, not logits.
class NumbersCreditTest {
  private static final int AGENT = 1;
  private static final int QUERY = 15;

  @TempDir private static Path folder;

  private static Path file;

  @BeforeAll
  static void record() {
    file =
        CriticRecordings.record(
            folder,
            "spread",
            Map.of("action_form", "continuous", "trial_ticks", "10", "trials", "2"),
            Map.of("policy", "transformer", "replay_sequence_length", "4"));
  }

  /// As the recording holds it.
  private static float[] row(Rollout rollout, String name, int width) {
    AgentColumn column = AgentColumn.of(rollout, name, width).orElseThrow();
    float[] row = new float[width];
    for (int i = 0; i < width; i++) {
      row[i] = (float) column.value(QUERY, AGENT, i);
    }
    return row;
  }

  private static double logDensity(float[] output, float[] action) {
    double sum = 0;
    int k = action.length;
    for (int i = 0; i < k; i++) {
      double drawn = 0.5 * Math.log((1.0 + action[i]) / (1.0 - action[i]));
      double z = (drawn - output[i]) / output[k + i];
      sum += -0.5 * z * z - Math.log(output[k + i] * Math.sqrt(2 * Math.PI));
      sum -= Math.log(1 - (double) action[i] * action[i]);
    }
    return sum;
  }

  @Test
  void theRecordingSaysWhatItsOutputsAre() {
    try (Rollout rollout = Rollouts.open(file)) {
      String doc = rollout.channel("logits").orElseThrow().spec().doc();
      assertTrue(doc.contains("standard deviations"), doc);
    }
  }

  @Test
  void anEffectIsMeasuredByMeansAndDeviations() {
    try (Rollout rollout = Rollouts.open(file);
        CounterfactualQueries queries =
            new CounterfactualQueries(rollout, new AttentionReadingCache(rollout))) {
      AblationEffect effect =
          queries.effect(
              AGENT,
              QUERY,
              Ablation.of(Ablation.Fill.ZERO, new Ablation.Keys.Others()),
              new Cancellation());
      int k = TakenAction.names(rollout.manifest()).size();
      float[] recorded = row(rollout, "logits", 2 * k);
      float[] action = row(rollout, "action", k);
      for (int i = 0; i < recorded.length; i++) {
        assertEquals(recorded[i], effect.with()[i], 1e-5);
      }
      assertEquals(ActionBound.TANH, effect.taken().bound());
      assertEquals(-1, effect.taken().joint());
      assertTrue(Arrays.equals(action, effect.taken().numbers()));
      double divergence = Gaussian.divergence(effect.with(), effect.without());
      assertTrue(divergence > 0);
      assertEquals(divergence, effect.divergence());
      assertEquals(divergence, effect.worth(CreditMeasure.POLICY));
      double expected = logDensity(effect.with(), action) - logDensity(effect.without(), action);
      assertNotEquals(0, expected);
      assertEquals(expected, effect.worth(CreditMeasure.ACTION), 1e-3 * Math.abs(expected) + 1e-5);
      assertTrue(Double.isNaN(effect.worth(CreditMeasure.LOGIT)));
      assertFalse(CreditMeasure.of(rollout.manifest()).contains(CreditMeasure.LOGIT));
    }
  }

  @Test
  void aMomentIsWorthWhatLeavingItOutDoes() {
    try (Rollout rollout = Rollouts.open(file);
        CounterfactualQueries queries =
            new CounterfactualQueries(rollout, new AttentionReadingCache(rollout))) {
      MemoryCredit credit =
          queries.credit(
              AGENT, QUERY, MomentGrouping.TRIAL, Ablation.Fill.ZERO, new Cancellation());
      assertFalse(credit.groups().isEmpty());
      for (int i = 0; i < credit.groups().size(); i++) {
        AblationEffect effect =
            queries.effect(
                AGENT,
                QUERY,
                Ablation.of(Ablation.Fill.ZERO, new Ablation.Keys.Ticks(credit.groups().get(i))),
                new Cancellation());
        double divergence = Gaussian.divergence(effect.with(), effect.without());
        assertEquals(divergence, credit.worth(CreditMeasure.POLICY)[i], 1e-5);
      }
    }
  }

  @Test
  void patchedOutputsAreBoundedAsThePolicyBoundsThem() {
    try (Rollout rollout = Rollouts.open(file);
        OpenedPolicy opened =
            BuiltInPolicies.open(
                folder.resolve("policy.safetensors").toString(), TeacherForcing.shapeOf(rollout))) {
      ActivationPatch.Effect effect =
          new ActivationPatch(AGENT, List.of(new ActivationPatch.Place(3, QUERY, 0)))
              .apply(
                  rollout,
                  rollout,
                  opened.policy(),
                  new Span(3, rollout.ticks()),
                  Progress.SILENT,
                  new Cancellation());
      VersionComparison both = LaterEffect.compare(rollout, AGENT, effect);
      int k = TakenAction.names(rollout.manifest()).size();
      float[] action = row(rollout, "action", k);
      assertEquals(
          Math.exp(logDensity(both.logits(0, QUERY), action)),
          both.at(VersionMeasure.PROBABILITY, VersionComparison.BEFORE, 0, QUERY),
          1e-3);
      for (int i = 0; i < k; i++) {
        assertEquals(Math.tanh(both.logits(1, QUERY)[i]), both.means(1, QUERY)[i], 1e-6);
      }
      PatchSweep sweep =
          PatchSweep.of(
              rollout,
              opened.policy(),
              AGENT,
              QUERY,
              new Span(10, 12),
              Progress.SILENT,
              new Cancellation());
      assertEquals(ActionBound.TANH, sweep.bound());
    }
  }
}
