package dev.hindsight.app.cli.train;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.trainer.run.ledger.RunCopy;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunLabel;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunRecord;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight runs edit`: changes what the user calls a run, also while it trains; without options
/// prints it.
@Command(name = "edit")
final class RunsEditCommand extends CommandBase {
  @Parameters(paramLabel = "RUN", descriptionKey = "RunsEditCommand.run")
  private String run;

  @Option(names = "--name", paramLabel = "NAME", descriptionKey = "RunsEditCommand.name")
  private Optional<String> name;

  @Option(names = "--tag", paramLabel = "TAG", descriptionKey = "RunsEditCommand.tags")
  private List<String> tags = List.of();

  @Option(names = "--untag", paramLabel = "TAG", descriptionKey = "RunsEditCommand.untags")
  private List<String> untags = List.of();

  @Option(names = "--note", paramLabel = "TEXT", descriptionKey = "RunsEditCommand.note")
  private Optional<String> note;

  private record LabelJson(String run, String name, List<String> tags, String note) {}

  @Override
  public Integer call() {
    RunLedger ledger = RunLedger.ofUser();
    boolean reads = name.isEmpty() && note.isEmpty() && tags.isEmpty() && untags.isEmpty();
    RunRecord record =
        reads ? RunCopy.find(ledger, run) : RunCopy.settled(ledger, RunCopy.toChange(ledger, run));
    name.ifPresent(text -> ledger.requireFree(text, record.id()));
    RunFolder folder = RunFolder.of(record);
    RunLabel label = reads ? RunLabel.of(folder) : RunLabel.edit(folder, this::edited);
    console()
        .result(
            format(),
            new LabelJson(record.id().text(), label.name(), label.tags(), label.note()),
            wording(
                    "RunsEditCommand.label",
                    record.id(),
                    label.name(),
                    String.join(" ", label.tags()))
                + label.note());
    return OK;
  }

  private RunLabel edited(RunLabel before) {
    RunLabel label = before;
    for (String tag : untags) {
      label = label.without(tag);
    }
    for (String tag : tags) {
      label = label.tagged(tag);
    }
    if (name.isPresent()) {
      label = label.named(name.get());
    }
    return note.isPresent() ? label.noted(note.get()) : label;
  }
}
