package dev.hindsight.trainer.learn.sac;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.spread.SpreadEnvironmentType;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.TrainingTask;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Groups that train in spread, from environments to weights, in every mode.
class GroupTrainingTest {
  private static final SpreadEnvironmentType SPREAD = new SpreadEnvironmentType();
  private static final int UPDATES = 5;

  /// Environments live for two updates, and less than they live through is remembered.
  private static final Map<String, String> SMALL =
      Map.of(
          "num_envs", "2",
          "hidden_size", "8",
          "rollout_fragment_length", "7",
          "resample_frequency", "14",
          "capacity", "30",
          "num_steps_sampled_before_learning_starts", "15",
          "train_batch_size_per_learner", "6",
          "training_intensity", "2",
          "n_step", "2");

  private static TrainingTask task(
      Map<String, String> world, Map<String, String> typed, long seed) {
    Map<String, String> short0 = new HashMap<>(Map.of("trial_ticks", "5"));
    short0.putAll(world);
    EnvironmentFactory factory =
        SPREAD.prepare(SPREAD.settings().parse(short0, "test"), Optional.empty());
    return new TrainingTask(
        List.of(factory),
        new SacType().settings().parse(typed, "test"),
        seed,
        TrainingTask.Device.CPU);
  }

  private static Algorithm open(String form, Map<String, String> more, long seed) {
    Map<String, String> typed = new HashMap<>(SMALL);
    typed.putAll(more);
    return new SacType().open(task(Map.of("action_form", form), typed, seed));
  }

  private static Map<String, Tensor> state(Algorithm algorithm) {
    Map<String, Tensor> state = new LinkedHashMap<>();
    algorithm.weights().forEach(tensor -> state.put(tensor.name(), tensor));
    algorithm.optimiser().forEach(tensor -> state.put(tensor.name(), tensor));
    return state;
  }

  private static float[] everything(Algorithm algorithm) {
    List<float[]> parts = new ArrayList<>();
    state(algorithm).values().forEach(tensor -> parts.add(tensor.values()));
    float[] all = new float[parts.stream().mapToInt(part -> part.length).sum()];
    int at = 0;
    for (float[] part : parts) {
      System.arraycopy(part, 0, all, at, part.length);
      at += part.length;
    }
    return all;
  }

  @ParameterizedTest
  @CsvSource({
    "continuous, ctde, shared, one, uniform",
    "continuous, ctde, own, each, prioritised",
    "continuous, ctce, shared, one, prioritised",
    "continuous, dtde, shared, one, uniform",
    "continuous, dtde, own, one, prioritised",
    "discrete, ctde, shared, each, prioritised",
    "discrete, ctce, shared, each, uniform",
    "discrete, dtde, own, one, uniform",
  })
  void goingOnFromWhatWasKeptGivesTheSameBits(
      String form, String mode, String actors, String temperatures, String buffer) {
    Map<String, String> typed =
        Map.of(
            "group_mode", mode,
            "group_actors", actors,
            "group_temperature", temperatures,
            "replay_buffer", buffer);
    float[] expected;
    Map<Integer, Map<String, Tensor>> kept = new HashMap<>();
    try (Algorithm first = open(form, typed, 5)) {
      for (int update = 1; update <= UPDATES; update++) {
        first.update();
        kept.put(update, new LinkedHashMap<>(state(first)));
      }
      expected = everything(first);
    }
    for (float number : expected) {
      assertTrue(Float.isFinite(number));
    }
    for (int from : new int[] {1, 3, 4}) {
      try (Algorithm second = open(form, typed, 5)) {
        second.restore(Objects.requireNonNull(kept.get(from)), from);
        for (int update = from; update < UPDATES; update++) {
          second.update();
        }
        assertArrayEquals(expected, everything(second), "kept after " + from);
      }
    }
    try (Algorithm other = open(form, typed, 6)) {
      other.update();
      assertFalse(Arrays.equals(expected, everything(other)));
    }
  }

