package dev.hindsight.app.cli.train;

import static dev.hindsight.app.text.AppText.wording;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.Console;
import dev.hindsight.app.cli.console.OutputFormat;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.run.FleetBooks;
import dev.hindsight.trainer.run.ledger.Gate;
import dev.hindsight.trainer.run.ledger.RunProgress;
import dev.hindsight.trainer.run.session.HealthAlarm;
import dev.hindsight.trainer.run.session.TrainingResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// Prints runs for commands.
final class RunResults {
  private RunResults() {}

  /// Prints the result of a run.
  ///
  /// @return the exit code
  static int print(Console console, OutputFormat format, TrainingResult result) {
    console.result(format, TrainingResultJson.of(result), words(result));
    int code = ExitCodes.of(result);
    if (code != CommandBase.OK) {
      console.problem(result.run() + ": " + result.reason());
    }
    return code;
  }

  /// A gate.
  record GateJson(String name, String verdict, String detail) {
    private static GateJson of(Gate gate) {
      return new GateJson(gate.name(), gate.verdict().name(), gate.detail());
    }
  }

  /// An alarm.
  ///
  /// @param remedy what to try
  record AlarmJson(String alarm, double value, String cause, String remedy) {
    static AlarmJson of(HealthAlarm alarm) {
      return new AlarmJson(alarm.kind().id(), alarm.value(), alarm.cause(), alarm.remedy());
    }
  }

  /// Gates, for a program.
  static List<GateJson> of(List<Gate> gates) {
    return gates.stream().map(GateJson::of).toList();
  }

  /// The last object that `train` and `resume` print.
  private record TrainingResultJson(
      String run,
      String status,
      String checkpoint,
      List<Double> trialScores,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Double> adaDelta,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Double> bestScore,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Double> bestReturn,
      long updates,
      double seconds,
      long agentSteps,
      long environmentSteps,
      double agentStepsPerSecond,
      List<GateJson> gates,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) String reason,
      List<AlarmJson> alarms,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<FleetBooks> fleet) {
    static TrainingResultJson of(TrainingResult result) {
      RunProgress progress = result.progress();
      return new TrainingResultJson(
          result.run().text(),
          result.status().name().toLowerCase(Locale.ROOT),
          result.checkpoint().map(Path::toString).orElse(""),
          progress.recentScores(),
          progress.gain(),
          progress.bestScore(),
          progress.bestReturn(),
          progress.updates(),
          progress.seconds(),
          progress.agentSteps(),
          progress.environmentSteps(),
          progress.agentStepsPerSecond(),
          RunResults.of(result.gates()),
          result.reason(),
          result.alarms().stream().map(AlarmJson::of).toList(),
          result.fleet());
    }
  }

  /// The result of a run, for a person.
  private static String words(TrainingResult result) {
    RunProgress progress = result.progress();
    return wording(
            "RunResults.after_of_updates_scores_by_trial",
            result.run(),
            result.status().name().toLowerCase(Locale.ROOT).replace('_', ' '),
            progress.updates(),
            progress.updatesInAll(),
            result.reason().isEmpty() ? "" : " (" + result.reason() + ")",
            result.checkpoint().map(Path::toString).orElse(wording("RunResults.no_checkpoint")),
            scores(progress.recentScores()),
            progress
                .gain()
                .map(delta -> wording("RunResults.ada_delta", NumberWords.exactScore(delta)))
                .orElse(""),
            NumberWords.count(progress.agentSteps()),
            NumberWords.seconds(progress.seconds()),
            NumberWords.rate(progress.agentStepsPerSecond()))
        + result.fleet().map(RunResults::words).orElse("");
  }

  /// The books of a run's workers, for a person.
  private static String words(FleetBooks books) {
    String ends =
        books.ends().entrySet().stream()
            .filter(end -> end.getValue() > 0)
            .map(end -> end.getKey().replace('_', ' ') + " " + NumberWords.count(end.getValue()))
            .collect(Collectors.joining(", "));
    String balance =
        books.balanced()
            ? wording("RunResults.books_balance")
            : wording("RunResults.books_do_not_balance");
    return wording(
        "RunResults.books_of_workers",
        balance,
        books.workers(),
        NumberWords.count(books.started()),
        ends.isEmpty() ? "none" : ends,
        NumberWords.count(books.running()),
        NumberWords.count(books.wastedSteps()),
        NumberWords.count(books.accepted()),
        NumberWords.count(books.stale()),
        NumberWords.count(books.future()),
        NumberWords.count(books.failures()));
  }

  /// Scores as `0.42 0.81 0.97`.
  static String scores(List<Double> scores) {
    return scores.isEmpty()
        ? "none"
        : scores.stream().map(NumberWords::exactScore).collect(Collectors.joining(" "));
  }
}
