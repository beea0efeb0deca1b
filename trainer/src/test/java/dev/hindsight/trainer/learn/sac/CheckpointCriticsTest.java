package dev.hindsight.trainer.learn.sac;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.critic.ObservedTicks;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.spread.SpreadEnvironmentType;
import dev.hindsight.trainer.learn.sac.CheckpointCritics.Version;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.TrainingTask;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The critics of groups of three in spread, read from what a run keeps.
class CheckpointCriticsTest {
  private static final SpreadEnvironmentType SPREAD = new SpreadEnvironmentType();

  private static EnvironmentFactory world(String... settings) {
    Map<String, String> typed = new HashMap<>();
    for (int i = 0; i < settings.length; i += 2) {
      typed.put(settings[i], settings[i + 1]);
    }
    return SPREAD.prepare(SPREAD.settings().parse(typed, "test"), Optional.empty());
  }

  private static Checkpoint trained(EnvironmentFactory world, Map<String, String> more) {
    Map<String, String> typed =
        new HashMap<>(
            Map.of(
                "num_envs", "2",
                "hidden_size", "8",
                "rollout_fragment_length", "10",
                "num_steps_sampled_before_learning_starts", "15",
                "train_batch_size_per_learner", "8",
                "training_intensity", "8"));
    typed.putAll(more);
    SacType type = new SacType();
    SettingValues values = type.settings().parse(typed, "test");
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    try (Algorithm algorithm =
        type.open(new TrainingTask(List.of(world), values, 3, TrainingTask.Device.CPU))) {
      algorithm.update();
      algorithm.update();
      algorithm.weights().forEach(tensor -> tensors.put(tensor.name(), tensor));
      algorithm.optimiser().forEach(tensor -> tensors.put(tensor.name(), tensor));
    }
    Map<String, JsonNode> training = new LinkedHashMap<>(values.values());
    training.put(CheckpointOrigin.ALGORITHM, TextNode.valueOf(type.id()));
    CheckpointOrigin origin =
        new CheckpointOrigin(
            "mlp",
            new Manifest.EnvironmentInfo("spread", Map.of(), "1"),
            world.shape().observation(),
            training,
            "",
            "");
    return new Checkpoint("x", "", tensors, origin.metadata());
  }

  private static float[] numbers(int count) {
    float[] numbers = new float[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = (float) Math.sin(i);
    }
    return numbers;
  }

  private static CheckpointCritics open(Checkpoint checkpoint, EnvironmentShape shape) {
    return CheckpointCritics.open(checkpoint, shape).orElseThrow();
  }

  @Test
  void theCriticOfAGroupReadsEveryMembersNumbers() {
    EnvironmentFactory world = world();
    int observed = world.shape().observation().size();
    try (CheckpointCritics critics = open(trained(world, Map.of()), world.shape())) {
      assertEquals(3, critics.members());
      assertEquals(List.of(List.of(0, 1, 2)), critics.deciders());
      float[] seen = numbers(2 * 3 * observed);
      float[] done = numbers(2 * 3 * 2);
      float[] before = critics.values(0, 0, Version.CURRENT, seen, done);
      assertEquals(2, before.length);
      seen[2 * observed] += 1;
      float[] after = critics.values(0, 0, Version.CURRENT, seen, done);
      assertTrue(before[0] != after[0]);
      assertEquals(before[1], after[1]);
      done[11] += 0.5f;
      assertTrue(after[1] != critics.values(0, 0, Version.CURRENT, seen, done)[1]);
      assertFalse(Arrays.equals(after, critics.values(0, 1, Version.CURRENT, seen, done)));
    }
  }

