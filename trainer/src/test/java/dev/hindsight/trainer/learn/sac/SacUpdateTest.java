package dev.hindsight.trainer.learn.sac;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.ndarray.NDManager;
import dev.hindsight.trainer.ActionBound;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.darkroom.DarkRoomEnvironmentType;
import dev.hindsight.trainer.learn.net.ActorCriticHeads;
import dev.hindsight.trainer.learn.net.CriticNetwork;
import dev.hindsight.trainer.learn.net.CriticOnly;
import dev.hindsight.trainer.learn.net.FeedForwardNetwork;
import dev.hindsight.trainer.learn.net.GroupActors;
import dev.hindsight.trainer.learn.net.GroupCriticNetwork;
import dev.hindsight.trainer.learn.net.LinearEncoder;
import dev.hindsight.trainer.learn.net.ParameterLayout;
import dev.hindsight.trainer.learn.net.TestTorch;
import dev.hindsight.trainer.learn.net.WeightVector;
import dev.hindsight.trainer.learn.replay.FixedDraw;
import dev.hindsight.trainer.learn.replay.ReplayEpisode;
import dev.hindsight.trainer.learn.replay.SequenceSizes;
import dev.hindsight.trainer.learn.replay.StepSizes;
import dev.hindsight.trainer.learn.training.Adam;
import dev.hindsight.trainer.learn.training.FloatObservations;
import dev.hindsight.trainer.observation.ObservationPacking;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.Seeds;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.UpdateProgress;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What an update moves, and by which knob.
class SacUpdateTest {
  private static final int UPDATES = 4;
  private static final String MEMORY = "optimiser.actor.memory.";

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
                List.of(factory),
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

  /// All ticks look the same and pay nothing, and the target critics begin as their critics: if
  /// what is drawn after a step were what is drawn now, both values of the state would be equal.
  @Test
  void whatIsDrawnAfterAStepIsNotWhatIsDrawnNow() {
    double gamma = 0.5;
    Map<String, Double> metrics = drawing(gamma);
    double now = -metrics.getOrDefault("losses/policy_loss", Double.NaN);
    double later = metrics.getOrDefault("sac/target_q", Double.NaN) / gamma;
    assertTrue(Math.abs(now - later) > 1e-3, now + " and " + later);
  }

  /// What the first step of an agent measures whose action is one number.
  private static Map<String, Double> drawing(double gamma) {
    int numbers = 3;
    int rows = 6;
    ObservationPacking packing = ObservationPacking.ofFloats(numbers);
    ActionSpace space = new ActionSpace.Continuous(List.of("push"));
    SacConfig config =
        SacConfig.of(
            new SacType()
                .settings()
                .parse(Map.of("gamma", "" + gamma, "train_batch_size_per_learner", "" + rows), ""),
            space);
    StepSizes sizes = StepSizes.of(space, 1);
    SequenceSizes sequences = config.sequences().withoutMemory();
    float[] weight = new float[rows];
    Arrays.fill(weight, 1);
    FixedDraw buffer = new FixedDraw(1, IntStream.range(0, rows).toArray(), weight);
    ReplayEpisode episode = new ReplayEpisode(packing, sizes, sequences, 0, gamma);
    buffer.begin(episode);
    FloatObservations same =
        new FloatObservations(packing, FloatBuffer.wrap(new float[] {1, -2, 0.5f}));
    for (int t = 0; t <= rows; t++) {
      if (episode.see(same, new int[] {0})) {
        buffer.grow(episode);
      }
      episode.act(new float[] {0.25f}, 0);
    }
    buffer.end(episode);
    LinearEncoder encoder = new LinearEncoder(numbers, 8);
    FeedForwardNetwork network =
        new FeedForwardNetwork(
            encoder,
            new ActorCriticHeads(
                encoder.width(),
                2,
                CriticOnly.NONE,
                ActorCriticHeads.Sizes.LINEAR,
                ActionBound.TANH),
            FeedForwardNetwork.Shaping.BY_ACTOR);
    CriticNetwork critic = new GroupCriticNetwork(encoder, CriticOnly.NONE, 1, 1, 1, List.of(8, 8));
    ParameterLayout layout = network.parameters();
    try (NDManager manager = TestTorch.manager()) {
      WeightVector weights = new WeightVector(manager, layout, layout.initial(4));
      ActorWeights actor =
          new ActorWeights(
              new GroupActors(GroupActors.Form.SHARED, 1, network),
              List.of(weights),
              List.of(new Adam(weights, config.adam())));
      try (Sac sac =
          new Sac(
              manager, actor, critic, numbers, sizes, sequences, buffer, config, new Seeds(2), 0)) {
        return Sac.update(
            List.of(sac),
            1,
            new SacConfig.Rates(0, 0, 0),
            new SplittableRandom(1),
            0,
            UpdateProgress.SILENT);
      }
    }
  }

  /// What acts remembers after a second update, if it remembers something else before it.
  ///
  /// @param lived number of ticks after which environments are replaced
  private static Map<String, float[]> remembered(int lived, float before) {
    Map<String, String> typed =
        Map.of(
            "policy", "lstm",
            "replay_sequence_length", "3",
            "num_envs", "2",
            "hidden_size", "8",
            "rollout_fragment_length", "5",
            "resample_frequency", "" + lived,
            "num_steps_sampled_before_learning_starts", "1000");
    DarkRoomEnvironmentType room = new DarkRoomEnvironmentType();
    SacType type = new SacType();
    TrainingTask task =
        new TrainingTask(
            List.of(room.prepare(room.settings().defaults(), Optional.empty())),
            type.settings().parse(typed, "test"),
            5,
            TrainingTask.Device.CPU);
    Map<String, Tensor> kept = new HashMap<>();
    try (Algorithm first = type.open(task)) {
      first.update();
      first.weights().forEach(tensor -> kept.put(tensor.name(), tensor));
      first.optimiser().forEach(tensor -> kept.put(tensor.name(), tensor));
    }
    kept.replaceAll((name, tensor) -> {
      if (!name.startsWith(MEMORY)) {
        return tensor;
      }
      float[] other = tensor.values().clone();
      Arrays.fill(other, before);
      return new Tensor(name, tensor.shape(), other);
    });
    try (Algorithm second = type.open(task)) {
      second.restore(kept, 1);
      second.update();
      Map<String, float[]> all = new TreeMap<>();
      second.optimiser().stream()
          .filter(tensor -> tensor.name().startsWith(MEMORY))
          .forEach(tensor -> all.put(tensor.name(), tensor.values()));
      assertFalse(all.isEmpty());
      return all;
    }
  }

  @Test
  void nothingIsRememberedOfEnvironmentsThatAreReplaced() {
    Map<String, float[]> empty = remembered(5, 0);
    remembered(5, 1).forEach((name, values) -> assertArrayEquals(empty.get(name), values, name));
    Map<String, float[]> going = remembered(10, 0);
    remembered(10, 1)
        .forEach((name, values) -> assertFalse(Arrays.equals(going.get(name), values), name));
  }
}
