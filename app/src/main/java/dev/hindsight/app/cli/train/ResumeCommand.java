package dev.hindsight.app.cli.train;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.training.RunLauncher;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.run.foreign.ImportedRun;
import dev.hindsight.trainer.run.ledger.RunCopy;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.RunStatus;
import dev.hindsight.trainer.run.session.TrainingCommand;
import dev.hindsight.trainer.run.session.TrainingEvent;
import dev.hindsight.trainer.run.session.TrainingResult;
import dev.hindsight.trainer.run.session.TrainingRun;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight resume`: continues a run that was stopped or crashed as if it had never been
/// interrupted.
@Command(name = "resume")
public final class ResumeCommand extends CommandBase {
  @Parameters(paramLabel = "RUN", descriptionKey = "ResumeCommand.run")
  private String run;

  @Option(names = "--set", paramLabel = "NAME=VALUE", descriptionKey = "ResumeCommand.settings")
  private Map<String, String> settings = new LinkedHashMap<>();

  private static void stop(List<TrainingRun> runs, Problem wrong) {
    runs.forEach(one -> one.command(new TrainingCommand.Stop(wrong.getMessage())));
  }

  @Override
  public Integer call() {
    RunRecord record = RunCopy.toChange(RunLedger.ofUser(), run);
    ImportedRun.requireTrained(record);
    if (record.status() == RunStatus.FINISHED) {
      throw new Problem(
          wording("ResumeCommand.all_its_updates_are_finished"),
          record.id().text(),
          wording("ResumeCommand.continue_from_its_checkpoint_with"));
    }
    return stopping(
        wording("TrainCommand.stopping"),
        cancellation -> {
          List<Problem> refused = new ArrayList<>();
          List<TrainingRun> resuming = new ArrayList<>();
          RunPrinter printer = new RunPrinter(console(), format());
          TrainingRun resumed =
              RunLauncher.resume(
                      record,
                      event -> {
                        printer.accept(event);
                        if (event instanceof TrainingEvent.SettingChanged changed) {
                          changed.wrong().ifPresent(refused::add);
                          // A run that goes on otherwise than asked would only have to be undone.
                          changed.wrong().ifPresent(wrong -> stop(resuming, wrong));
                        }
                      })
                  .changing(settings);
          resuming.add(resumed);
          TrainingResult result = resumed.run(Progress.SILENT, cancellation);
          if (!refused.isEmpty()) {
            throw refused.getFirst();
          }
          return RunResults.print(console(), format(), result);
        });
  }
}