  @Test
  void discreteGroupsHaveAValueForEachJointAction() {
    EnvironmentFactory world = world("action_form", "discrete");
    int observed = world.shape().observation().size();
    Checkpoint checkpoint = trained(world, Map.of("group_temperature", "each"));
    try (CheckpointCritics critics = open(checkpoint, world.shape())) {
      assertEquals(125, critics.jointActions());
      float[] values = critics.values(0, 0, Version.TARGET, numbers(3 * observed), new float[0]);
      assertEquals(125, values.length);
      double log = checkpoint.tensor("optimiser.alpha.2.log").orElseThrow().values()[0];
      assertEquals(Math.exp(log), critics.alpha(0, 2), 1e-9);
    }
  }

  @Test
  void membersThatDecideAloneHaveCriticsOfTheirOwn() {
    EnvironmentFactory world = world();
    int observed = world.shape().observation().size();
    Checkpoint checkpoint = trained(world, Map.of("group_mode", "dtde"));
    try (CheckpointCritics critics = open(checkpoint, world.shape())) {
      assertEquals(List.of(List.of(0), List.of(1), List.of(2)), critics.deciders());
      assertEquals(2, critics.learner(2));
      float[] seen = numbers(observed);
      float[] done = numbers(2);
      assertFalse(
          Arrays.equals(
              critics.values(0, 0, Version.CURRENT, seen, done),
              critics.values(2, 0, Version.CURRENT, seen, done)));
    }
  }

  /// A value with memory depends on what was observed before, and only on that of the group.
  @ParameterizedTest
  @CsvSource({"lstm", "transformer"})
  void criticsWithAMemoryReadWhatWasObservedBefore(String policy) {
    EnvironmentFactory world = world();
    int observed = world.shape().observation().size();
    Checkpoint checkpoint = trained(world, Map.of("policy", policy, "replay_sequence_length", "2"));
    try (CheckpointCritics critics = open(checkpoint, world.shape())) {
      assertTrue(critics.remembers());
      float[] seen = numbers(4 * 3 * observed);
      float[] done = numbers(2 * 3 * 2);
      ObservedTicks before = new ObservedTicks(4, 3, seen, new byte[12]);
      float[] values = critics.values(0, 0, Version.CURRENT, before, done);
      assertEquals(2, values.length);
      assertTrue(values[0] != values[1]);
      float[] other = seen.clone();
      other[observed + 2] += 1;
      ObservedTicks changed = new ObservedTicks(4, 3, other, new byte[12]);
      assertFalse(
          Arrays.equals(values, critics.values(0, 0, Version.CURRENT, changed, done)), policy);
      float[] first =
          critics.values(0, 0, Version.CURRENT, Arrays.copyOf(seen, 3 * observed), done(done));
      ObservedTicks alone = ObservedTicks.single(Arrays.copyOf(seen, 3 * observed), 3);
      assertEquals(first[0], critics.values(0, 0, Version.CURRENT, alone, done(done))[0], 1e-6f);
    }
  }

  private static float[] done(float[] two) {
    return Arrays.copyOf(two, two.length / 2);
  }

  @Test
  void valuesAreInUnitsOfRewardWhateverTheScale() {
    EnvironmentFactory world = world();
    Checkpoint plain = trained(world, Map.of("critic_lr", "0", "reward_scale", "1"));
    Checkpoint scaled = trained(world, Map.of("critic_lr", "0", "reward_scale", "0.25"));
    float[] seen = numbers(3 * world.shape().observation().size());
    float[] done = numbers(6);
    try (CheckpointCritics one = open(plain, world.shape());
        CheckpointCritics other = open(scaled, world.shape())) {
      float[] small = one.values(0, 0, Version.TARGET, seen, done);
      assertArrayEquals(
          new float[] {4 * small[0]}, other.values(0, 0, Version.TARGET, seen, done), 1e-4f);
    }
  }

  @Test
  void aFileWithThePolicyAloneHasNoneAndOtherGroupsAreRefused() {
    EnvironmentFactory world = world();
    Checkpoint checkpoint = trained(world, Map.of());
    assertTrue(CheckpointCritics.open(checkpoint.weights(), world.shape()).isEmpty());
    assertThrows(
        Problem.class, () -> CheckpointCritics.open(checkpoint, world("num_agents", "2").shape()));
  }
}
