package dev.hindsight.app.cli.counterfactual;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.inspector.verdict.MemoryExperiment;
import dev.hindsight.inspector.verdict.MemoryVerdict;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.counterfactual.ControlledEpisodes;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import dev.hindsight.trainer.study.Interval;
import dev.hindsight.trainer.task.Cancellation;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight remember`: whether a policy remembered from trial to trial.
@Command(name = "remember")
public final class RememberCommand extends CommandBase {
  @Parameters(paramLabel = "FILE", descriptionKey = "RememberCommand.file")
  private Path file;

  @Option(names = "--episodes", paramLabel = "N", descriptionKey = "RememberCommand.episodes")
  private Optional<Integer> episodes = Optional.empty();

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE",
      descriptionKey = "RememberCommand.checkpoint")
  private Optional<Path> checkpoint = Optional.empty();

  @Override
  public Integer call() {
    if (episodes.filter(number -> number < 1).isPresent()) {
      throw new Problem(
          wording("RememberCommand.episodes_are_too_few", episodes.get()),
          "--episodes",
          wording("RememberCommand.give_1_or_more"));
    }
    try (Rollout rollout = noted(RecordingOpener.own(file))) {
      int recorded = ControlledEpisodes.recorded(rollout);
      if (episodes.filter(number -> number < recorded).isPresent()) {
        throw new Problem(
            wording("RememberCommand.the_recording_has_more_episodes", recorded),
            "--episodes",
            wording("RememberCommand.give_at_least_those_of_the_recording", recorded));
      }
      MemoryVerdict verdict =
          new MemoryExperiment(rollout, checkpoint, episodes.orElse(recorded))
              .run(console().progress(), new Cancellation());
      result(json(verdict), words(verdict));
    }
    return OK;
  }

  /// @param confidence of all intervals
  private record RememberJson(
      String rollout,
      int episodes,
      int trials,
      boolean repeatsUnchanged,
      String conclusion,
      String sentence,
      List<String> reasons,
      double confidence,
      List<ControlRunJson> runs) {}

  /// @param why why a control does not apply; null if it does
  private record ControlRunJson(
      String control,
      String words,
      boolean applies,
      Optional<String> why,
      List<Optional<Double>> trialScores,
      List<Optional<List<Double>>> trialScoreIntervals,
      List<Optional<String>> trialScoreMethods,
      Optional<Double> gain,
      Optional<List<Double>> gainInterval,
      Optional<String> gainMethod,
      Optional<Double> lastTrialChange,
      Optional<List<Double>> lastTrialChangeInterval,
      Optional<String> lastTrialChangeMethod) {
    static ControlRunJson of(MemoryVerdict.Row row) {
      return new ControlRunJson(
          row.control().name().toLowerCase(Locale.ROOT),
          row.control().words(),
          row.missing().isEmpty(),
          row.missing(),
          row.scores().stream().map(score -> score.map(Interval::mean)).toList(),
          row.scores().stream().map(score -> score.map(Interval::ends)).toList(),
          row.scores().stream().map(score -> score.map(each -> each.method().id())).toList(),
          row.gain().map(Interval::mean),
          row.gain().map(Interval::ends),
          row.gain().map(each -> each.method().id()),
          row.change().map(Interval::mean),
          row.change().map(Interval::ends),
          row.change().map(each -> each.method().id()));
    }
  }

  private RememberJson json(MemoryVerdict verdict) {
    return new RememberJson(
        file.toString(),
        verdict.episodes(),
        verdict.trials(),
        verdict.departs().isEmpty(),
        verdict.conclusion().name().toLowerCase(Locale.ROOT),
        verdict.sentence(),
        verdict.reasons(),
        0.95,
        verdict.rows().stream().map(ControlRunJson::of).toList());
  }

  private static String words(MemoryVerdict verdict) {
    StringBuilder words = new StringBuilder(verdict.sentence());
    for (MemoryVerdict.Row row : verdict.rows()) {
      words.append(String.format(Locale.ROOT, "%n  %-36s", row.control().words()));
      if (row.missing().isPresent()) {
        words.append(wording("RememberCommand.does_not_apply")).append(row.missing().get());
        continue;
      }
      for (Optional<Interval> score : row.scores()) {
        words.append(score.map(one -> " " + NumberWords.exactScore(one.mean())).orElse("     –"));
      }
      row.gain()
          .ifPresent(gain -> words.append(wording("RememberCommand.gain")).append(ends(gain)));
      row.change()
          .ifPresent(
              change -> words.append(wording("RememberCommand.last_trial")).append(ends(change)));
    }
    if (verdict.rows().getFirst().gain().filter(Interval::known).isPresent()) {
      words.append(wording("RememberCommand.in_brackets_95_intervals_over_episodes"));
      words.append(Interval.OF_DIFFERENCES.words());
    }
    verdict.reasons().forEach(reason -> words.append("\n- ").append(reason));
    return words.toString();
  }

  private static String ends(Interval interval) {
    return interval.known()
        ? NumberWords.scoreDifference(interval.mean())
            + " ("
            + NumberWords.scoreDifference(interval.low())
            + ", "
            + NumberWords.scoreDifference(interval.high())
            + ")"
        : NumberWords.scoreDifference(interval.mean());
  }
}
