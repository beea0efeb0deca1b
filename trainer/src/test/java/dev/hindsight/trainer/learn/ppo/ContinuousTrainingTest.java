package dev.hindsight.trainer.learn.ppo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.TickWorld;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.outcome.EpisodeEnd;
import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.TrainingTask;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Learning actions that are numbers.
class ContinuousTrainingTest {
  private static final int LENGTH = 8;
  private static final double TARGET = 0.6;

  /// A bandit of two situations in turn: the agent is told which, and loses the squared distance of
  /// its number from the one that is right there, plus or minus 0.6.
  private static final class Bandit extends TickWorld {
    static final EnvironmentShape SHAPE =
        new EnvironmentShape(
            1,
            new ObservationLayout(
                List.of(new ObservationLayout.Segment("sign", 0, List.of(1), List.of("sign")))),
            new ActionSpace.Continuous(List.of("turn")),
            1,
            1,
            LENGTH,
            List.of());

    Bandit() {
      super(SHAPE);
    }

    static EnvironmentFactory factory() {
      return factory(SHAPE, Bandit::new);
    }

    @Override
    protected void observe(int tick) {
      buffer.observation[0] = tick % 2 == 0 ? 1 : -1;
    }

    @Override
    public void step(Actions actions) {
      double off = actions.continuous[0] - TARGET * buffer.observation[0];
      buffer.clearResults();
      buffer.reward[0] = (float) -(off * off);
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

  private static Algorithm open(String policy, int passes) {
    PpoType type = new PpoType();
    Map<String, String> typed =
        new HashMap<>(
            Map.of(
                "policy", policy,
                "rows", "segments",
                "num_envs", "16",
                "hidden_size", "16",
                "bptt_horizon", "16",
                "reward_clip", "10",
                "gamma", "0",
                "learning_rate", "0.01",
                "updates", "40"));
    typed.putAll(Map.of("feed_forward", "16", "ent_coef", "0.001", "final_ent_coef", "0"));
    typed.put("update_epochs", Integer.toString(passes));
    typed.put("minibatches", Integer.toString(passes));
    return type.open(
        new TrainingTask(
            List.of(Bandit.factory()),
            type.settings().parse(typed, "test"),
            5,
            TrainingTask.Device.CPU));
  }

  private static double metric(Map<String, Double> metrics, String name) {
    return metrics.getOrDefault(name, Double.NaN);
  }

  @Test
  void aPolicyLearnsWhichNumberIsRightWhere() {
    try (Algorithm algorithm = open("mlp", 4)) {
      Map<String, Double> first = algorithm.update().metrics();
      Map<String, Double> last = first;
      for (int update = 1; update < 40; update++) {
        last = algorithm.update().metrics();
      }
      // At first the mean is 0: every tick costs 0.36 and the variance.
      assertTrue(metric(first, "episode/return") < -LENGTH * 0.36, first.toString());
      assertTrue(metric(last, "episode/return") > -LENGTH * 0.05, last.toString());
      assertTrue(metric(last, "losses/entropy") < metric(first, "losses/entropy") - 0.5);
    }
  }

  @Test
  void everyPolicyLearnsFromTheNumbersAsTheyWereDrawn() {
    for (String policy : List.of("mlp", "lstm", "transformer")) {
      try (Algorithm algorithm = open(policy, 1)) {
        // Before the first step all ratios are 1. With a deviation of 0.69 many numbers are
        // clipped:
        // had learning read the clipped ones, their ratios would be far off.
        Map<String, Double> metrics = algorithm.update().metrics();
        assertEquals(1, metric(metrics, "losses/importance"), 1e-4, policy);
        double spread = Math.log(2) + 1e-4;
        assertEquals(
            0.5 * Math.log(2 * Math.PI * Math.E * spread * spread),
            metric(metrics, "losses/entropy"),
            0.01,
            policy);
      }
    }
  }
}
