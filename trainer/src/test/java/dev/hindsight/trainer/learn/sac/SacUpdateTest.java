package dev.hindsight.trainer.learn.sac;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.darkroom.DarkRoomEnvironmentType;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.TrainingTask;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What an update moves, and by which knob.
class SacUpdateTest {
  private static final int UPDATES = 4;

  /// Everything that is kept after some updates, by name.
  private static Map<String, float[]> after(int updates, String... knobs) {
    Map<String, String> typed =
        new HashMap<>(
            Map.of(
                "num_envs", "3",
                "hidden_size", "8",
                "rollout_fragment_length", "9",
                "num_steps_sampled_before_learning_starts", "20",
                "train_batch_size_per_learner", "8",
                "training_intensity", "2",
                "actor_lr", "0.01",
                "critic_lr", "0.01",
                "alpha_lr", "0.01"));
    for (String knob : knobs) {
      String[] pair = knob.split("=", 2);
      typed.put(pair[0], pair[1]);
    }
    DarkRoomEnvironmentType room = new DarkRoomEnvironmentType();
    EnvironmentFactory factory = room.prepare(room.settings().defaults(), Optional.empty());
    SacType type = new SacType();
    try (Algorithm algorithm =
        type.open(
            new TrainingTask(
                java.util.List.of(factory),
                type.settings().parse(typed, "test"),
                5,
                TrainingTask.Device.CPU))) {
      for (int i = 0; i < updates; i++) {
        algorithm.update();
      }
      Map<String, float[]> all = new HashMap<>();
      for (Tensor tensor : algorithm.weights()) {
        all.put(tensor.name(), tensor.values());
      }
      for (Tensor tensor : algorithm.optimiser()) {
        all.put(tensor.name().replaceFirst("^optimiser\\.", ""), tensor.values());
      }
      return all;
    }
  }

  private static float[] named(Map<String, float[]> all, String name) {
    return Objects.requireNonNull(all.get(name), () -> name + " of " + all.keySet());
  }

  @Test
  void targetsFollowTheirCriticsByTheirShareOfTheWay() {
    Map<String, float[]> first = after(0);
    Map<String, float[]> still = after(UPDATES, "tau=0");
    Map<String, float[]> whole = after(UPDATES, "tau=1");
    for (String critic : new String[] {"q1.", "q2."}) {
      float[] begun = named(first, critic + "weights");
      assertFalse(Arrays.equals(begun, named(still, critic + "weights")));
      assertArrayEquals(begun, named(still, critic + "target"));
      assertFalse(Arrays.equals(begun, named(whole, critic + "target")));
      assertArrayEquals(named(whole, critic + "weights"), named(whole, critic + "target"), 1e-6f);
    }
  }

  @Test
  void theHeadOfValuesLearnsToo() {
    assertFalse(
        Arrays.equals(
            named(after(0), "policy.value_fn.weight"),
            named(after(UPDATES), "policy.value_fn.weight")));
  }

  @Test
  void everyStepSizeMovesItsOwnWeightsAlone() {
    Map<String, float[]> first = after(0);
    for (String still : new String[] {"actor_lr", "critic_lr", "alpha_lr"}) {
      Map<String, float[]> all = after(UPDATES, still + "=0");
      Map<String, String> moving =
          Map.of(
              "actor_lr", "policy.actor.weight",
              "critic_lr", "q1.weights",
              "alpha_lr", "alpha.log");
      moving.forEach((knob, name) ->
          assertTrue(
              knob.equals(still) == Arrays.equals(named(first, name), named(all, name)),
              still + " is 0: " + name));
    }
  }

  /// Adam's mean of gradients is no longer than the longest of them.
  @Test
  void gradientsOfActorAndCriticsAreShortened() {
    double limit = 1e-4;
    Map<String, float[]> all = after(UPDATES, "grad_clip=" + limit);
    for (String name : new String[] {"actor.mean", "q1.mean", "q2.mean"}) {
      double square = 0;
      for (float number : named(all, name)) {
        square += number * number;
      }
      assertTrue(square > 0 && Math.sqrt(square) <= 1.001 * limit, name + " " + square);
    }
  }
}
