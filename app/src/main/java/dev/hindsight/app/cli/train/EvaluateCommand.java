package dev.hindsight.app.cli.train;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.SeedOption;
import dev.hindsight.app.cli.console.SettingOption;
import dev.hindsight.app.cli.record.RecordingResults;
import dev.hindsight.app.training.EvaluationPlan;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.run.EvaluationReport;
import dev.hindsight.trainer.run.Interval;
import dev.hindsight.trainer.run.MemoryWipe;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `hindsight evaluate`: how well a policy does in each trial, over many episodes.
@Command(
    name = "evaluate",
    description = "Score a policy by trial, with 95 %% confidence intervals.")
public final class EvaluateCommand extends CommandBase {
  @Option(names = "--env", paramLabel = "E", required = true, description = "The environment.")
  private String environment;

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE|NAME",
      required = true,
      description = "A checkpoint file, or a shipped policy.")
  private String checkpoint;

  @Option(
      names = "--episodes",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Number of episodes. Default: 1000.")
  private int episodes;

  @Option(
      names = "--wipe-memory",
      description =
          "Wipe the policy's memory at the start of each trial, and hide the results of"
              + " the tick before.")
  private boolean wipeMemory;

  @Option(
      names = "--actions",
      paramLabel = "HOW",
      defaultValue = "sample",
      description = "sample or argmax. Default: sample.")
  private String actions;

  @Option(
      names = "--map",
      paramLabel = "FILE|NAME",
      description =
          "A map; may be repeated. Default: the maps it was trained on, where they are found.")
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
    console().result(format(), fields(report), words(report));
    return OK;
  }

  private Map<String, Object> fields(EvaluationReport report) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("environment", environment);
    fields.put("checkpoint", checkpoint);
    fields.put("episodes", report.episodes());
    fields.put("wipeMemory", wipeMemory);
    fields.put("actions", actions);
    fields.put("trialScores", report.means());
    fields.put("trialScoreIntervals", report.trialScores().stream().map(this::ends).toList());
    fields.put(
        "trialScoreMethods", report.trialScores().stream().map(i -> i.method().id()).toList());
    report
        .adaDelta()
        .ifPresent(delta -> {
          fields.put("adaDelta", delta.mean());
          fields.put("adaDeltaInterval", ends(delta));
          fields.put("adaDeltaMethod", delta.method().id());
        });
    fields.put("confidence", 0.95);
    fields.put("agentSteps", report.agentSteps());
    fields.put("environmentSteps", report.environmentSteps());
    fields.put("seconds", report.seconds());
    return fields;
  }

  private List<Object> ends(Interval interval) {
    return List.of(
        RecordingResults.finite(interval.low()), RecordingResults.finite(interval.high()));
  }

  private String words(EvaluationReport report) {
    StringBuilder words = new StringBuilder();
    words.append(
        String.format(
            Locale.ROOT,
            "%s: %d episodes, %s%s, in %s",
            checkpoint,
            report.episodes(),
            actions,
            wipeMemory ? ", memory wiped at every trial" : "",
            NumberWords.seconds(report.seconds())));
    for (int k = 0; k < report.trialScores().size(); k++) {
      words.append(
          String.format(
              Locale.ROOT,
              "%n  trial %d / %d: score %s",
              k + 1,
              report.trialScores().size(),
              text(report.trialScores().get(k))));
    }
    report.adaDelta().ifPresent(delta -> words.append("\n  ada_delta: ").append(text(delta)));
    report.trialScores().stream()
        .filter(Interval::known)
        .findFirst()
        .ifPresent(known ->
            words.append("\n  intervals over episodes: scores by ").append(known.method().words()));
    report
        .adaDelta()
        .filter(Interval::known)
        .ifPresent(known -> words.append("; ada_delta by ").append(known.method().words()));
    return words.toString();
  }

  private static String text(Interval interval) {
    return NumberWords.exactScore(interval.mean())
        + " ("
        + interval.words(NumberWords::exactScore, "episode")
        + ")";
  }
}
