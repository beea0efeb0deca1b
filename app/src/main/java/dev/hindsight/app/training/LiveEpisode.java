package dev.hindsight.app.training;

import dev.hindsight.app.recording.TrainingEpisodePlan;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/// An episode that is recorded to be looked at once and thrown away.
///
/// @param place where it lies
record LiveEpisode(EpisodeFiles place, Rollout rollout) {
  /// @param policy weights that act
  /// @param recording what they did
  record EpisodeFiles(Path policy, Path recording) {}

  /// Names nobody else uses; nothing is made yet.
  static EpisodeFiles unused() {
    Path folder = Path.of(System.getProperty("java.io.tmpdir"));
    String name = "hindsight-live-" + UUID.randomUUID();
    EpisodeFiles episodeFiles =
        new EpisodeFiles(folder.resolve(name + ".safetensors"), folder.resolve(name + ".rollout"));
    // A run may write the policy after everybody has gone.
    episodeFiles.policy.toFile().deleteOnExit();
    episodeFiles.recording.toFile().deleteOnExit();
    return episodeFiles;
  }

  /// Records one episode and opens it. For a background thread.
  ///
  /// @param policy the one that was asked for, or a checkpoint of the run that stays
  static LiveEpisode record(
      EpisodeFiles files, Path policy, long seed, Progress progress, Cancellation cancellation) {
    try {
      TrainingEpisodePlan.of(policy, seed, files.recording()).run(progress, cancellation);
    } finally {
      delete(files.policy());
    }
    return new LiveEpisode(files, Rollouts.open(files.recording()));
  }

  /// Forgets the recording and deletes it.
  void close() {
    rollout.close();
    delete(place.recording());
  }

  /// Deletes the policy that nobody recorded with. For a background thread.
  static void forget(EpisodeFiles files) {
    delete(files.policy());
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException _) {
      // It lies among temporary files, which the system clears away.
      return;
    }
  }
}
