package dev.hindsight.trainer.learn.ppo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.GradientCollector;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.ActionMask;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.MaskedWorld;
import dev.hindsight.trainer.env.Settings;
import dev.hindsight.trainer.learn.net.ExclusiveGradientCollector;
import dev.hindsight.trainer.learn.net.LogitsAndValues;
import dev.hindsight.trainer.learn.net.SegmentBatch;
import dev.hindsight.trainer.learn.net.TestTorch;
import dev.hindsight.trainer.learn.sac.SacType;
import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.AlgorithmType;
import dev.hindsight.trainer.run.TrainingTask;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Learning where the environment says which actions are legal.
class MaskedTrainingTest {
  private static Map<String, Double> update(EnvironmentFactory factory) {
    PpoType type = new PpoType();
    Map<String, String> typed =
        Map.of(
            "policy", "mlp",
            "rows", "segments",
            "num_envs", "3",
            "hidden_size", "8",
            "bptt_horizon", "12",
            "minibatches", "1",
            "update_epochs", "1");
    try (Algorithm algorithm =
        type.open(
            new TrainingTask(
                List.of(factory),
                type.settings().parse(typed, "test"),
                5,
                TrainingTask.Device.CPU))) {
      return algorithm.update().metrics();
    }
  }

  private static double metric(Map<String, Double> metrics, String name) {
    return metrics.getOrDefault(name, Double.NaN);
  }

  @Test
  void masksThatApplyAreTheSameWherePoliciesActAndWhereTheyLearn() {
    Map<String, Double> metrics = update(MaskedWorld.factory(ActionMask.APPLIES));

    // Before the first step the network is the one that acted, so any other ratio means that a mask
    // was used in one of the two places only.
    assertEquals(1, metric(metrics, "losses/importance"), 1e-5);
    assertEquals(0, metric(metrics, "losses/approx_kl"), 1e-5);
    assertEquals(0, metric(metrics, "behavior/invalid_action_rate"));
    // One agent has two legal actions, the other one.
    assertTrue(metric(metrics, "losses/entropy") <= Math.log(2) / 2 + 1e-5);
  }

  @Test
  void masksThatOnlyInformChangeNothingButAreMeasured() {
    Map<String, Double> told = update(MaskedWorld.factory(ActionMask.INFORMS));
    Map<String, Double> untold = update(MaskedWorld.factory(ActionMask.NONE));

    // Of six actions one agent has two legal ones and the other one.
    assertEquals(0.75, metric(told, "behavior/invalid_action_rate"), 0.15);
    assertFalse(untold.containsKey("behavior/invalid_action_rate"));
    assertEquals(metric(untold, "losses/entropy"), metric(told, "losses/entropy"));
    assertEquals(metric(untold, "losses/gradient_norm"), metric(told, "losses/gradient_norm"));
  }

  @Test
  void anAgentWithoutALegalActionEndsTheRunByName() {
    Problem problem =
        assertThrows(Problem.class, () -> update(MaskedWorld.stuckAt(ActionMask.APPLIES, 4)));
    assertTrue(problem.where().contains("update 1"), problem.where());
    assertTrue(problem.where().endsWith("at tick 4"), problem.where());
    assertFalse(update(MaskedWorld.stuckAt(ActionMask.INFORMS, 4)).isEmpty());
  }

  @Test
  void softActorCriticRefusesMasks() {
    AlgorithmType sac = new SacType();
    TrainingTask task =
        new TrainingTask(
            List.of(MaskedWorld.factory(ActionMask.APPLIES)),
            sac.settings().parse(Map.of(), "test"),
            5,
            TrainingTask.Device.CPU);
    assertEquals("masked_actions", assertThrows(Problem.class, () -> sac.check(task)).where());
  }

  /// Two ticks of three actions, of which the last of the first tick and the first of the second
  /// are illegal.
  private static MinibatchLoader.Minibatch batch(NDManager manager, boolean masked) {
    NDArray none = manager.zeros(new Shape(1, 2));
    float[] acted = {(float) -Math.log1p(Math.exp(1)), (float) -Math.log1p(Math.exp(-3))};
    return new MinibatchLoader.Minibatch(
        new SegmentBatch(1, 2, none, none, none, none),
        manager.create(new long[] {0, 2}, new Shape(2, 1)),
        masked
            ? Optional.of(manager.create(new float[] {1, 1, 0, 0, 1, 1}, new Shape(2, 3)))
            : Optional.empty(),
        Optional.empty(),
        manager.create(acted),
        manager.create(new float[] {1, -1}),
        manager.create(new float[] {0, 0}),
        manager.create(new float[] {0, 0}),
        manager.create(new float[] {0.5f, 0.5f}),
        manager.create(new float[] {0.1f, 0.1f}));
  }

  @Test
  void illegalActionsHaveNoPartInTheLossAndGetNoGradient() {
    PpoConfig config = PpoConfig.of(new Settings(PpoConfig.SETTINGS).defaults());
    try (NDManager manager = TestTorch.manager()) {
      NDArray logits = manager.create(new float[] {0, 1, 5, 7, 0, 3}, new Shape(2, 3));
      logits.setRequiresGradient(true);
      LogitsAndValues outputs = new LogitsAndValues(logits, manager.zeros(new Shape(2)));
      try (GradientCollector collector = ExclusiveGradientCollector.begin(manager.getEngine())) {
        PpoLoss loss = PpoLoss.of(outputs, batch(manager, true), config);
        assertArrayEquals(new float[] {0, 0}, loss.logRatio().toFloatArray(), 1e-6f);
        double p = 1 / (1 + Math.exp(1));
        double q = 1 / (1 + Math.exp(-3));
        double entropy =
            -(p * Math.log(p) + (1 - p) * Math.log(1 - p))
                - (q * Math.log(q) + (1 - q) * Math.log(1 - q));
        assertEquals(entropy / 2, loss.entropy().getFloat(), 1e-6);
        collector.backward(loss.total());
      }
      float[] gradient = logits.getGradient().toFloatArray();
      assertEquals(0, gradient[2]);
      assertEquals(0, gradient[3]);
      assertTrue(Math.abs(gradient[0]) > 0.01 && Math.abs(gradient[5]) > 0.001);

      // The planted mistake: a mask where the policy acted, and none where it learns.
      PpoLoss forgotten = PpoLoss.of(outputs, batch(manager, false), config);
      assertTrue(Math.abs(forgotten.logRatio().getFloat(0)) > 1);
    }
  }
}
