package dev.hindsight.app.replay;

import static dev.hindsight.app.text.AppText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hindsight.app.recording.TrainingEpisodePlan;
import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.learn.sac.CheckpointReplay;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import dev.hindsight.trainer.run.ledger.RunCheckpoint;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.function.Function;

/// Records an episode of a replay buffer again: its environment is created from the run's seed and
/// gets the stored actions, from its first tick to the last step of the episode. Each step's reward
/// must then be the one in the buffer, to the bit; otherwise there is no recording.
///
/// @param replay the checkpoint with the buffer
/// @param row the episode
/// @param out the recording to write
public record ReplayedEpisode(CheckpointReplay replay, ReplayRow row, Path out)
    implements Job<Path> {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /// The key of the manifest that says what the recording repeats.
  static final String REPEATS = "repeats";

  /// @param of `replay_buffer`
  /// @param run its id
  /// @param update number of updates in the checkpoint
  /// @param environment index of the environment
  /// @param generation number of the update before which it was created
  /// @param firstTick tick of the episode's first step
  /// @param lastTick tick of its last step
  private record RepeatsJson(
      String of,
      String run,
      long update,
      int environment,
      long generation,
      List<Integer> agents,
      int firstTick,
      int lastTick) {}

  @Override
  public Path run(Progress progress, Cancellation cancellation) throws Exception {
    Path made =
        TrainingEpisodePlan.replay(
                replay.history(row.stored()), lasting(replay.file()), repeats(), out)
            .run(progress, cancellation);
    return checked(made, this::difference, replay.file());
  }

  private Optional<String> difference(Rollout rollout) {
    Channel reward = rollout.channel("reward").orElseThrow();
    OptionalInt other =
        replay.firstDifference(row.stored(), (tick, agent) -> (float) reward.value(tick, agent));
    return other.isPresent()
        ? Optional.of(
            wording("ReplayedEpisode.simulated_again_it_has_another_reward", other.getAsInt()))
        : Optional.empty();
  }

  /// A recording of what a run did, if it repeats that.
  ///
  /// @param difference says what it does not repeat; empty if nothing
  /// @param source file of what the run stored
  /// @throws Problem with the difference; the recording is then deleted
  static Path checked(Path made, Function<Rollout, Optional<String>> difference, Path source)
      throws IOException {
    Optional<String> found;
    try (Rollout rollout = RecordingOpener.open(made)) {
      found = difference.apply(rollout);
    }
    if (found.isPresent()) {
      Files.delete(made);
      throw new Problem(
          found.get(), source.toString(), wording("ReplayedEpisode.maps_or_code_have_changed"));
    }
    return made;
  }

  private Map<String, JsonNode> repeats() {
    return Map.of(
        REPEATS,
        JSON.valueToTree(
            new RepeatsJson(
                "replay_buffer",
                replay.run(),
                replay.updates(),
                row.environment(),
                row.stored().origin().generation(),
                row.agents(),
                row.firstTick(),
                row.lastTick())));
  }

  /// A checkpoint, or a copy of it where its run writes the next one over it: the recording needs
  /// it as long as it exists.
  static Path lasting(Path checkpoint) throws IOException {
    Path file = checkpoint.toAbsolutePath();
    RunFolder folder = new RunFolder(Objects.requireNonNull(file.getParent()));
    if (!file.equals(folder.latest().toAbsolutePath())
        && !file.equals(folder.best().toAbsolutePath())) {
      return file;
    }
    // Several rows may be opened at once, while the run goes on.
    Path fresh = folder.path().resolve("replayed-" + UUID.randomUUID() + ".safetensors");
    try {
      AtomicFile.copy(file, fresh);
      long update = RunCheckpoint.progress(Checkpoints.read(fresh)).updates();
      Path copy = folder.path().resolve("replayed-" + update + ".safetensors");
      AtomicFile.rename(fresh, copy);
      return copy;
    } finally {
      Files.deleteIfExists(fresh);
    }
  }
}