  private static final Map<String, String> REMEMBERING =
      Map.of(
          "group_mode", "dtde",
          "replay_sequence_length", "3",
          "replay_burn_in", "2",
          "replay_zero_init_states", "false",
          "replay_buffer", "prioritised");

  @ParameterizedTest
  @CsvSource({
    "continuous, dtde, shared, lstm",
    "discrete, dtde, shared, lstm",
    "continuous, dtde, own, lstm-members",
    "continuous, ctde, shared, lstm",
    "discrete, ctde, shared, lstm",
    "continuous, ctde, own, lstm-members",
    "discrete, ctde, own, lstm-members",
    "continuous, ctce, shared, lstm-joint",
    "discrete, ctce, shared, lstm-joint",
    "continuous, dtde, shared, transformer",
    "discrete, ctde, shared, transformer",
    "continuous, ctde, own, transformer-members",
    "discrete, ctce, shared, transformer-joint",
  })
  void groupsWithAMemoryGoOnToTheSameBits(String form, String mode, String actors, String policy) {
    Map<String, String> typed = new HashMap<>(REMEMBERING);
    typed.put("policy", policy.replaceFirst("-.*", ""));
    typed.put("group_mode", mode);
    typed.put("group_actors", actors);
    Map<String, Tensor> kept;
    float[] expected;
    try (Algorithm first = open(form, typed, 5)) {
      first.update();
      first.update();
      first.update();
      kept = new LinkedHashMap<>(state(first));
      first.update();
      expected = everything(first);
      assertEquals(policy, first.policy());
      Checkpoint checkpoint = new Checkpoint("x", "", state(first), Map.of());
      assertEquals(policy, BuiltInPolicies.recognise(checkpoint.weights()).id());
    }
    for (float number : expected) {
      assertTrue(Float.isFinite(number));
    }
    try (Algorithm second = open(form, typed, 5)) {
      second.restore(kept, 3);
      second.update();
      assertArrayEquals(expected, everything(second));
    }
  }

