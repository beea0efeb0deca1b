package dev.hindsight.trainer.learn.sac;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.darkroom.DarkRoomEnvironmentType;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.UpdateReport;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Training from environments to weights, in a dark room.
class SacTrainingTest {
  private static final DarkRoomEnvironmentType ROOM = new DarkRoomEnvironmentType();
  private static final int UPDATES = 7;

  /// Environments live for three updates, and a third of what they live through is remembered.
  private static final Map<String, String> SMALL =
      Map.of(
          "num_envs", "3",
          "hidden_size", "8",
          "rollout_fragment_length", "9",
          "resample_frequency", "27",
          "capacity", "50",
          "num_steps_sampled_before_learning_starts", "20",
          "train_batch_size_per_learner", "8",
          "training_intensity", "2",
          "n_step", "2",
          "trial_ends", "boot");

  private static Algorithm open(Map<String, String> room, Map<String, String> typed, long seed) {
    EnvironmentFactory factory =
        ROOM.prepare(ROOM.settings().parse(room, "test"), Optional.empty());
    SacType type = new SacType();
    return type.open(
        new TrainingTask(
            List.of(factory), type.settings().parse(typed, "test"), seed, TrainingTask.Device.CPU));
  }

  private static Algorithm small(long seed, String replayBuffer) {
    Map<String, String> typed = new HashMap<>(SMALL);
    typed.put("replay_buffer", replayBuffer);
    return open(Map.of("after_goal", "limbo"), typed, seed);
  }

  /// Everything that is kept, one array after the other.
  private static float[] everything(Algorithm algorithm) {
    float[] all = new float[0];
    for (Tensor tensor : state(algorithm).values()) {
      int from = all.length;
      all = Arrays.copyOf(all, from + tensor.values().length);
      System.arraycopy(tensor.values(), 0, all, from, tensor.values().length);
    }
    return all;
  }

  private static Map<String, Tensor> state(Algorithm algorithm) {
    Map<String, Tensor> state = new LinkedHashMap<>();
    algorithm.weights().forEach(tensor -> state.put(tensor.name(), tensor));
    algorithm.optimiser().forEach(tensor -> state.put(tensor.name(), tensor));
    return state;
  }

  private static float[] uninterrupted(long seed) {
    return uninterrupted(seed, "uniform");
  }

  private static float[] uninterrupted(long seed, String replayBuffer) {
    try (Algorithm algorithm = small(seed, replayBuffer)) {
      for (int i = 0; i < UPDATES; i++) {
        algorithm.update();
      }
      return everything(algorithm);
    }
  }

  private static float[] goneOn(Map<String, Tensor> state, int kept) {
    return goneOn(state, kept, "uniform");
  }

  private static float[] goneOn(Map<String, Tensor> state, int kept, String replayBuffer) {
    try (Algorithm second = small(5, replayBuffer)) {
      second.restore(state, kept);
      for (int i = kept; i < UPDATES; i++) {
        second.update();
      }
      return everything(second);
    }
  }

  private static Map<String, Tensor> after(int updates) {
    return after(updates, "uniform");
  }

  private static Map<String, Tensor> after(int updates, String replayBuffer) {
    try (Algorithm first = small(5, replayBuffer)) {
      for (int i = 0; i < updates; i++) {
        first.update();
      }
      return new HashMap<>(state(first));
    }
  }

  @Test
  void theSameSeedLearnsTheSameBitsAndAnotherSeedOthers() {
    float[] first = uninterrupted(5);
    assertArrayEquals(first, uninterrupted(5));
    assertFalse(Arrays.equals(first, uninterrupted(6)));
  }

  @Test
  void goingOnFromWhatWasKeptGivesTheSameBitsInEveryUpdateOfAGeneration() {
    float[] expected = uninterrupted(5);
    for (int kept : new int[] {1, 3, 4, 6}) {
      assertArrayEquals(expected, goneOn(after(kept), kept), "kept after " + kept);
    }
  }

  @Test
  void goingOnWithPrioritiesGivesTheSameBitsInEveryUpdateOfAGeneration() {
    float[] expected = uninterrupted(5, "prioritised");
    assertFalse(Arrays.equals(Arrays.copyOf(uninterrupted(5), 50), Arrays.copyOf(expected, 50)));
    for (int kept : new int[] {1, 3, 4, 6}) {
      assertArrayEquals(
          expected, goneOn(after(kept, "prioritised"), kept, "prioritised"), "kept after " + kept);
    }
  }

