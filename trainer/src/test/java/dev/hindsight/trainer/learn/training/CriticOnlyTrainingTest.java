package dev.hindsight.trainer.learn.training;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.TickWorld;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.algorithm.BuiltInAlgorithms;
import dev.hindsight.trainer.observation.Audience;
import dev.hindsight.trainer.observation.NumberType;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.outcome.EpisodeEnd;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.AlgorithmType;
import dev.hindsight.trainer.run.TrainingTask;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The critic learns from what the actor does not see, and the actor stays blind to it.
class CriticOnlyTrainingTest {
  private static final int LENGTH = 8;
  private static final int ACTIONS = 3;

  /// Pays 1 or -1 by turns, whatever the agent does; only the critic is told which.
  private static final class Luck extends TickWorld {
    static final EnvironmentShape SHAPE =
        new EnvironmentShape(
            1,
            new ObservationLayout(
                List.of(
                    new Segment("seen", 0, List.of(1), List.of("one")),
                    new Segment(
                        "luck",
                        1,
                        List.of(1),
                        List.of("next"),
                        List.of(),
                        NumberType.F4,
                        Audience.CRITIC))),
            new ActionSpace.Discrete(
                List.of(
                    new ActionSpace.Factor("a", "", List.of(0f, 1f, 2f), List.of("a", "b", "c")))),
            1,
            1,
            LENGTH,
            List.of());

    Luck() {
      super(SHAPE);
    }

    static EnvironmentFactory factory() {
      return factory(SHAPE, Luck::new);
    }

    @Override
    protected void observe(int tick) {
      buffer.observation[0] = 1;
      buffer.observation[1] = tick % 2 == 0 ? 1 : -1;
    }

    @Override
    public void step(Actions actions) {
      float pay = buffer.observation[1];
      buffer.clearResults();
      buffer.reward[0] = pay;
      int next = buffer.trialTick + 1;
      if (next == LENGTH) {
        buffer.end(0, EpisodeEnd.TASK_DONE);
        buffer.trialEnded[0] = 1;
        buffer.trialScore[0] = 0;
        next = 0;
      }
      show(next);
    }
  }

  private static Checkpoint trained(String algorithm, Map<String, String> settings, int updates) {
    AlgorithmType type = BuiltInAlgorithms.named(algorithm);
    TrainingTask task =
        new TrainingTask(
            List.of(Luck.factory()),
            type.settings().parse(settings, "test"),
            5,
            TrainingTask.Device.CPU);
    try (Algorithm running = type.open(task)) {
      for (int i = 0; i < updates; i++) {
        running.update();
      }
      Map<String, Tensor> tensors = new LinkedHashMap<>();
      running.weights().forEach(tensor -> tensors.put(tensor.name(), tensor));
      return new Checkpoint("trained", "", tensors, Map.of());
    }
  }

  /// The value with good luck minus that with bad luck, first of all; the logits are equal.
  private static float difference(Checkpoint checkpoint) {
    PolicyOutput good = new PolicyOutput(Luck.SHAPE);
    PolicyOutput bad = new PolicyOutput(Luck.SHAPE);
    try (Policy policy = BuiltInPolicies.recognise(checkpoint).open(checkpoint, Luck.SHAPE)) {
      act(policy, 1, good);
      act(policy, -1, bad);
    }
    assertEquals(ACTIONS, good.logits.length);
    assertArrayEquals(good.logits, bad.logits);
    return good.value[0] - bad.value[0];
  }

  private static void act(Policy policy, float luck, PolicyOutput output) {
    StepBuffer seen = new StepBuffer(1, 2);
    seen.observation[0] = 1;
    seen.observation[1] = luck;
    policy.reset();
    policy.act(seen, output);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mlp", "lstm", "transformer"})
  void ppoLearnsValuesFromItAndNoAction(String policy) {
    Map<String, String> settings =
        new LinkedHashMap<>(
            Map.of(
                "policy", policy,
                "rows", "segments",
                "num_envs", "4",
                "hidden_size", "16",
                "bptt_horizon", "8",
                "feed_forward", "16",
                "gamma", "0",
                "learning_rate", "0.01",
                "updates", "8"));
    settings.put("standardise_inputs", "true");
    assertTrue(difference(trained("ppo", settings, 8)) > 1, policy);
  }

  @Test
  void theCriticsOfSoftActorCriticSeeIt() {
    Map<String, String> settings =
        new LinkedHashMap<>(
            Map.of(
                "num_envs", "2",
                "hidden_size", "16",
                "gamma", "0",
                "num_steps_sampled_before_learning_starts", "64",
                "train_batch_size_per_learner", "32",
                "actor_lr", "0.01",
                "critic_lr", "0.01",
                "updates", "4"));
    assertTrue(difference(trained("sac", settings, 4)) > 0.5);
  }
}
