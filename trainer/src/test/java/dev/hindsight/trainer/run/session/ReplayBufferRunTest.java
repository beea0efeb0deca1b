package dev.hindsight.trainer.run.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.learn.replay.ReplayContents;
import dev.hindsight.trainer.learn.replay.StoredEpisode;
import dev.hindsight.trainer.learn.replay.StoredEpisodeEnd;
import dev.hindsight.trainer.learn.sac.CheckpointReplay;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.run.EnvironmentHistory;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The replay buffers of whole runs, read from their checkpoints: every episode is simulated again
/// with the environment alone.
class ReplayBufferRunTest {
  private static final Map<String, String> SMALL =
      Map.ofEntries(
          Map.entry("num_envs", "3"),
          Map.entry("hidden_size", "8"),
          Map.entry("rollout_fragment_length", "17"),
          Map.entry("resample_frequency", "51"),
          Map.entry("capacity", "120"),
          Map.entry("num_steps_sampled_before_learning_starts", "20"),
          Map.entry("train_batch_size_per_learner", "8"),
          Map.entry("training_intensity", "1"),
          Map.entry("updates", "7"));

  @TempDir private Path folder;

  static Stream<Arguments> runs() {
    return Stream.of(
        // Agents alone with discrete actions, and limbo after the goal.
        Arguments.of("darkroom", Map.of("after_goal", "limbo", "size", "3"), 1),
        Arguments.of(
            "darkroom",
            Map.of(
                "after_goal", "limbo",
                "size", "3",
                "trial_ends", "boot",
                "replay_buffer", "prioritised",
                "n_step", "3"),
            1),
        // A network with memory keeps the ticks in limbo, too.
        Arguments.of(
            "darkroom",
            Map.of(
                "after_goal", "limbo",
                "size", "3",
                "policy", "lstm",
                "trial_ends", "across",
                "replay_sequence_length", "4",
                "replay_burn_in", "2",
                "replay_zero_init_states", "false",
                "replay_buffer", "prioritised"),
            1),
        // A group with numbers as actions: one buffer, or one for each member.
        Arguments.of("spread", Map.of("replay_buffer", "prioritised"), 1),
        Arguments.of("spread", Map.of("group_mode", "dtde"), 3),
        Arguments.of("spread", Map.of("action_form", "discrete", "reward_clip", "0.5"), 1));
  }

  private static TrainingRequest request(String environment, Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(SMALL);
    settings.putAll(more);
    return TrainingRequest.of(environment).by("sac").withSeed(11).with(settings);
  }

  @ParameterizedTest
  @MethodSource("runs")
  void everyEpisodeIsSimulatedAgainToTheSameRewards(
      String environment, Map<String, String> more, int buffers) {
    TrainingRequest request = request(environment, more);
    TrainingResult result = new SmallRun(folder).run(request);
    CheckpointReplay replay = CheckpointReplay.open(result.checkpoint().orElseThrow());
    assertEquals(7, replay.updates());
    assertEquals(buffers, replay.buffers().size());
    int simulated = 0;
    for (ReplayContents contents : replay.buffers()) {
      assertTrue(contents.steps() > 0 && contents.counts().removed() > 0);
      long draws = contents.episodes().stream().mapToLong(StoredEpisode::draws).sum();
      assertTrue(draws > 0 && draws <= 8 * contents.counts().batches());
      for (StoredEpisode episode : contents.episodes()) {
        float[][] rewards = simulated(request, replay.history(episode));
        assertEquals(
            OptionalInt.empty(),
            replay.firstDifference(episode, (tick, agent) -> rewards[tick][agent]),
            episode.toString());
        assertTrue(replay.begun(episode) < 7 && replay.begun(episode) >= 0);
        simulated += episode.length();
      }
    }
    assertTrue(simulated >= 80, simulated + " steps");
  }

  /// Rewards by tick and agent of an environment that gets some actions.
  private static float[][] simulated(TrainingRequest request, EnvironmentHistory history) {
    Environment environment =
        SmallRun.spec(request).task().factories().getFirst().create(history.seed());
    Actions actions = new Actions(environment.shape());
    float[] all = history.actions();
    int width = all.length / history.ticks();
    float[][] rewards = new float[history.ticks()][];
    for (int tick = 0; tick < rewards.length; tick++) {
      for (int i = 0; i < width; i++) {
        if (history.numbers() > 0) {
          actions.continuous[i] = all[tick * width + i];
        } else {
          actions.joint[i] = (int) all[tick * width + i];
        }
      }
      environment.step(actions);
      rewards[tick] = environment.buffer().reward.clone();
    }
    return rewards;
  }