  /// Settings of a network with memory whose episodes go on from one update to the next.
  private static Map<String, String> remembering(String replayBuffer, boolean empty) {
    return remembering("lstm", replayBuffer, empty);
  }

  private static Map<String, String> remembering(
      String policy, String replayBuffer, boolean empty) {
    Map<String, String> typed = new HashMap<>(SMALL);
    typed.put("policy", policy);
    typed.put("trial_ends", "across");
    typed.put("replay_sequence_length", "4");
    typed.put("replay_burn_in", "3");
    typed.put("replay_zero_init_states", "" + empty);
    typed.put("replay_buffer", replayBuffer);
    return typed;
  }

  private static Map<String, Tensor> lstm(
      String replayBuffer, boolean empty, Map<String, Tensor> state, int from, int to) {
    return learned(remembering(replayBuffer, empty), state, from, to);
  }

  private static Map<String, Tensor> learned(
      Map<String, String> typed, Map<String, Tensor> state, int from, int to) {
    try (Algorithm algorithm = open(Map.of("after_goal", "limbo"), typed, 5)) {
      if (from > 0) {
        algorithm.restore(state, from);
      }
      for (int i = from; i < to; i++) {
        algorithm.update();
      }
      return new LinkedHashMap<>(state(algorithm));
    }
  }

  private static boolean same(Map<String, Tensor> first, Map<String, Tensor> second) {
    return first.keySet().equals(second.keySet())
        && first.values().stream()
            .allMatch(tensor ->
                Arrays.equals(
                    tensor.values(), Objects.requireNonNull(second.get(tensor.name())).values()));
  }

  @Test
  void goingOnWithAMemoryGivesTheSameBits() {
    for (String replayBuffer : List.of("uniform", "prioritised")) {
      for (boolean empty : new boolean[] {true, false}) {
        Map<String, Tensor> expected = lstm(replayBuffer, empty, Map.of(), 0, UPDATES);
        for (int kept : new int[] {1, 3, 5}) {
          Map<String, Tensor> state = lstm(replayBuffer, empty, Map.of(), 0, kept);
          assertTrue(
              same(expected, lstm(replayBuffer, empty, state, kept, UPDATES)),
              replayBuffer + ", empty " + empty + ", kept after " + kept);
        }
      }
    }
  }

  /// Attention over what the episodes that go on hold: keys and values that earlier weights
  /// computed.
  @Test
  void goingOnWithAttentionGivesTheSameBits() {
    for (boolean empty : new boolean[] {true, false}) {
      Map<String, String> typed = remembering("transformer", "prioritised", empty);
      // So that a wrong memory soon takes other actions.
      typed.put("actor_lr", "0.1");
      Map<String, Tensor> expected = learned(typed, Map.of(), 0, UPDATES);
      for (int kept : new int[] {1, 4}) {
        Map<String, Tensor> state = learned(typed, Map.of(), 0, kept);
        String where = "empty " + empty + ", kept after " + kept;
        assertTrue(same(expected, learned(typed, state, kept, UPDATES)), where);
        for (String name : List.of("keys", "values", "window")) {
          String array = "optimiser.actor.memory." + name;
          if (kept != 4) {
            continue;
          }
          Tensor right = Objects.requireNonNull(state.get(array));
          float[] other = right.values().clone();
          for (int i = 0; i < other.length; i++) {
            // Other keys and values; of the window all slots closed, but not its three counts.
            boolean count = i % (other.length / 3) < 3;
            other[i] = name.equals("window") ? (count ? other[i] : 0) : 1 - 9 * other[i];
          }
          Map<String, Tensor> wrong = new HashMap<>(state);
          wrong.put(array, new Tensor(array, right.shape(), other));
          assertFalse(same(expected, learned(typed, wrong, kept, UPDATES)), array);
        }
      }
    }
  }

