package dev.hindsight.app.cli.train;

import static dev.hindsight.app.text.AppText.wording;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.ScoreText;
import dev.hindsight.app.cli.console.SeedOption;
import dev.hindsight.app.cli.console.SettingOption;
import dev.hindsight.app.training.EvaluationPlan;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.study.EvaluationReport;
import dev.hindsight.trainer.study.Interval;
import dev.hindsight.trainer.study.MemoryWipe;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `hindsight evaluate`: how well a policy does in each trial, over many episodes.
@Command(name = "evaluate")
public final class EvaluateCommand extends CommandBase {
  @Option(
      names = "--env",
      paramLabel = "E",
      required = true,
      descriptionKey = "EvaluateCommand.environment")
  private String environment;

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE|NAME",
      required = true,
      descriptionKey = "EvaluateCommand.checkpoint")
  private String checkpoint;

  @Option(
      names = "--episodes",
      paramLabel = "N",
      defaultValue = "1000",
      descriptionKey = "EvaluateCommand.episodes")
  private int episodes;

  @Option(names = "--wipe-memory", descriptionKey = "EvaluateCommand.wipeMemory")
  private boolean wipeMemory;

  @Option(
      names = "--actions",
      paramLabel = "HOW",
      defaultValue = "sample",
      descriptionKey = "EvaluateCommand.actions")
  private String actions;

  @Option(names = "--map", paramLabel = "FILE|NAME", descriptionKey = "EvaluateCommand.maps")
  private List<String> maps = List.of();

  @Mixin private SettingOption settings;

  @Mixin private SeedOption seed;

  @Override
  public Integer call() throws Exception {
    MemoryWipe wipe = wipeMemory ? MemoryWipe.TRIALS : MemoryWipe.NONE;
    EvaluationPlan plan =
        new EvaluationPlan(
            environment,
            checkpoint,
            maps,
            settings.values(),
            episodes,
            wipe,
            actions,
            seed.value());
    EvaluationReport report = done(plan);
    console().result(format(), json(report), words(report));
    return OK;
  }

  /// @param confidence of all intervals
  private record EvaluationJson(
      String environment,
      String checkpoint,
      int episodes,
      boolean wipeMemory,
      String actions,
      List<Double> trialScores,
      List<List<Double>> trialScoreIntervals,
      List<String> trialScoreMethods,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Double> adaDelta,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<List<Double>> adaDeltaInterval,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> adaDeltaMethod,
      double confidence,
      long agentSteps,
      long environmentSteps,
      double seconds) {}

  private EvaluationJson json(EvaluationReport report) {
    return new EvaluationJson(
        environment,
        checkpoint,
        report.episodes(),
        wipeMemory,
        actions,
        report.means(),
        report.trialScores().stream().map(Interval::ends).toList(),
        report.trialScores().stream().map(score -> score.method().id()).toList(),
        report.gain().map(Interval::mean),
        report.gain().map(Interval::ends),
        report.gain().map(delta -> delta.method().id()),
        0.95,
        report.agentSteps(),
        report.environmentSteps(),
        report.seconds());
  }

  private String words(EvaluationReport report) {
    StringBuilder words = new StringBuilder();
    words.append(
        String.format(
            Locale.ROOT,
            wording("EvaluateCommand.episodes_in"),
            checkpoint,
            report.episodes(),
            actions,
            wipeMemory ? wording("EvaluateCommand.memory_wiped_at_every_trial") : "",
            NumberWords.seconds(report.seconds())));
    for (int k = 0; k < report.trialScores().size(); k++) {
      words.append(
          String.format(
              Locale.ROOT,
              wording("EvaluateCommand.trial_score"),
              k + 1,
              report.trialScores().size(),
              ScoreText.of(report.trialScores().get(k))));
    }
    report
        .gain()
        .ifPresent(delta ->
            words.append(wording("EvaluateCommand.ada_delta")).append(ScoreText.of(delta)));
    words.append(ScoreText.methods(report.trialScores(), report.gain(), "ada_delta"));
    return words.toString();
  }
}