  /// Groups without memory may learn from sequences, too.
  @ParameterizedTest
  @CsvSource({"ctde", "ctce", "dtde"})
  void groupsLearnFromSequences(String mode) {
    Map<String, String> typed = Map.of("group_mode", mode, "replay_sequence_length", "4");
    try (Algorithm first = open("continuous", typed, 5)) {
      first.update();
      first.update();
      for (float number : everything(first)) {
        assertTrue(Float.isFinite(number));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "continuous, ctde, shared, mlp",
    "continuous, ctde, own, mlp-members",
    "continuous, ctce, shared, mlp-joint",
    "discrete, dtde, own, mlp-members",
    "discrete, ctce, own, mlp-joint",
    "discrete, dtde, shared, mlp",
  })
  void itsCheckpointOpensAsThePolicyItNames(
      String form, String mode, String actors, String policy) {
    Map<String, String> typed = Map.of("group_mode", mode, "group_actors", actors);
    try (Algorithm algorithm = open(form, typed, 5)) {
      assertEquals(policy, algorithm.policy());
      Checkpoint checkpoint = new Checkpoint("x", "", state(algorithm), Map.of());
      assertEquals(policy, BuiltInPolicies.recognise(checkpoint.weights()).id());
      try (Algorithm child = open(form, typed, 9)) {
        child.adopt(checkpoint);
        assertEquals(
            Arrays.toString(algorithm.weights().getFirst().values()),
            Arrays.toString(child.weights().getFirst().values()));
      }
    }
  }

  @Test
  void theTargetEntropyIsThatOfAllMembersOrOfEach() {
    Map<String, Double> one = lastMetrics("continuous", Map.of());
    Map<String, Double> each = lastMetrics("continuous", Map.of("group_temperature", "each"));
    assertEquals(-6.0, one.get("sac/target_entropy"));
    assertEquals(-6.0, each.get("sac/target_entropy"));
    assertTrue(each.containsKey("sac/alpha_member_2"));
    assertEquals(
        -2.0, lastMetrics("continuous", Map.of("group_mode", "dtde")).get("sac/target_entropy"));
    assertEquals(-3.0, lastMetrics("discrete", Map.of()).get("sac/target_entropy"));
    assertEquals(
        3 * 0.5 * Math.log(5),
        lastMetrics("discrete", Map.of("target_entropy", "share", "target_entropy_share", "0.5"))
            .getOrDefault("sac/target_entropy", Double.NaN),
        1e-9);
    assertEquals(
        4.5,
        lastMetrics("continuous", Map.of("target_entropy", "nats", "target_entropy_nats", "1.5"))
            .getOrDefault("sac/target_entropy", Double.NaN),
        1e-9);
  }

  /// The temperatures stand still, so means over the steps have the same relation as each step.
  @Test
  void everyTemperatureFollowsTheEntropyOfItsOwnMember() {
    Map<String, Double> each =
        lastMetrics(
            "discrete",
            Map.of("group_temperature", "each", "initial_alpha", "0.5", "alpha_lr", "0"));
    double target = figure(each, "sac/target_entropy") / 3;
    double loss = 0;
    for (int member = 0; member < 3; member++) {
      loss += Math.log(0.5) * (figure(each, "sac/entropy_member_" + member) - target);
    }
    assertEquals(loss, figure(each, "losses/alpha_loss"), 1e-5);
  }

  private static double figure(Map<String, Double> metrics, String name) {
    return metrics.getOrDefault(name, Double.NaN);
  }

  private static Map<String, Double> lastMetrics(String form, Map<String, String> typed) {
    try (Algorithm algorithm = open(form, typed, 2)) {
      algorithm.update();
      return algorithm.update().metrics();
    }
  }

  @Test
  void tooManyJointActionsAreRefusedByNumber() {
    Problem problem =
        assertThrows(
            Problem.class,
            () ->
                new SacType()
                    .check(task(Map.of("action_form", "discrete", "num_agents", "6"), SMALL, 1)));
    assertTrue(
        problem.what().contains("6 members") && problem.what().contains("15"), problem.what());
    new SacType().check(task(Map.of("action_form", "discrete", "num_agents", "5"), SMALL, 1));
    Map<String, String> alone = new HashMap<>(SMALL);
    alone.put("group_mode", "dtde");
    new SacType().check(task(Map.of("action_form", "discrete", "num_agents", "6"), alone, 1));
  }

  /// An environment of which only the first agents learn.
  private record Fewer(EnvironmentFactory all, int egos) implements EnvironmentFactory {
    @Override
    public EnvironmentShape shape() {
      return all.shape();
    }

    @Override
    public SettingValues effective() {
      return all.effective();
    }

    @Override
    public Environment create(long seed) {
      return all.create(seed);
    }
  }

  @Test
  void aGroupOfWhichOnlySomeMembersLearnIsRefusedByName() {
    TrainingTask whole = task(Map.of(), SMALL, 1);
    TrainingTask partly =
        new TrainingTask(
            List.of(new Fewer(whole.factories().getFirst(), 2)),
            whole.settings(),
            1,
            TrainingTask.Device.CPU,
            Optional.of("random"));
    Problem problem = assertThrows(Problem.class, () -> new SacType().check(partly));
    assertTrue(problem.what().contains("group team"), problem.what());
  }

  @Test
  void mapsWithOtherGroupsAreRefused() {
    TrainingTask three = task(Map.of(), SMALL, 1);
    TrainingTask mixed =
        new TrainingTask(
            List.of(
                three.factories().getFirst(),
                task(Map.of("num_agents", "2"), SMALL, 1).factories().getFirst()),
            three.settings(),
            1,
            TrainingTask.Device.CPU);
    assertThrows(Problem.class, () -> new SacType().check(mixed));
  }
}
