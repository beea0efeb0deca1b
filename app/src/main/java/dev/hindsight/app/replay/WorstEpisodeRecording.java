package dev.hindsight.app.replay;

import static dev.hindsight.app.text.AppText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hindsight.app.recording.TrainingEpisodePlan;
import dev.hindsight.app.tasks.BackgroundTask;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.outcome.Limbo;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.WorstEpisode;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// Records the worst of the last episodes of a bucket again: its environment is created from its
/// seed and gets the stored actions, from its first tick to the last of the episode. An agent's
/// episode must then end there with the return that the run measured; otherwise there is no
/// recording.
///
/// @param folder of the run
/// @param episode the episode
/// @param out the recording to write
public record WorstEpisodeRecording(RunFolder folder, WorstEpisode episode, Path out)
    implements Job<Path> {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /// @param of `worst_of_bucket`
  /// @param run its id
  /// @param update in which the episode ended
  /// @param environment index of the environment
  private record RepeatsJson(
      String of, String run, int bucket, double episodeReturn, long update, int environment) {}

  /// Records the worst episode of a bucket beside the run's files, and opens it at its last tick.
  /// FX thread.
  ///
  /// @param bucket its number, from 0
  public static void open(WindowContext window, RunFolder folder, int bucket) {
    window
        .background()
        .start(
            BackgroundTask.of(
                    wording("WorstEpisodeRecording.simulating_the_worst_of_bucket", bucket),
                    (progress, cancellation) -> of(folder, bucket).run(progress, cancellation),
                    (Path file) ->
                        window.open(
                            file,
                            document ->
                                document
                                    .timeline()
                                    .send(new TimelineCommand.Seek(Integer.MAX_VALUE))))
                .withFile(file -> file));
  }

  /// The worst episode of a bucket now, to be recorded beside the run's files.
  ///
  /// @throws Problem if none has ended
  static WorstEpisodeRecording of(RunFolder folder, int bucket) {
    WorstEpisode worst =
        WorstEpisode.read(folder, bucket)
            .orElseThrow(() ->
                new Problem(
                    wording("WorstEpisodeRecording.no_episode_has_ended", bucket),
                    folder.path().toString(),
                    wording("WorstEpisodeRecording.wait_for_one")));
    String name = "worst-of-bucket" + bucket + "-update" + worst.update() + ".rollout";
    return new WorstEpisodeRecording(folder, worst, folder.path().resolve(name));
  }

  @Override
  public Path run(Progress progress, Cancellation cancellation) throws Exception {
    Map<String, JsonNode> repeats =
        Map.of(
            ReplayedEpisode.REPEATS,
            JSON.valueToTree(
                new RepeatsJson(
                    "worst_of_bucket",
                    folder.id().text(),
                    episode.bucket(),
                    episode.episodeReturn(),
                    episode.update(),
                    episode.history().environment())));
    Path policy = ReplayedEpisode.lasting(folder.latest());
    Path made =
        TrainingEpisodePlan.replay(episode.history(), policy, repeats, out)
            .run(progress, cancellation);
    return ReplayedEpisode.checked(
        made,
        rollout ->
            endsWith(rollout, episode.episodeReturn())
                ? Optional.empty()
                : Optional.of(
                    wording("WorstEpisodeRecording.simulated_again_it_has_another_return")),
        folder.worstEpisode(episode.bucket()));
  }

  /// Whether the episode of an agent ends at the last tick with a return.
  private static boolean endsWith(Rollout rollout, double wanted) {
    Channel reward = rollout.channel("reward").orElseThrow();
    Limbo limbo = new Limbo(rollout);
    EpisodeEnds ends = new EpisodeEnds(rollout);
    int last = rollout.ticks() - 1;
    for (int agent = 0; agent < reward.rowLength(); agent++) {
      double sum = 0;
      double ended = Double.NaN;
      for (int tick = 0; tick <= last; tick++) {
        sum += limbo.at(tick, agent) ? 0 : reward.value(tick, agent);
        if (ends.ended(tick, agent)) {
          ended = tick == last ? sum : ended;
          sum = 0;
        }
      }
      if (ended == wanted) {
        return true;
      }
    }
    return false;
  }
}
