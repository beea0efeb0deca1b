package dev.hindsight.app.cli.train;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.run.ledger.RunCopy;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.RunTrash;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight runs delete`: deletes runs, so that they can be restored or for good.
@Command(name = "delete")
final class RunsDeleteCommand extends CommandBase {
  @Parameters(paramLabel = "RUN", arity = "1..*", descriptionKey = "RunsDeleteCommand.names")
  private List<String> names = new ArrayList<>();

  @Option(names = "--for-good", descriptionKey = "RunsDeleteCommand.for_good")
  private boolean forGood;

  /// @param bytes of its files
  /// @param restorable whether `runs restore` brings it back
  private record DeletedJson(String run, long bytes, boolean restorable) {}

  @Override
  public Integer call() {
    RunLedger ledger = RunLedger.ofUser();
    RunTrash trash = new RunTrash(ledger);
    // A text that names no run, or several, is refused before any run is deleted.
    List<RunRecord> runs =
        names.stream().map(name -> RunCopy.toChange(ledger, name)).distinct().toList();
    for (RunRecord found : runs) {
      RunRecord run = RunCopy.settled(ledger, found);
      long bytes = RunTrash.bytes(run);
      boolean there = trash.delete(run);
      if (forGood) {
        trash.purge(run);
      }
      String size = NumberWords.bytes(bytes);
      console()
          .result(
              format(),
              new DeletedJson(run.id().text(), bytes, there && !forGood),
              words(run, there, size));
    }
    return OK;
  }

  private String words(RunRecord run, boolean there, String size) {
    if (!there) {
      return wording(
          "RunsDeleteCommand.only_the_list_lacks_it", run.id(), run.start().folder().toString());
    }
    return forGood
        ? wording("RunsDeleteCommand.deleted_for_good", run.id(), size)
        : wording("RunsDeleteCommand.deleted", run.id(), size);
  }
}
