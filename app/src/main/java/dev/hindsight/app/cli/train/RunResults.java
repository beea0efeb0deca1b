package dev.hindsight.app.cli.train;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.Console;
import dev.hindsight.app.cli.console.OutputFormat;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.run.Gate;
import dev.hindsight.trainer.run.RunProgress;
import dev.hindsight.trainer.run.TrainingResult;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// Runs as commands print them.
final class RunResults {
  private RunResults() {}

  /// Prints how a run ended.
  ///
  /// @return the exit code
  static int print(Console console, OutputFormat format, TrainingResult result) {
    console.result(format, of(result), words(result));
    int code = ExitCodes.of(result);
    if (code != CommandBase.OK) {
      console.problem(result.run() + ": " + result.reason());
    }
    return code;
  }

  /// The last object of `train` and `resume`.
  static Map<String, Object> of(TrainingResult result) {
    RunProgress progress = result.progress();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("run", result.run().text());
    fields.put("status", result.status().name().toLowerCase(Locale.ROOT));
    fields.put("checkpoint", result.checkpoint().map(Path::toString).orElse(""));
    fields.put("trialScores", progress.recentScores());
    progress.adaDelta().ifPresent(delta -> fields.put("adaDelta", delta));
    progress.bestScore().ifPresent(best -> fields.put("bestScore", best));
    fields.put("updates", progress.updates());
    fields.put("seconds", progress.seconds());
    fields.put("agentSteps", progress.agentSteps());
    fields.put("environmentSteps", progress.environmentSteps());
    fields.put("agentStepsPerSecond", progress.agentStepsPerSecond());
    fields.put("gates", of(result.gates()));
    if (!result.reason().isEmpty()) {
      fields.put("reason", result.reason());
    }
    return fields;
  }

  /// Checks, for a program.
  static List<Map<String, String>> of(List<Gate> gates) {
    return gates.stream()
        .map(gate ->
            Map.of("name", gate.name(), "verdict", gate.verdict().name(), "detail", gate.detail()))
        .toList();
  }

  /// A run that ended, for a person.
  static String words(TrainingResult result) {
    RunProgress progress = result.progress();
    return String.format(
        Locale.ROOT,
        "%s: %s after %d of %d updates%s%n  %s%n  scores by trial %s%s, %s agent steps in %s (%s/s)",
        result.run(),
        result.status().name().toLowerCase(Locale.ROOT).replace('_', ' '),
        progress.updates(),
        progress.updatesInAll(),
        result.reason().isEmpty() ? "" : " (" + result.reason() + ")",
        result.checkpoint().map(Path::toString).orElse("no checkpoint"),
        scores(progress.recentScores()),
        progress.adaDelta().map(delta -> ", ada_delta " + NumberWords.exactScore(delta)).orElse(""),
        NumberWords.count(progress.agentSteps()),
        NumberWords.seconds(progress.seconds()),
        NumberWords.rate(progress.agentStepsPerSecond()));
  }

  /// Scores as `0.42 0.81 0.97`.
  static String scores(List<Double> scores) {
    return scores.isEmpty()
        ? "none"
        : scores.stream().map(NumberWords::exactScore).collect(Collectors.joining(" "));
  }
}
