package dev.hindsight.trainer.learn.training;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.learn.algorithm.BuiltInAlgorithms;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.AlgorithmType;
import dev.hindsight.trainer.run.TrainingTask;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Time limits that are learned as true ends, on purpose.
class TimeoutSettingTest {
  private static TrainingTask task(
      AlgorithmType type, String environment, Map<String, String> knobs, String timeouts) {
    EnvironmentType world = BuiltInEnvironments.named(environment);
    Map<String, String> typed =
        new HashMap<>(
            Map.of(
                "policy", "mlp",
                "hidden_size", "8",
                "num_envs", "2",
                "timeouts", timeouts));
    if (type.id().equals("ppo")) {
      typed.putAll(Map.of("rows", "segments", "bptt_horizon", "16", "minibatches", "2"));
    } else {
      typed.putAll(
          Map.of(
              "rollout_fragment_length", "16",
              "num_steps_sampled_before_learning_starts", "16",
              "capacity", "100",
              "training_intensity", "16"));
    }
    return new TrainingTask(
        List.of(world.prepare(world.settings().parse(knobs, "test"), Optional.empty())),
        type.settings().parse(typed, "test"),
        5,
        TrainingTask.Device.CPU);
  }

  /// Weights after an update in which an aircraft's episode ends at its time limit every third
  /// step.
  private static float[] learned(AlgorithmType type, String timeouts) {
    Map<String, String> sky =
        Map.of("aircraft", "2", "radius", "60", "steps", "3", "action_form", "discrete");
    try (Algorithm algorithm = type.open(task(type, "airspace", sky, timeouts))) {
      algorithm.update();
      float[] weights = new float[0];
      for (Tensor tensor : algorithm.weights()) {
        int from = weights.length;
        weights = Arrays.copyOf(weights, from + tensor.values().length);
        System.arraycopy(tensor.values(), 0, weights, from, tensor.values().length);
      }
      return weights;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ppo", "sac"})
  void aTimeLimitLearnedAsAnEndTeachesSomethingElse(String id) {
    AlgorithmType type = BuiltInAlgorithms.named(id);
    float[] bootstrapped = learned(type, "bootstrap");
    assertArrayEquals(bootstrapped, learned(type, "bootstrap"));
    assertFalse(Arrays.equals(bootstrapped, learned(type, "end")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ppo", "sac"})
  void itIsRefusedWhereNoEpisodeEndsAtATimeLimit(String id) {
    AlgorithmType type = BuiltInAlgorithms.named(id);
    Problem problem =
        assertThrows(Problem.class, () -> type.check(task(type, "darkroom", Map.of(), "end")));
    assertTrue(problem.getMessage().contains("timeouts"), problem.getMessage());
    assertDoesNotThrow(() -> type.check(task(type, "darkroom", Map.of(), "bootstrap")));
    assertDoesNotThrow(() -> type.check(task(type, "excavation", Map.of(), "end")));
  }
}