  /// Planted: another world, as if its code had changed since.
  @Test
  void anEpisodeThatIsNotTheSameIsFoundWithItsStep() {
    TrainingRequest request = request("spread", Map.of());
    TrainingResult result = new SmallRun(folder).run(request);
    CheckpointReplay replay = CheckpointReplay.open(result.checkpoint().orElseThrow());
    StoredEpisode episode = replay.buffers().getFirst().episodes().getFirst();
    float[][] rewards =
        simulated(request.with(Map.of("collision_penalty", "2")), replay.history(episode));
    rewards[episode.tick(5)][1] += 1e-4f;
    OptionalInt found = replay.firstDifference(episode, (tick, agent) -> rewards[tick][agent]);
    assertTrue(found.isPresent() && found.getAsInt() <= 5, found.toString());
  }

  @Test
  void endsAreToldApart() {
    TrainingResult result =
        new SmallRun(folder)
            .run(request("darkroom", Map.of("trial_ends", "boot", "capacity", "100000")));
    List<StoredEpisodeEnd> ends =
        CheckpointReplay.open(result.checkpoint().orElseThrow())
            .buffers()
            .getFirst()
            .episodes()
            .stream()
            .map(StoredEpisode::end)
            .distinct()
            .toList();
    assertTrue(ends.contains(StoredEpisodeEnd.TRIAL_END), ends.toString());
    assertTrue(ends.contains(StoredEpisodeEnd.CUT), ends.toString());
    assertTrue(ends.contains(StoredEpisodeEnd.UNFINISHED), ends.toString());
  }

  @Test
  void whatHoldsNoBufferIsAProblemInOneLine() throws IOException {
    SmallRun runs = new SmallRun(folder);
    Path ppo = runs.run(SmallRun.request()).checkpoint().orElseThrow();
    said(ppo, "no replay buffer");
    Path sac = runs.run(request("darkroom", Map.of("updates", "2"))).checkpoint().orElseThrow();
    Checkpoint whole = Checkpoints.read(sac);
    said(without(whole, "optimiser."), "the policy alone");
    said(without(whole, "optimiser.replay_"), "an older version");
    said(changed(whole, "optimiser.actions", 7), "its actions are not those of the episodes");
    byte[] bytes = Files.readAllBytes(sac);
    Path cut = folder.resolve("cut.safetensors");
    Files.write(cut, java.util.Arrays.copyOf(bytes, bytes.length - 5));
    said(cut, "cut.safetensors");
    said(new RunFolder(folder.resolve("nowhere")).latest(), "no such file");
  }

  private static void said(Path file, String words) {
    Problem problem =
        assertThrows(
            Problem.class,
            () -> {
              CheckpointReplay replay = CheckpointReplay.open(file);
              replay.history(replay.buffers().getFirst().episodes().getLast());
            });
    assertEquals(1, problem.getMessage().lines().count(), problem.getMessage());
    assertTrue(problem.getMessage().contains(words), problem.getMessage());
  }

  private Path without(Checkpoint whole, String prefix) {
    List<Tensor> rest =
        whole.tensors().values().stream()
            .filter(tensor -> !tensor.name().startsWith(prefix))
            .toList();
    return written(rest, whole, "without");
  }

  private Path changed(Checkpoint whole, String name, int length) {
    List<Tensor> all = new ArrayList<>();
    for (Tensor tensor : whole.tensors().values()) {
      all.add(
          tensor.name().equals(name)
              ? new Tensor(
                  name, new int[] {length}, java.util.Arrays.copyOf(tensor.values(), length))
              : tensor);
    }
    return written(all, whole, "changed");
  }

  private Path written(List<Tensor> tensors, Checkpoint of, String name) {
    Path file = folder.resolve(name + ".safetensors");
    Checkpoints.write(file, tensors, of.metadata());
    return file;
  }

  /// A run that would keep more actions than a checkpoint can hold is refused before it begins.
  @Test
  void environmentsThatAreNeverReplacedAreRefusedWhereTheirActionsDoNotFit() {
    TrainingRequest request =
        request(
            "spread",
            Map.of(
                "num_envs", "16",
                "updates", "200000",
                "rollout_fragment_length", "25",
                "resample_frequency", "5000000"));
    Problem problem =
        assertThrows(
            Problem.class,
            () -> SmallRun.spec(request).algorithm().check(SmallRun.spec(request).task()));
    assertTrue(problem.getMessage().contains("resample_frequency"), problem.getMessage());
    assertTrue(problem.getMessage().contains("1041666 ticks"), problem.getMessage());
  }
}
