package dev.hindsight.app.cli.train;

import static dev.hindsight.app.text.AppText.wording;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hindsight.app.cli.console.Console;
import dev.hindsight.app.cli.console.OutputFormat;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.MetricsLog;
import dev.hindsight.trainer.run.ledger.RunProgress;
import dev.hindsight.trainer.run.session.PolicyScores;
import dev.hindsight.trainer.run.session.TrainingEvent;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Prints the events of a run: with `--json` one object per line, including every update; else one
/// line per gate, and one for updates every few seconds.
final class RunPrinter implements Consumer<TrainingEvent> {
  private static final long QUIET_NANOS = 2_000_000_000;

  private final Console console;
  private final OutputFormat format;

  /// Whether a terminal shows a line about the progress of an update.
  private boolean status;

  private long spoke = System.nanoTime() - QUIET_NANOS;

  RunPrinter(Console console, OutputFormat format) {
    this.console = console;
    this.format = format;
  }

  private record StartedJson(
      String event, String run, String folder, long updatesDone, long updatesInAll) {}

  /// @param adaDelta missing with one trial
  /// @param best whether it scored higher than any evaluation before
  /// @param totals return, length and the environment's counts
  private record EvaluatedJson(
      String event,
      long evaluatedUpdate,
      List<Double> trialScores,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Double> adaDelta,
      Map<String, Double> totals,
      boolean best) {
    static EvaluatedJson of(TrainingEvent.Evaluated evaluated) {
      PolicyScores scores = evaluated.scores();
      return new EvaluatedJson(
          "evaluated",
          evaluated.update(),
          scores.trialScores(),
          gain(scores),
          scores.totals(),
          evaluated.best());
    }
  }

  private record HealthJson(String event, List<RunResults.AlarmJson> alarms) {}

  private record WarningJson(String event, String warning) {}

  private record GateCheckedJson(String event, String name, String verdict, String detail) {}

  @Override
  public void accept(TrainingEvent event) {
    if (event instanceof TrainingEvent.Progressed progressed) {
      if (format == OutputFormat.WORDS) {
        console.status(progressed.words());
        status = true;
      }
      return;
    }
    if (status) {
      console.status("");
      status = false;
    }
    switch (event) {
      case TrainingEvent.Started started ->
          console.result(
              format,
              new StartedJson(
                  "started",
                  started.run().text(),
                  started.folder().toString(),
                  started.updatesDone(),
                  started.updatesInAll()),
              wording("RunPrinter.in", started.run(), started.folder()));
      case TrainingEvent.GateChecked checked ->
          console.result(
              format,
              new GateCheckedJson(
                  "gate",
                  checked.gate().name(),
                  checked.gate().verdict().name(),
                  checked.gate().detail()),
              checked.gate().toString());
      case TrainingEvent.Updated updated -> tell(updated);
      case TrainingEvent.Evaluated evaluated ->
          console.result(format, EvaluatedJson.of(evaluated), words(evaluated));
      case TrainingEvent.Warned warned ->
          console.result(
              format,
              new WarningJson("warning", warned.sentence()),
              wording("RunPrinter.warning", warned.sentence()));
      case TrainingEvent.HealthChanged changed ->
          console.result(
              format,
              new HealthJson(
                  "health", changed.alarms().stream().map(RunResults.AlarmJson::of).toList()),
              changed.alarms().isEmpty()
                  ? wording("RunPrinter.healthy_again")
                  : changed.alarms().stream()
                      .map(alarm -> wording("RunPrinter.warning", alarm.words()))
                      .collect(Collectors.joining("\n")));
      case TrainingEvent.Progressed _,
          TrainingEvent.SettingChanged _,
          TrainingEvent.SettingsKnown _,
          TrainingEvent.Armed _,
          TrainingEvent.Hit _,
          TrainingEvent.Reached _,
          TrainingEvent.FleetChanged _,
          TrainingEvent.PolicyWritten _,
          TrainingEvent.LearningRateScaled _,
          TrainingEvent.Paused _,
          TrainingEvent.Resumed _,
          TrainingEvent.Ended _ -> {
        // The sender of a command reports it, and the end of the run is the command's result.
      }
    }
  }

  /// Empty with one trial: nothing was to be gained.
  private static Optional<Double> gain(PolicyScores scores) {
    return Optional.of(scores).filter(all -> all.trialScores().size() > 1).map(PolicyScores::gain);
  }

  private static String words(TrainingEvent.Evaluated evaluated) {
    PolicyScores scores = evaluated.scores();
    return wording(
        "RunPrinter.evaluated",
        evaluated.update(),
        RunResults.scores(scores.trialScores()),
        gain(scores)
            .map(gain -> wording("RunPrinter.gain", NumberWords.exactScoreDifference(gain)))
            .orElse(""),
        returned(
            scores.totals().get(PolicyScores.RETURN), scores.totals().get(PolicyScores.LENGTH)),
        evaluated.best() ? wording("RunPrinter.the_best_so_far") : "");
  }

  /// "return 1.25, length 31.0"; empty if nothing was measured.
  private static String returned(@Nullable Double sum, @Nullable Double length) {
    return sum == null || length == null
        ? ""
        : wording(
            "RunPrinter.return_length",
            NumberWords.decimals(sum, 2),
            NumberWords.decimals(length, 1));
  }

  private void tell(TrainingEvent.Updated updated) {
    if (format == OutputFormat.JSON) {
      console.line(MetricsLog.line(updated.report()));
      return;
    }
    long now = System.nanoTime();
    if (now - spoke < QUIET_NANOS) {
      return;
    }
    spoke = now;
    RunProgress progress = updated.progress();
    console.line(
        String.format(
            Locale.ROOT,
            wording("RunPrinter.update_scores_entropy_steps_s"),
            progress.updates(),
            progress.updatesInAll(),
            RunResults.scores(updated.report().trialScores()),
            NumberWords.decimals(
                updated.report().metrics().getOrDefault("losses/entropy", Double.NaN), 3),
            NumberWords.rate(progress.agentStepsPerSecond()),
            returned(
                updated.report().metrics().get(UpdateReport.RETURN),
                updated.report().metrics().get("episode/length"))));
  }
}
