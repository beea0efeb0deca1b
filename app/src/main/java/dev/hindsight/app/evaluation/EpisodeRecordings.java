package dev.hindsight.app.evaluation;

import dev.hindsight.trainer.study.EpisodeResult;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Records several episodes of evaluations again, for instruments that read recordings.
///
/// @param episodes in the order of the recordings
/// @param folder where the recordings go; made if missing
public record EpisodeRecordings(List<Chosen> episodes, Path folder) implements Job<List<Path>> {
  /// An episode of an evaluation.
  public record Chosen(FinishedEvaluation evaluation, EpisodeResult episode) {}

  /// Copies the list.
  public EpisodeRecordings {
    episodes = List.copyOf(episodes);
  }

  /// The worst episodes of each evaluation.
  ///
  /// @param count how many of each; fewer if there are fewer
  public static List<Chosen> worst(List<FinishedEvaluation> evaluations, int count) {
    return evaluations.stream()
        .flatMap(evaluation ->
            evaluation.worstEpisodes(count).stream()
                .map(episode -> new Chosen(evaluation, episode)))
        .toList();
  }

  /// Records them one after the other; those recorded before a cancellation stay.
  ///
  /// @return one recording for each episode
  @Override
  public List<Path> run(Progress progress, Cancellation cancellation) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Chosen chosen : episodes) {
      progress.report(files.size(), episodes.size(), "episodes");
      cancellation.throwIfCancelled();
      files.add(
          EpisodeRecording.recorded(
              chosen.evaluation,
              chosen.episode,
              folder.resolve(chosen.evaluation.recordingName(chosen.episode)),
              Progress.SILENT,
              cancellation));
    }
    progress.report(files.size(), episodes.size(), "episodes");
    return files;
  }
}