  @Test
  void goingOnWithOtherMemoriesIsNoticed() {
    Map<String, Tensor> expected = lstm("uniform", false, Map.of(), 0, UPDATES);
    for (String name : List.of("optimiser.states", "optimiser.actor.memory.hidden")) {
      Map<String, Tensor> state = lstm("uniform", false, Map.of(), 0, 5);
      Tensor right = Objects.requireNonNull(state.get(name));
      state.put(name, new Tensor(name, right.shape(), new float[right.values().length]));
      assertFalse(same(expected, lstm("uniform", false, state, 5, UPDATES)), name);
    }
  }

  @Test
  void statesOfOtherStepsAreRefused() {
    Map<String, Tensor> state = lstm("uniform", false, Map.of(), 0, 2);
    state.put(
        "optimiser.states", new Tensor("optimiser.states", new int[] {3}, new float[] {1, 2, 3}));
    Problem problem = assertThrows(Problem.class, () -> lstm("uniform", false, state, 2, UPDATES));
    assertTrue(
        problem.getMessage().contains("3 numbers of recurrent states"), problem.getMessage());
  }

  private static void refused(String where, Map<String, String> changes) {
    Map<String, String> typed = remembering("uniform", true);
    typed.putAll(changes);
    Problem problem =
        assertThrows(Problem.class, () -> open(Map.of(), typed, 5).close(), changes.toString());
    assertTrue(problem.where().startsWith(where), problem.getMessage());
  }

  @Test
  void whatDoesNotGoTogetherIsRefusedByName() {
    refused("replay_burn_in", Map.of("policy", "mlp"));
    refused(
        "replay_zero_init_states",
        Map.of("policy", "mlp", "replay_burn_in", "0", "replay_zero_init_states", "false"));
    refused("replay_sequence_length", Map.of("replay_sequence_length", "1", "replay_burn_in", "0"));
    refused("trial_ends", Map.of("trial_ends", "cut"));
    refused("trial_ends", Map.of("trial_ends", "boot"));
    refused(
        "train_batch_size_per_learner",
        Map.of("train_batch_size_per_learner", "1000000", "replay_sequence_length", "2"));
    refused(
        "replay_zero_init_states",
        Map.of("capacity", "100000000", "replay_zero_init_states", "false"));
    refused(
        "replay_sequence_length, replay_burn_in",
        Map.of("train_batch_size_per_learner", "2000", "replay_burn_in", "10000"));
  }

  /// Figures of the last update of trainings from before there were sequences.
  private static final Map<String, Map<String, Double>> BEFORE =
      Map.of(
          "uniform",
          Map.of(
              "losses/critic_loss", 0.7591134437492916,
              "losses/policy_loss", -1.3389418465750558,
              "losses/value_loss", 0.8615356428282601,
              "sac/target_q", 1.2789969103676933,
              "losses/gradient_norm", 1.363789132663182),
          "prioritised",
          Map.of(
              "losses/critic_loss", 0.7147316336631775,
              "losses/policy_loss", -1.3366897106170654,
              "losses/value_loss", 0.8467864394187927,
              "sac/target_q", 1.3151634250368391,
              "losses/gradient_norm", 1.345204336302621));

  /// Other processors round differently, hence the tolerance; here the bits were the same.
  @Test
  void sequencesOfOneStepLearnAsSingleStepsDidBefore() {
    BEFORE.forEach((replayBuffer, figures) -> {
      try (Algorithm algorithm = small(5, replayBuffer)) {
        for (int i = 1; i < UPDATES; i++) {
          algorithm.update();
        }
        Map<String, Double> metrics = algorithm.update().metrics();
        figures.forEach((name, figure) ->
            assertEquals(figure, metrics.getOrDefault(name, Double.NaN), 1e-3, name));
      }
    });
  }

  @Test
  void sequencesWithoutMemoryGoOnWithTheSameBits() {
    Map<String, String> typed = new HashMap<>(SMALL);
    typed.put("replay_sequence_length", "3");
    Map<String, Tensor> kept;
    float[] expected;
    try (Algorithm first = open(Map.of("after_goal", "limbo"), typed, 5)) {
      for (int i = 0; i < 4; i++) {
        first.update();
      }
      kept = new LinkedHashMap<>(state(first));
      first.update();
      expected = everything(first);
    }
    try (Algorithm second = open(Map.of("after_goal", "limbo"), typed, 5)) {
      second.restore(kept, 4);
      second.update();
      assertArrayEquals(expected, everything(second));
    }
  }

