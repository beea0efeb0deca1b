package dev.hindsight.app.cli.train;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.training.RunLauncher;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.RunStatus;
import dev.hindsight.trainer.run.session.TrainingResult;
import dev.hindsight.trainer.task.GracefulShutdown;
import dev.hindsight.trainer.task.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `hindsight resume`: continues a run that was stopped or crashed as if it had never been
/// interrupted.
@Command(name = "resume")
public final class ResumeCommand extends CommandBase {
  @Parameters(paramLabel = "RUN", descriptionKey = "ResumeCommand.run")
  private String run;

  @Override
  public Integer call() {
    RunRecord record = RunLedger.ofUser().find(run);
    if (record.status() == RunStatus.FINISHED) {
      throw new Problem(
          wording("ResumeCommand.all_its_updates_are_finished"),
          record.id().text(),
          wording("ResumeCommand.continue_from_its_checkpoint_with"));
    }
    return GracefulShutdown.awaiting(cancellation -> {
      RunPrinter printer = new RunPrinter(console(), format());
      TrainingResult result =
          RunLauncher.resume(record, printer).run(Progress.SILENT, cancellation);
      return RunResults.print(console(), format(), result);
    });
  }
}
