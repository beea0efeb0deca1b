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
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Training goes on after a tick at which the policy's output was not finite.
class GuardedTrainingTest {
  private static final int LENGTH = 8;

  /// Its last observation of an episode is not a number.
  private static final class Faulty extends TickWorld {
    static final EnvironmentShape SHAPE =
        new EnvironmentShape(
            1,
            new ObservationLayout(
                List.of(new ObservationLayout.Segment("clock", 0, List.of(1), List.of("tick")))),
            new ActionSpace.Discrete(
                List.of(new ActionSpace.Factor("turn", "", List.of(-1f, 0f, 1f)))),
            1,
            1,
            LENGTH,
            List.of());

    Faulty() {
      super(SHAPE);
    }

    static EnvironmentFactory factory() {
      return factory(SHAPE, Faulty::new);
    }

    @Override
    protected void observe(int tick) {
      buffer.observation[0] = tick == LENGTH - 1 ? Float.NaN : tick;
    }

    @Override
    public void step(Actions actions) {
      buffer.clearResults();
      buffer.reward[0] = actions.joint[0];
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

  @ParameterizedTest
  @ValueSource(strings = {"mlp", "lstm", "transformer"})
  void aTickWhoseOutputIsNotFiniteIsNotLearnedFrom(String policy) {
    PpoType type = new PpoType();
    Map<String, String> typed =
        Map.of(
            "policy", policy,
            "rows", "episodes",
            "num_envs", "6",
            "hidden_size", "16",
            "bad_updates", "3",
            "updates", "10");
    try (Algorithm algorithm =
        type.open(
            new TrainingTask(
                List.of(Faulty.factory()),
                type.settings().parse(typed, "test"),
                5,
                TrainingTask.Device.CPU))) {
      for (int update = 0; update < 2; update++) {
        Map<String, Double> metrics = algorithm.update().metrics();
        assertEquals(6.0, metrics.getOrDefault("guard/outputs", Double.NaN));
        assertEquals(1, metrics.getOrDefault("losses/importance", Double.NaN), 0.2);
      }
      for (float weight : algorithm.weights().getFirst().values()) {
        assertTrue(Float.isFinite(weight));
      }
    }
  }
}
