package dev.hindsight.app.cli.inspect;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.evaluation.EpisodeRecordings;
import dev.hindsight.app.evaluation.EvaluationFile;
import dev.hindsight.app.evaluation.FinishedEvaluation;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.study.EpisodeResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/// `--worst`, `--episode` and `--out`: which episodes of a saved evaluation are recorded again, and
/// where.
final class EpisodeOptions {
  private static final int USUAL = 10;
  private static final String WORST = "--worst";
  private static final String EPISODE = "--episode";

  @Option(names = WORST, paramLabel = "N", descriptionKey = "EpisodeOptions.worst")
  private Optional<Integer> worst = Optional.empty();

  @Option(
      names = EPISODE,
      paramLabel = "I",
      split = ",",
      descriptionKey = "EpisodeOptions.episodes")
  private List<Integer> episodes = List.of();

  @Option(names = "--out", paramLabel = "FOLDER", descriptionKey = "EpisodeOptions.out")
  private Optional<Path> out = Optional.empty();

  /// The folder of the recordings; empty for a temporary one.
  Optional<Path> folder() {
    return out;
  }

  /// The chosen episodes of a file.
  ///
  /// @throws Problem if it is not a saved evaluation, or has no such episode
  List<EpisodeRecordings.Chosen> chosen(Path evaluation) {
    List<FinishedEvaluation> all = EvaluationFile.read(evaluation);
    if (episodes.isEmpty()) {
      return EpisodeRecordings.worst(all, worst.orElse(USUAL));
    }
    List<EpisodeRecordings.Chosen> chosen = new ArrayList<>();
    for (FinishedEvaluation each : all) {
      List<EpisodeResult> results = each.report().results();
      for (int episode : episodes) {
        if (episode < 0 || episode >= results.size()) {
          throw new Problem(
              wording("EpisodeOptions.there_is_no_episode", episode),
              EPISODE,
              wording("EpisodeOptions.choose_from_0_to", results.size() - 1));
        }
        chosen.add(new EpisodeRecordings.Chosen(each, results.get(episode)));
      }
    }
    return chosen;
  }

  /// @param any whether an evaluation is among the files
  /// @throws Problem if the options contradict each other, or choose episodes of nothing
  void check(boolean any) {
    boolean given = worst.isPresent() || !episodes.isEmpty() || out.isPresent();
    if (given && !any) {
      throw new Problem(
          wording("EpisodeOptions.no_evaluation_is_among_the_files"),
          WORST + ", " + EPISODE + ", --out",
          wording("EpisodeOptions.name_a_file_that_evaluate_printed"));
    }
    if (worst.isPresent() && (worst.get() < 1 || !episodes.isEmpty())) {
      throw new Problem(
          wording("EpisodeOptions.it_excludes_episode"),
          WORST,
          wording("EpisodeOptions.give_one_of_the_two"));
    }
  }
}
