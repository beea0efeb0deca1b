package dev.hindsight.app.cli.train;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.Console;
import dev.hindsight.app.cli.console.OutputFormat;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.run.ledger.MetricsLog;
import dev.hindsight.trainer.run.ledger.RunProgress;
import dev.hindsight.trainer.run.session.TrainingEvent;
import java.util.Locale;
import java.util.function.Consumer;

/// Prints the events of a run: with `--json` one object per line, including every update; else one
/// line per gate, and one for updates every few seconds.
final class RunPrinter implements Consumer<TrainingEvent> {
  private static final long QUIET_NANOS = 2_000_000_000;

  private final Console console;
  private final OutputFormat format;
  private long spoke = System.nanoTime() - QUIET_NANOS;

  RunPrinter(Console console, OutputFormat format) {
    this.console = console;
    this.format = format;
  }

  private record StartedJson(
      String event, String run, String folder, long updatesDone, long updatesInAll) {}

  private record GateCheckedJson(String event, String name, String verdict, String detail) {}

  @Override
  public void accept(TrainingEvent event) {
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
      case TrainingEvent.Armed _,
          TrainingEvent.Hit _,
          TrainingEvent.PolicyWritten _,
          TrainingEvent.LearningRateScaled _,
          TrainingEvent.Paused _,
          TrainingEvent.Resumed _,
          TrainingEvent.Ended _ -> {
        // The sender of a command reports it, and the end of the run is the command's result.
      }
    }
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
            NumberWords.rate(progress.agentStepsPerSecond())));
  }
}
