package dev.hindsight.app.cli.train;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.ExcludesOption;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.RunTrash;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight runs restore`: restores a deleted run; without one, lists those that can be restored.
@Command(name = "restore")
final class RunsRestoreCommand extends CommandBase {
  @Parameters(paramLabel = "RUN", arity = "0..1", descriptionKey = "RunsRestoreCommand.run")
  private Optional<String> run;

  @ExcludesOption("RUN")
  @Option(names = "--empty", descriptionKey = "RunsRestoreCommand.empty")
  private boolean empty;

  private record RestorableJson(List<String> restorable) {}

  private record RestoredJson(String run, String folder) {}

  private record EmptiedJson(List<String> removed, long bytes) {}

  @Override
  public Integer call() {
    RunTrash trash = new RunTrash(RunLedger.ofUser());
    if (run.isPresent()) {
      RunRecord restored = trash.restore(run.get());
      console()
          .result(
              format(),
              new RestoredJson(restored.id().text(), restored.start().folder().toString()),
              wording("RunsRestoreCommand.restored", restored.id(), restored.start().folder()));
      return OK;
    }
    List<RunRecord> runs = trash.restorable();
    List<String> ids = runs.stream().map(one -> one.id().text()).toList();
    if (empty) {
      long bytes = runs.stream().mapToLong(trash::purge).sum();
      console()
          .result(
              format(),
              new EmptiedJson(ids, bytes),
              wording("RunsRestoreCommand.emptied", ids.size(), NumberWords.bytes(bytes)));
      return OK;
    }
    console()
        .result(
            format(),
            new RestorableJson(ids),
            ids.isEmpty()
                ? wording("RunsRestoreCommand.none")
                : runs.stream()
                    .map(one -> (one.id().text() + "  " + trash.label(one).name()).stripTrailing())
                    .collect(Collectors.joining("\n")));
    return OK;
  }
}