  @Test
  void checkpointsThatCallTheGenerationsLivesAreGoneOnFrom() {
    Map<String, Tensor> state = after(6);
    float[] expected = goneOn(state, 6);
    Tensor generations = Objects.requireNonNull(state.remove("optimiser.generations"));
    state.put(
        "optimiser.lives",
        new Tensor("optimiser.lives", generations.shape(), generations.values()));

    assertArrayEquals(expected, goneOn(state, 6));
  }

  @Test
  void goingOnWithOtherPrioritiesIsNoticed() {
    Map<String, Tensor> state = after(6, "prioritised");
    Tensor priorities = Objects.requireNonNull(state.get("optimiser.priorities"));
    float[] others = new float[priorities.values().length];
    Arrays.fill(others, 1);
    Tensor largest = Objects.requireNonNull(state.get("optimiser.priority_largest"));
    assertTrue(largest.values()[0] >= 1, "new steps begin with the largest priority, at least 1");
    state.put(priorities.name(), new Tensor(priorities.name(), priorities.shape(), others));
    assertFalse(Arrays.equals(uninterrupted(5, "prioritised"), goneOn(state, 6, "prioritised")));
  }

  @Test
  void goingOnWithoutWhatIsRememberedIsNoticed() {
    Map<String, Tensor> state = after(6);
    Tensor actions = Objects.requireNonNull(state.get("optimiser.actions"));
    float[] others = actions.values().clone();
    others[3] = (others[3] + 1) % 4;
    state.put(actions.name(), new Tensor(actions.name(), actions.shape(), others));
    assertFalse(Arrays.equals(uninterrupted(5), goneOn(state, 6)));
  }

  /// Where a whole episode is removed, fewer steps may be left than learning began with.
  @Test
  void onceItHasBegunLearningGoesOnInEveryUpdate() {
    Map<String, String> typed = new HashMap<>(SMALL);
    typed.put("capacity", "60");
    typed.put("num_steps_sampled_before_learning_starts", "60");
    typed.put("resample_frequency", "270");
    typed.put("trial_ends", "across");
    try (Algorithm algorithm = open(Map.of("trials", "4"), typed, 5)) {
      int learned = 0;
      double least = 60;
      for (int i = 0; i < 20; i++) {
        Map<String, Double> metrics = algorithm.update().metrics();
        boolean learns = metrics.containsKey("losses/critic_loss");
        assertTrue(learns || learned == 0, "update " + i + ": " + metrics);
        learned += learns ? 1 : 0;
        least = learns ? Math.min(least, metrics.getOrDefault("replay/steps", 0.0)) : least;
      }
      assertTrue(learned > 10 && least < 60, learned + " updates, " + least + " steps");
    }
  }

  @Test
  void itLearnsToFindAGoalMoreOftenThanChance() {
    Map<String, String> room = Map.of("size", "3", "trials", "1", "trial_timeout", "8");
    Map<String, String> typed =
        Map.ofEntries(
            Map.entry("num_envs", "16"),
            Map.entry("hidden_size", "32"),
            Map.entry("rollout_fragment_length", "32"),
            Map.entry("resample_frequency", "32"),
            Map.entry("num_steps_sampled_before_learning_starts", "500"),
            Map.entry("train_batch_size_per_learner", "64"),
            Map.entry("training_intensity", "8"),
            Map.entry("initial_alpha", "0.05"),
            Map.entry("alpha_lr", "0.003"),
            Map.entry("actor_lr", "0.003"),
            Map.entry("critic_lr", "0.003"),
            Map.entry("gamma", "0.9"),
            Map.entry("tau", "0.02"));
    double before = 0;
    double after = 0;
    try (Algorithm algorithm = open(room, typed, 1)) {
      for (int i = 0; i < 10; i++) {
        UpdateReport report = algorithm.update();
        before += i < 2 ? report.trialScores().getFirst() / 2 : 0;
        after += i >= 7 ? report.trialScores().getFirst() / 3 : 0;
      }
    }
    assertTrue(before < 0.55 && after > 0.85, "from " + before + " to " + after);
  }
}
